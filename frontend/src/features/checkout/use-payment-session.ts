/**
 * The payment that is being prepared. A query, not a mutation: asking again for the same order
 * gives the same payment, because the server keeps one per visitor.
 */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { ApiError } from '@/api/api-error'
import { api } from '@/api/client'
import type { components } from '@/api/schema'
import { viewerZone } from '@/lib/dates'
import { isOffline, OFFLINE } from '@/lib/online'
import { toast } from '@/lib/toast'
import { endOnThisClock, type OrderPrice } from './order-price'
import type { Package } from './package'
import { isPriceNews, refusalWords } from './refusal-words'
import { serverTimeOf } from './server-time'
import { type Buyer, type BuyerField, isComplete } from './use-buyer'

type PaymentIntent = components['schemas']['PaymentIntentOut']
export type Payment = Pick<PaymentIntent, 'clientSecret' | 'paymentIntentId' | 'totalAmount'>
type PricedPayment = PaymentIntent & Pick<OrderPrice, 'endsAt'>

const DEBOUNCE_MS = 500
const NO_SESSION = 'Failed to initialize payment. Please check your information and try again.'

interface Order {
  packageKey: string
  bootcampIds: number[]
  bundleId: string | null
  chosenDates?: { memberId: number; bootcampId: number }[]
  email: string
  fullName: string
  offer: string
  code: string
  shownAmount: string
  round: number
}

/** What the buyer is shown, which is what may be charged. */
export interface AgreedPrice {
  code: string
  shownAmount: string
  /** How often the buyer has agreed to a new one: each time the server is asked anew. */
  round: number
  /** From now on it stays, until the server says otherwise. */
  keep: () => void
}

export interface PaymentSession {
  payment: Payment | undefined
  /** What it will charge, while that is what the page shows. */
  price?: OrderPrice | undefined
  /** What was typed has not reached the server yet; paying has to wait for it. */
  isSettling: boolean
  /** Why the server has not got what is on the page, in words; what is wrong with a field is not in it. */
  problem: string | null
  /** The server wants an address or a name to be corrected first. */
  isRefused: boolean
  /** This browser has bought it before. */
  isOwned?: boolean
  fieldErrors: Partial<Record<BuyerField, string>>
  retry: () => void
}

interface Wanted {
  chosen: Package | undefined
  buyer: Buyer
  /** The token of a seat that is held for this buyer already. */
  offer?: string | undefined
  /** Null while there is none to agree to; what is prepared already stays meanwhile. */
  agreed: AgreedPrice | null
  /** The server refused the package: the offer on the page is out of date. */
  onConflict: () => void
  /** The server would charge another price. */
  onPriceNews: (error: ApiError) => void
}

function orderFor({ chosen, buyer, offer = '', agreed }: Wanted): Order | null {
  if (!chosen || !isComplete(buyer) || !agreed) return null
  const { email, fullName } = buyer
  const packageKey = chosen.key
  const { code, shownAmount, round } = agreed
  // An offer's dates are its own.
  const dates = chosen.kind === 'bundle' && !offer ? chosen.chosenDates : []
  return {
    packageKey,
    ...chosen.items,
    ...(dates.length > 0 && { chosenDates: dates }),
    email: email.trim(),
    fullName: fullName.trim(),
    offer,
    code,
    shownAmount,
    round,
  }
}

/** Whether a payment was begun for what the buyer is shown. */
const isAt = (order: Order, agreed: AgreedPrice) =>
  order.code === agreed.code && order.shownAmount === agreed.shownAmount

