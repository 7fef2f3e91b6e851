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
import type { Package } from './package'
import { refusalWords } from './refusal-words'
import { type Buyer, type BuyerField, isComplete } from './use-buyer'

export type Payment = components['schemas']['PaymentIntentOut']

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
}

export interface PaymentSession {
  payment: Payment | undefined
  /** What was typed has not reached the server yet; paying has to wait for it. */
  isSettling: boolean
  /** Why the server has not got what is on the page, in words; what is wrong with a field is not in it. */
  problem: string | null
  /** The server wants an address or a name to be corrected first. */
  isRefused: boolean
  fieldErrors: Partial<Record<BuyerField, string>>
  retry: () => void
}

interface Wanted {
  chosen: Package | undefined
  buyer: Buyer
  /** The token of a seat that is held for this buyer already. */
  offer?: string | undefined
  /** The server refused the package: the offer on the page is out of date. */
  onConflict: () => void
}

function orderFor(chosen: Package | undefined, buyer: Buyer, offer: string): Order | null {
  if (!chosen || !isComplete(buyer)) return null
  const { email, fullName } = buyer
  const packageKey = chosen.key
  // An offer's dates are its own.
  const dates = chosen.kind === 'bundle' && !offer ? chosen.chosenDates : []
  return {
    packageKey,
    ...chosen.items,
    ...(dates.length > 0 && { chosenDates: dates }),
    email: email.trim(),
    fullName: fullName.trim(),
    offer,
  }
}

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

export function usePaymentSession({
  chosen,
  buyer,
  offer = '',
  onConflict,
}: Wanted): PaymentSession {
  const order = orderFor(chosen, buyer, offer)
  const settled = useSettledOrder(order)
  const asked = settled?.packageKey === chosen?.key ? settled : null
  const { data, error, fetchStatus, refetch } = useQuery({
    queryKey: ['post', '/api/create-payment-intent', asked],
    queryFn: ({ signal }) => createPayment(asked, signal),
    enabled: asked !== null,
    // Another package replaces the payment on the server, so a remembered one may be dead.
    gcTime: 0,
    // Without a network it fails like everything else, instead of waiting in silence.
    networkMode: 'always',
  })
  const words = error && refusalWords(error, chosen, isOffline() ? OFFLINE : NO_SESSION)
  useReport(error, words, onConflict)

  const kept = useKept(data, asked?.packageKey)
  const isSettling =
    order !== null && (fetchStatus !== 'idle' || JSON.stringify(order) !== JSON.stringify(asked))
  const isRefused = concernsFields(error)
  // Whatever became of the last change, the card that is typed already stays.
  const payment = data ?? (kept?.packageKey === chosen?.key ? kept?.payment : undefined)
  return {
    payment,
    isSettling,
    problem: !isRefused && !isSettling ? words : null,
    isRefused,
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

async function createPayment(order: Order | null, signal: AbortSignal): Promise<Payment> {
  if (!order) throw new Error('There is nothing to pay for')
  const { packageKey: _, offer, ...rest } = order
  const body = { ...rest, timezone: viewerZone(), ...(offer ? { offer } : {}) }
  const { data } = await api.POST('/api/create-payment-intent', { body, signal })
  if (!data) throw new Error('The server sent no payment')
  return data
}

function useKept(payment: Payment | undefined, packageKey: string | undefined) {
  const [kept, setKept] = useState<{ packageKey: string; payment: Payment }>()
  useEffect(() => {
    if (payment && packageKey) setKept({ packageKey, payment })
  }, [payment, packageKey])
  return kept
}

function useReport(error: Error | null, words: string | null, onConflict: () => void) {
  const description = useEffectEvent(() => words)
  useEffect(() => {
    // What is wrong with a field is said at the field.
    if (!error || concernsFields(error)) return
    toast({ title: 'Error', description: description() ?? NO_SESSION, variant: 'destructive' })
    if (isOutOfDate(error)) onConflict()
  }, [error, onConflict])
}
