/**
 * From the Pay click to a seat: hold it, let the provider take the payment, ask for the purchase.
 *
 * Up to the second step nothing can have been charged, and the buyer may simply try again. From
 * there on money may have moved: only the server knows, and nobody is told to try again. Some ways
 * to pay leave for another page there; whoever comes back from it comes to the confirmation.
 */
import type { Stripe, StripeElements, StripeError } from '@stripe/stripe-js'
import { ApiError } from '@/api/api-error'
import { api } from '@/api/client'
import { isAnswer } from '@/api/is-answer'
import type { components } from '@/api/schema'
import { keepLeaving } from '@/lib/left-to-pay'
import { TERMS_VERSION } from '@/lib/legal'
import type { Payable } from './package'
import { serverTimeOf } from './server-time'
import type { Buyer } from './use-buyer'
import type { Payment } from './use-payment-session'
import type { HoldAnswer } from './use-seat-hold'

export type Purchase = components['schemas']['CompletePurchaseOut']

/** What the button says is happening. */
export type Phase = 'holding' | 'confirming' | 'completing'

export type Outcome =
  | { kind: 'bought'; purchase: Purchase }
  /** Another tab was faster. */
  | { kind: 'paidBefore'; purchase: Purchase }
  /** Whether money moved is still open: the confirmation page keeps asking. */
  | { kind: 'unclear' }
  /** The card cannot be charged as it was typed; nobody has been asked yet. */
  | { kind: 'incomplete'; message: string }
  /** The provider said no; a dead payment needs another one before the next try. */
  | { kind: 'declined'; message: string; isCard?: boolean; isDead?: boolean }
  /** Before the card was touched. */
  | { kind: 'notHeld'; error: unknown }
  /** The server says that nothing was bought; without an error it gave no reason. */
  | { kind: 'notCompleted'; error: ApiError | null }

interface Order {
  stripe: Stripe
  elements: StripeElements
  payment: Payment
  items: Payable['items']
  buyer: Buyer
  contact: { phone: string; smsConsent: boolean }
  onPhase: (phase: Phase) => void
  onHeld: (answer: HoldAnswer) => void
}

/** Paid on a page of their own, which takes longer than a card. */
const ELSEWHERE = ['klarna', 'affirm', 'afterpay_clearpay']

/** A connection that hangs is a lost one. */
const PATIENCE_MS = 30_000

export async function pay(order: Order): Promise<Outcome> {
  order.onPhase('holding')
  let method = 'card'
  try {
    // Nobody's seat is held for a card number that is not even complete. A wallet opens here.
    const { error: incomplete, selectedPaymentMethod } = await order.elements.submit()
    if (incomplete) return { kind: 'incomplete', message: incomplete.message ?? '' }
    method = selectedPaymentMethod ?? method
    order.onHeld(await whenThereIsRoom(() => holdSeat(order, ELSEWHERE.includes(method))))
  } catch (error) {
    return isOver(error)
      ? whatBecame(order, { kind: 'notHeld', error })
      : { kind: 'notHeld', error }
  }
  order.onPhase('confirming')
  const { pathname, search } = window.location
  const { payment, contact } = order
  keepLeaving({
    paymentIntentId: payment.paymentIntentId,
    from: pathname + search,
    ...contact,
  })
  const refusal = await confirm(order)
  if (refusal) {
    if (refusal.kind !== 'declined') return refusal
    const declined = { ...refusal, isCard: !ELSEWHERE.includes(method) }
    return refusal.isDead ? whatBecame(order, declined) : declined
  }
  order.onPhase('completing')
  return complete(order)
}

const OVER: readonly (string | null)[] = ['already_paid', 'payment_in_progress', 'not_charged']

/** The payment was no longer open: another tab of this buyer may have paid it. */
const isOver = (error: unknown) => error instanceof ApiError && OVER.includes(error.code)

/** Asked before anything is said about money; `otherwise` where nothing was bought. */
async function whatBecame(order: Order, otherwise: Outcome): Promise<Outcome> {
  const found = await complete(order)
  if (found.kind === 'bought') return { kind: 'paidBefore', purchase: found.purchase }
  return found.kind === 'unclear' ? found : otherwise
}

/** In a crowd the server may be away for a moment: it is asked again when it said to. */
async function whenThereIsRoom<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  const until = Date.now() + PATIENCE_MS
  while (true) {
    try {
      return await ask()
    } catch (error) {
      const isAway = error instanceof ApiError && error.status === 503
      const wait = isAway ? error.retryAfterMs : null
      if (wait === null || Date.now() + wait >= until) throw error
      await new Promise((resolve) => setTimeout(resolve, wait))
    }
  }
}

async function holdSeat({ payment, contact }: Order, isElsewhere: boolean): Promise<HoldAnswer> {
  const { data, response } = await api.POST('/api/checkout/hold', {
    body: {
      paymentIntentId: payment.paymentIntentId,
      clientSecret: payment.clientSecret,
      termsVersion: TERMS_VERSION,
      phone: contact.phone.trim(),
      smsConsent: contact.smsConsent,
      method: isElsewhere ? 'redirect' : 'card',
    },
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
  return {
    heldUntil: data?.heldUntil ?? null,
    serverTime: serverTimeOf(response),
    isLonger: isElsewhere,
  }
}

const goesOn = ['requires_capture', 'succeeded', 'processing']

/** Undefined when the card was accepted, or when only the server can tell. */
async function confirm(order: Order): Promise<Outcome | undefined> {
  const { stripe, elements, buyer } = order
  const email = buyer.email.trim()
  try {
    const { error, paymentIntent } = await stripe.confirmPayment({
      elements,
      confirmParams: {
        return_url: `${window.location.origin}/confirmation`,
        receipt_email: email,
        payment_method_data: { billing_details: { name: buyer.fullName.trim(), email } },
      },
      redirect: 'if_required',
    })
    if (!error) {
      return goesOn.includes(paymentIntent.status) ? undefined : { kind: 'declined', message: '' }
    }
    if (!isFinal(error)) return undefined
    const isDead = error.type === 'invalid_request_error'
    return { kind: 'declined', message: error.message ?? '', isDead }
  } catch {
    return undefined
  }
}

/** A refusal of the card is final. A lost connection, or a payment already made, is not. */
function isFinal({ type, payment_intent: intent }: StripeError): boolean {
  if (intent && goesOn.includes(intent.status)) return false
  return type === 'card_error' || type === 'validation_error' || type === 'invalid_request_error'
}

async function complete({ payment, items }: Order): Promise<Outcome> {
  try {
    const { data: purchase } = await api.POST('/api/complete-purchase', {
      body: {
        paymentIntentId: payment.paymentIntentId,
        ...items,
        clientSecret: payment.clientSecret,
      },
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    if (purchase?.status === 'completed') return { kind: 'bought', purchase }
    if (purchase?.status === 'failed') return { kind: 'notCompleted', error: null }
    return { kind: 'unclear' }
  } catch (error) {
    return isAnswer(error) ? { kind: 'notCompleted', error } : { kind: 'unclear' }
  }
}
