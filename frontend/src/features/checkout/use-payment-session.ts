/**
 * The payment that is being prepared. A query, not a mutation: asking again for the same order
 * gives the same payment, because the server keeps one per visitor.
 */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError, errorMessage } from '@/api/api-error'
import { api } from '@/api/client'
import type { components } from '@/api/schema'
import { toast } from '@/lib/toast'
import type { Package } from './package'
import { type Buyer, type BuyerField, isComplete } from './use-buyer'

export type Payment = components['schemas']['PaymentIntentOut']

const DEBOUNCE_MS = 500
const NO_SESSION = 'Failed to initialize payment. Please check your information and try again.'

interface Order {
  packageKey: string
  bootcampIds: number[]
  bundleId: string | null
  email: string
  fullName: string
}

export interface PaymentSession {
  payment: Payment | undefined
  /** What was typed has not reached the server yet; paying has to wait for it. */
  isSettling: boolean
  /** Why there is no payment, in words; null when there is one, or none is wanted yet. */
  problem: string | null
  fieldErrors: Partial<Record<BuyerField, string>>
  retry: () => void
}

interface Wanted {
  chosen: Package | undefined
  buyer: Buyer
  /** The server refused the package: the offer on the page is out of date. */
  onConflict: () => void
}

function orderFor(chosen: Package | undefined, buyer: Buyer): Order | null {
  if (!chosen || !isComplete(buyer)) return null
  const { email, fullName } = buyer
  const packageKey = chosen.key
  return { packageKey, ...chosen.items, email: email.trim(), fullName: fullName.trim() }
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

export function usePaymentSession({ chosen, buyer, onConflict }: Wanted): PaymentSession {
  const order = orderFor(chosen, buyer)
  const settled = useSettledOrder(order)
  const asked = settled?.packageKey === chosen?.key ? settled : null
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['/api/create-payment-intent', asked],
    queryFn: ({ signal }) => createPayment(asked, signal),
    enabled: asked !== null,
    // Another package replaces the payment on the server, so a remembered one may be dead.
    gcTime: 0,
  })
  useReport(error, onConflict)

  const kept = useKept(data, asked?.packageKey)
  const isSettling =
    order !== null && (isFetching || JSON.stringify(order) !== JSON.stringify(asked))
  const refused = error instanceof ApiError && !isSettling ? error.fields : {}
  const concernsFields = 'email' in refused || 'fullName' in refused
  // Someone who mistypes the address keeps the card form, and what is typed into it.
  const isUsable = !error || concernsFields
  const current = data ?? (kept?.packageKey === chosen?.key ? kept?.payment : undefined)
  return {
    payment: isUsable ? current : undefined,
    isSettling,
    problem: error && !isSettling ? errorMessage(error, NO_SESSION) : null,
    fieldErrors: refused,
    retry: () => void refetch(),
  }
}

async function createPayment(order: Order | null, signal: AbortSignal): Promise<Payment> {
  if (!order) throw new Error('There is nothing to pay for')
  const { packageKey: _, ...body } = order
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

function useReport(error: Error | null, onConflict: () => void) {
  useEffect(() => {
    if (!error) return
    toast({
      title: 'Error',
      description: errorMessage(error, NO_SESSION),
      variant: 'destructive',
    })
    if (error instanceof ApiError && error.status === 409) onConflict()
  }, [error, onConflict])
}