/** The last order that stood still for half a second. */
function useSettledOrder(order: Order | null): Order | null {
  const [settled, setSettled] = useState<string | null>(null)
  const written = order && JSON.stringify(order)
  useEffect(() => {
    if (!written) return
    const timer = setTimeout(() => setSettled(written), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [written])
  return settled ? (JSON.parse(settled) as Order) : null
}

export function usePaymentSession(wanted: Wanted): PaymentSession {
  const { chosen, buyer, agreed, onConflict, onPriceNews } = wanted
  const order = orderFor(wanted)
  const settled = useSettledOrder(order)
  const asked = settled?.packageKey === chosen?.key ? settled : null
  const { data, error, fetchStatus, refetch } = useQuery({
    queryKey: ['post', '/api/create-payment-intent', asked],
    queryFn: ({ signal }) => createPayment(asked, signal),
    enabled: asked !== null,
    // Another package replaces the payment on the server, so a remembered one may be dead.
    gcTime: 0,
  })
  const isNews = isPriceNews(error)
  const words = error && refusalWords(error, chosen, isOffline() ? OFFLINE : NO_SESSION)
  useReport(error, words, onConflict, onPriceNews)
  useKeepPrice(data, asked, agreed)

  const kept = useKept(data, asked, isNews)
  const isSettling =
    chosen !== undefined &&
    isComplete(buyer) &&
    (fetchStatus !== 'idle' || !order || JSON.stringify(order) !== JSON.stringify(asked))
  const isRefused = concernsFields(error)
  // Whatever became of the last change, the card that is typed already stays, if its price does.
  const found = data && asked ? { order: asked, payment: data } : kept
  const isKept = !isNews && found?.order.packageKey === chosen?.key
  const payment = isKept ? found?.payment : undefined
  return {
    payment,
    price: payment && found && agreed && isAt(found.order, agreed) ? payment : undefined,
    isSettling,
    problem: !isRefused && !isSettling && !isNews ? words : null,
    isRefused,
    isOwned: error instanceof ApiError && error.code === 'already_owned',
    fieldErrors: isRefused && !isSettling ? error.fields : {},
    retry: () => void refetch(),
  }
}

/** Sold since, or an offer whose time is up: what the page shows is no longer true. */
export const isOutOfDate = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 409 || error.status === 410)

function concernsFields(error: Error | null): error is ApiError {
  return error instanceof ApiError && ('email' in error.fields || 'fullName' in error.fields)
}

async function createPayment(order: Order | null, signal: AbortSignal): Promise<PricedPayment> {
  if (!order) throw new Error('There is nothing to pay for')
  const { packageKey: _, round: __, offer, code, ...rest } = order
  const body = {
    ...rest,
    timezone: viewerZone(),
    ...(offer ? { offer } : {}),
    ...(code ? { code } : {}),
  }
  const { data, response } = await api.POST('/api/create-payment-intent', { body, signal })
  if (!data) throw new Error('The server sent no payment')
  const answeredAt = { here: Date.now(), there: serverTimeOf(response) }
  return { ...data, endsAt: endOnThisClock(data.priceUntil, answeredAt) }
}

function useKept(payment: PricedPayment | undefined, order: Order | null, isOver: boolean) {
  const [kept, setKept] = useState<{ order: Order; payment: PricedPayment }>()
  const written = order && JSON.stringify(order)
  useEffect(() => {
    if (isOver) setKept(undefined)
    else if (payment && written) setKept({ order: JSON.parse(written) as Order, payment })
  }, [payment, written, isOver])
  return kept
}

/** A payment that was begun keeps its price for a while, whatever the catalogue says meanwhile. */
function useKeepPrice(
  payment: PricedPayment | undefined,
  asked: Order | null,
  agreed: AgreedPrice | null,
) {
  const keep = useEffectEvent(() => {
    if (asked && agreed && isAt(asked, agreed)) agreed.keep()
  })
  useEffect(() => {
    if (payment) keep()
  }, [payment])
}

function useReport(
  error: Error | null,
  words: string | null,
  onConflict: () => void,
  onPriceNews: (error: ApiError) => void,
) {
  const description = useEffectEvent(() => words)
  const tellNews = useEffectEvent(onPriceNews)
  useEffect(() => {
    // What is wrong with a field is said at the field.
    if (!error || concernsFields(error)) return
    if (isPriceNews(error)) tellNews(error)
    else toast({ title: 'Error', description: description() ?? NO_SESSION, variant: 'destructive' })
    if (isOutOfDate(error)) onConflict()
  }, [error, onConflict])
}
