/** Paying, and what the buyer is told and shown at the end of it. */
import { useElements, useStripe } from '@stripe/react-stripe-js'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiError, errorMessage } from '@/api/api-error'
import { getQuery } from '@/api/get-query'
import { isOffline } from '@/lib/online'
import { toast } from '@/lib/toast'
import { keepPurchase } from '@/session/invitation'
import type { Payable } from './package'
import { type Outcome, type Phase, type Purchase, pay } from './pay'
import type { PayFailure } from './pay-failure'
import { isPriceNews, refusalWords, waitAt } from './refusal-words'
import type { Buyer } from './use-buyer'
import { CHECKOUT_KEY } from './use-checkout-facts'
import { isOutOfDate, type Payment } from './use-payment-session'
import type { SeatHold } from './use-seat-hold'

const NOT_PROCESSED = 'An error occurred while processing your payment. Please try again.'
const NOT_COMPLETED = 'Purchase completion failed'
const NOT_PAID = 'Your payment could not be processed. Please try again.'
const PAID_BEFORE = "You've already paid for this in another tab."
const NOT_CHARGED = "You haven't been charged"
const OFFLINE = {
  message: 'You seem to be offline.',
  advice: `${NOT_CHARGED}. Try again when you're back online`,
}

/** What one owns, and what is left for others. */
const changedByBuying = [
  CHECKOUT_KEY,
  ...(['/api/bootcamps', '/api/bundles', '/api/user/purchases', '/api/user/billing'] as const).map(
    (path) => getQuery(path).queryKey,
  ),
] as const

export interface Checkout {
  chosen: Payable
  payment: Payment
  buyer: Buyer
  hold: SeatHold
  /** The offer or the payment on the page is out of date. */
  refresh: () => void
  renewPayment: () => void
  onPaying: (isPaying: boolean) => void
  /** Says it above the button, where it stays; null takes it back. */
  onFailure: (failure: PayFailure | null) => void
}

export interface Contact {
  phone: string
  smsConsent: boolean
}

function sayError(description: string, title = 'Error') {
  toast({ title, description, variant: 'destructive' })
}

export function usePay(checkout: Checkout, onPhoneRefused: (message: string) => void) {
  const { chosen, payment, buyer, hold, refresh, renewPayment, onPaying, onFailure } = checkout
  const stripe = useStripe()
  const elements = useElements()
  const showResult = useShowResult(checkout)
  const [phase, setPhase] = useState<Phase | null>(null)

  const stay = () => {
    setPhase(null)
    onPaying(false)
  }
  useBackFromElsewhere(stay)

  /** Answers whether the page is left. */
  function conclude(outcome: Outcome): boolean {
    switch (outcome.kind) {
      case 'bought':
        showResult.bought(outcome.purchase)
        return true
      case 'paidBefore':
        showResult.keep(outcome.purchase)
        onFailure({ message: PAID_BEFORE, advice: '', isPaid: true })
        return false
      case 'unclear':
        showResult.unclear()
        return true
      case 'incomplete':
      case 'declined': {
        const isDeclined = outcome.kind === 'declined'
        sayError(outcome.message || NOT_PAID, 'Payment Failed')
        onFailure({
          message: outcome.message || NOT_PAID,
          advice: `${isDeclined ? whatElse(outcome) : 'Check your payment details'}. ${NOT_CHARGED}`,
          keepsSeat: isDeclined,
        })
        if (isDeclined && outcome.isDead) renewPayment()
        return false
      }
      case 'notHeld':
        concludeNotHeld(outcome.error)
        return false
      case 'notCompleted':
        sayError(outcome.error ? NOT_PROCESSED : NOT_COMPLETED)
        onFailure({
          message: errorMessage(outcome.error, `${NOT_COMPLETED}.`),
          advice: 'Enter your card again to try once more',
          waitAt: waitAt(outcome.error, chosen),
        })
        refresh()
        // The payment has ended with this; another try needs another one.
        renewPayment()
        return false
    }
  }

  /** Nothing was charged; the form stays as it is. */
  function concludeNotHeld(error: unknown) {
    if (!(error instanceof ApiError)) {
      const failure = isOffline() ? OFFLINE : { message: NOT_PROCESSED, advice: NOT_CHARGED }
      sayError(isOffline() ? `${failure.message} ${failure.advice}.` : NOT_PROCESSED)
      onFailure(failure)
      return
    }
    const message = refusalWords(error, chosen, NOT_PROCESSED)
    sayError(message)
    if (error.fields.phone) onPhoneRefused(error.fields.phone)
    else onFailure({ message, advice: NOT_CHARGED, waitAt: waitAt(error, chosen) })
    if (isOutOfDate(error)) refresh()
    const isReplaced = error.code === 'not_charged'
    if (error.status === 404 || isReplaced || isPriceNews(error)) renewPayment()
  }

  async function start(contact: Contact) {
    if (!stripe || !elements || phase) return
    onPaying(true)
    onFailure(null)
    const outcome = await pay({
      stripe,
      elements,
      payment,
      items: chosen.items,
      buyer,
      contact,
      onPhase: setPhase,
      onHeld: (answer) => hold.set(chosen.key, answer),
    })
    if (!conclude(outcome)) stay()
  }

  return { start, phase, isReady: stripe !== null && elements !== null }
}

function whatElse({ isCard = true }: { isCard?: boolean }) {
  return isCard ? 'Try another card' : 'Try another way to pay'
}

/** Back by the browser's button: the page as it was left, waiting for an answer that never comes. */
function useBackFromElsewhere(stay: () => void) {
  const back = useEffectEvent(({ persisted }: PageTransitionEvent) => {
    if (persisted) stay()
  })
  useEffect(() => {
    const hear = (event: PageTransitionEvent) => back(event)
    window.addEventListener('pageshow', hear)
    return () => window.removeEventListener('pageshow', hear)
  }, [])
}

function useShowResult({ chosen, payment, buyer }: Checkout) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()

  const forget = () => {
    for (const queryKey of changedByBuying) {
      void queryClient.invalidateQueries({ queryKey, refetchType: 'none' })
    }
  }

  const leave = (params: Record<string, string>) => {
    forget()
    // In place of the checkout: going back must not lead to paying twice.
    void navigate(`/confirmation?${new URLSearchParams(params)}`, { replace: true })
  }

  const unclear = () =>
    leave({
      payment_intent: payment.paymentIntentId,
      payment_intent_client_secret: payment.clientSecret,
      redirect_status: 'succeeded',
    })

  /** For the confirmation; answers whether it will still be there. */
  const keep = (purchase: Purchase) => {
    forget()
    const { totalAmount } = payment
    return keepPurchase(purchase, { guestEmail: buyer.email.trim(), totalAmount })
  }

  const bought = (purchase: Purchase) => {
    toast({
      title: 'Payment Successful',
      description:
        chosen.kind === 'move' ? 'Your seat has moved.' : `${chosen.name} is yours. Welcome!`,
    })
    if (keep(purchase)) leave({ direct_success: 'true' })
    else unclear()
  }

  return { bought, unclear, keep }
}
