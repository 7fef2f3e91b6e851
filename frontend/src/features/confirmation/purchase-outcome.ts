/** What became of a payment, asked until somebody knows. */
import { useEffect, useState } from 'react'
import { api } from '@/api/client'
import { getJson } from '@/api/get-json'
import { isAnswer } from '@/api/is-answer'
import { keepPurchase, readInvitation } from '@/session/invitation'
import type { Arrival } from './arrival'
import { type PurchaseAnswer, readPurchase } from './remembered-purchase'

export type TroubleOutcome =
  /** On the word of the address alone; whether anything was charged is not known here. */
  | { kind: 'reported failed' }
  | { kind: 'payment failed' }
  | { kind: 'not charged'; message: string; isUnpaid: boolean; isCodeGone?: boolean }
  | { kind: 'refunded' }
  | { kind: 'details missing' }
  | { kind: 'details unreadable' }
  | { kind: 'not completed' }

export const REPORTED_FAILED = { kind: 'reported failed' } as const satisfies TroubleOutcome

export type Outcome =
  | { kind: 'loading' }
  /** Money may have moved. The page asks on; what it must never say is "pay again". */
  | { kind: 'waiting'; email: string; asked: number }
  | { kind: 'success'; answer: PurchaseAnswer }
  | TroubleOutcome

export type PaymentArrival = Extract<Arrival, { kind: 'payment' | 'paid here' }>

const FIRST_PAUSE_MS = 2000
const LONGEST_PAUSE_MS = 10_000
const PATIENCE_MS = 30_000

function pauseBefore(asked: number): number {
  return Math.min(FIRST_PAUSE_MS * 1.5 ** (asked - 1), LONGEST_PAUSE_MS)
}

/** Keeps asking while the tab is open, less and less often. */
export function usePurchaseOutcome(arrival: PaymentArrival): Outcome {
  const { kind } = arrival
  const paymentIntentId = kind === 'payment' ? arrival.paymentIntentId : ''
  const clientSecret = kind === 'payment' ? arrival.clientSecret : ''
  const [outcome, setOutcome] = useState<Outcome>({ kind: 'loading' })

  useEffect(() => {
    let isOver = false
    let nextAsk: ReturnType<typeof setTimeout> | undefined

    async function ask(asked: number) {
      const found =
        kind === 'payment'
          ? await askAboutPayment({ paymentIntentId, clientSecret })
          : await findPurchase()
      if (isOver) return
      if (found.kind === 'waiting') {
        setOutcome({ ...found, asked })
        nextAsk = setTimeout(() => void ask(asked + 1), pauseBefore(asked))
        return
      }
      if (found.kind === 'success') keepPurchase(found.answer)
      setOutcome(found)
    }

    void ask(1)
    return () => {
      isOver = true
      clearTimeout(nextAsk)
    }
  }, [kind, paymentIntentId, clientSecret])

  return outcome
}

interface Payment {
  paymentIntentId: string
  clientSecret: string
}

/** Completing is the same as asking: the server completes a payment once, however often it is asked. */
async function askAboutPayment({ paymentIntentId, clientSecret }: Payment): Promise<Outcome> {
  try {
    const { data } = await api.POST('/api/complete-purchase', {
      body: { paymentIntentId, bootcampIds: [], bundleId: null, clientSecret },
      // A connection that hangs would end the asking.
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    return data ? outcomeIn(data) : { kind: 'not completed' }
  } catch (error) {
    if (!isAnswer(error)) return stillWaiting()
    return error.status === 409
      ? {
          kind: 'not charged',
          message: error.serverMessage,
          isUnpaid: error.code === 'not_charged',
          isCodeGone: error.code === 'code_gone',
        }
      : { kind: 'not completed' }
  }
}

/** The tab's own memory first. The server knows this browser's last purchase, should the tab not. */
async function findPurchase(): Promise<Outcome> {
  const remembered = readPurchase()
  if (typeof remembered === 'object' && remembered.status !== 'pending')
    return outcomeIn(remembered)
  const checkout = await getJson('/api/checkout').catch(() => null)
  // No answer says nothing about the purchase: it is asked for again.
  if (!checkout) return stillWaiting()
  const { lastPurchase } = checkout
  if (lastPurchase) return outcomeIn(lastPurchase)
  if (typeof remembered === 'object') return outcomeIn(remembered)
  return { kind: remembered === 'missing' ? 'details missing' : 'details unreadable' }
}

function outcomeIn(answer: PurchaseAnswer): Outcome {
  switch (answer.status) {
    case 'completed':
      return { kind: 'success', answer }
    case 'pending':
      return stillWaiting(answer.purchase.guestEmail)
    case 'failed':
      return { kind: 'payment failed' }
    case 'refunded':
      return { kind: 'refunded' }
  }
}

function stillWaiting(email = readInvitation()?.email ?? ''): Outcome {
  return { kind: 'waiting', email, asked: 1 }
}
