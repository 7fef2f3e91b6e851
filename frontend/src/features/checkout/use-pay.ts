/** Paying, and what the buyer is told and shown at the end of it. */
import { useElements, useStripe } from '@stripe/react-stripe-js'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiError, errorMessage } from '@/api/api-error'
import { toast } from '@/lib/toast'
import type { Package } from './package'
import { type Outcome, type Phase, type Purchase, pay } from './pay'
import { rememberPurchase } from './remember-purchase'
import type { Buyer } from './use-buyer'
import { CHECKOUT_KEY } from './use-checkout-facts'
import type { Payment } from './use-payment-session'
import type { SeatHold } from './use-seat-hold'

const NOT_PROCESSED = 'An error occurred while processing your payment. Please try again.'
const NOT_COMPLETED = 'Purchase completion failed'
const NOT_PAID = 'Your payment could not be processed. Please try again.'

/** What one owns, and what is left for others. */
const changedByBuying = [
  CHECKOUT_KEY,
  ['/api/bootcamps'],
  ['/api/bundles'],
  ['/api/user/purchases'],
] as const

export interface Checkout {
  chosen: Package
  payment: Payment
  buyer: Buyer
  hold: SeatHold
  /** The offer or the payment on the page is out of date. */
  refresh: () => void
  renewPayment: () => void
  onPaying: (isPaying: boolean) => void
}

export interface Contact {
  phone: string
  smsConsent: boolean
}

function sayError(description: string, title = 'Error') {
  toast({ title, description, variant: 'destructive' })
}

export function usePay(checkout: Checkout, onPhoneRefused: (message: string) => void) {
  const { chosen, payment, buyer, hold, refresh, renewPayment, onPaying } = checkout
  const stripe = useStripe()
  const elements = useElements()
  const showResult = useShowResult(checkout)
  const [phase, setPhase] = useState<Phase | null>(null)

  const stay = () => {
    setPhase(null)
    onPaying(false)
  }

  /** Answers whether the page is left. */
  function conclude(outcome: Outcome): boolean {
    switch (outcome.kind) {
      case 'bought':
        showResult.bought(outcome.purchase)
        return true
      case 'unclear':
        showResult.unclear()
        return true
      case 'declined':
        sayError(outcome.message || NOT_PAID, 'Payment Failed')
        if (outcome.isDead) renewPayment()
        return false
      case 'notHeld': {
        const { error } = outcome
        sayError(errorMessage(error, NOT_PROCESSED))
        if (error instanceof ApiError && error.fields.phone) onPhoneRefused(error.fields.phone)
        if (error instanceof ApiError && error.status === 409) refresh()
        if (error instanceof ApiError && error.status === 404) renewPayment()
        return false
      }
      case 'notCompleted':
        sayError(errorMessage(outcome.error, NOT_COMPLETED))
        refresh()
        // The payment has ended with this; another try needs another one.
        renewPayment()
        return false
    }
  }

  async function start(contact: Contact) {
    if (!stripe || !elements || phase) return
    onPaying(true)
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

function useShowResult({ chosen, payment, buyer }: Checkout) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()

  const leave = (params: Record<string, string>) => {
    for (const queryKey of changedByBuying) {
      void queryClient.invalidateQueries({ queryKey, refetchType: 'none' })
    }
    // In place of the checkout: going back must not lead to paying twice.
    void navigate(`/confirmation?${new URLSearchParams(params)}`, { replace: true })
  }

  const unclear = () =>
    leave({
      payment_intent: payment.paymentIntentId,
      payment_intent_client_secret: payment.clientSecret,
      redirect_status: 'succeeded',
    })

  const bought = (purchase: Purchase) => {
    toast({
      title: 'Payment Successful',
      description: `${chosen.name} is yours. Welcome!`,
    })
    const { totalAmount } = payment
    const isKept = rememberPurchase(purchase, { guestEmail: buyer.email.trim(), totalAmount })
    if (isKept) leave({ direct_success: 'true' })
    else unclear()
  }

  return { bought, unclear }
}
