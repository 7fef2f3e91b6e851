/** The ways to pay and the Pay button. A card's digits stay in the provider's frame. */
import { PaymentElement } from '@stripe/react-stripe-js'
import { Lock, LockKeyhole, type LucideIcon, ShieldCheck } from 'lucide-react'
import { type FormEvent, type ReactNode, type Ref, useEffect, useId, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { ErrorState } from '@/components/ui/error-state'
import { cn } from '@/lib/cn'
import { readLeaving } from '@/lib/left-to-pay'
import { formatCents, toCents } from '@/lib/money'
import { toast } from '@/lib/toast'
import { ContactFields } from './contact-fields'
import { HoldNotice } from './hold-notice'
import { PAYMENT_FORM } from './next-step'
import { seatsOf } from './package'
import type { Phase } from './pay'
import { isReadingAlert, PayAlert } from './pay-alert'
import type { PayFailure } from './pay-failure'
import { CardSkeleton } from './payment-skeleton'
import { TermsCheckbox } from './terms-checkbox'
import { type Checkout, type Contact, usePay } from './use-pay'

const MISSING = 'Please fill in all required fields and accept the terms.'
const NO_NUMBER = 'Enter a phone number for text messages, or uncheck the box.'

const happening: Record<Phase, string> = {
  holding: 'Checking your seat...',
  confirming: 'Confirming your payment...',
  completing: 'Reserving your seat...',
}

// Both are known from the step before; the frame need not ask again.
const fields = { billingDetails: { name: 'never', email: 'never' } } as const

export interface PaymentFormProps {
  checkout: Checkout
  isSettling: boolean
  isDetailsComplete: boolean
  /** The server wants the address or the name to be corrected first. */
  isRefused: boolean
  /** Why the server does not know what was typed last. */
  problem: string | null
  failure: PayFailure | null
  onPayable: (isPayable: boolean) => void
  payRef: Ref<HTMLButtonElement>
  /** The provider's part did not come: begin again. */
  onReload: () => void
}

export function PaymentForm(props: PaymentFormProps) {
  const { checkout, isSettling, isDetailsComplete, isRefused, problem, failure } = props
  const { onPayable, payRef, onReload } = props
  const { chosen, payment, hold, renewPayment, onFailure } = checkout
  const [card, setCard] = useState<'loading' | 'ready' | 'failed'>('loading')
  const [contact, setContact] = useState<Contact>(() => contactBefore(payment.paymentIntentId))
  const [phoneError, setPhoneError] = useState<string>()
  const [isAccepted, setAccepted] = useState(false)
  const phone = useRef<HTMLInputElement>(null)
  const refusePhone = (message: string) => {
    setPhoneError(message)
    phone.current?.closest('details')?.setAttribute('open', '')
    phone.current?.focus()
  }
  const { start, phase, isReady } = usePay(checkout, refusePhone)
  const reasonId = useId()

  const canPay = isReady && card === 'ready' && !isRefused && !problem
  const isPayable = canPay && isAccepted && isDetailsComplete && !isSettling
  useEffect(() => {
    onPayable(isPayable)
    return () => onPayable(false)
  }, [isPayable, onPayable])
  const changed = () => onFailure(null)
  const seats = seatsOf(chosen)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (phase || isSettling || !canPay) return
    if (!isDetailsComplete || !isAccepted) {
      toast({ title: 'Error', description: MISSING, variant: 'destructive' })
    } else if (contact.smsConsent && !contact.phone.trim()) {
      refusePhone(NO_NUMBER)
    } else {
      void start(contact)
    }
  }

  if (card === 'failed') {
    return (
      <ErrorState title="The payment form couldn't be loaded" onRetry={onReload} className="py-8">
        You haven't been charged. Check your connection and try again.
      </ErrorState>
    )
  }

  return (
    <form
      id={PAYMENT_FORM}
      noValidate
      aria-label="Payment"
      className="grid gap-6"
      onSubmit={submit}
    >
      <div className="grid">
        {card === 'loading' && (
          <div className="col-start-1 row-start-1">
            <CardSkeleton />
          </div>
        )}
        {/* A frame of another color scheme than its document gets an opaque white ground. */}
        <div
          className={cn(
            'col-start-1 row-start-1 [&_iframe]:scheme-light!',
            card === 'loading' && 'opacity-0',
          )}
        >
          <PaymentElement
            options={{ fields, layout: 'tabs' }}
            onReady={() => setCard('ready')}
            onLoadError={() => setCard('failed')}
            // The provider marks a refused card in its form, which is no change by the buyer.
            onChange={() => isReadingAlert() || changed()}
          />
        </div>
      </div>
      {/* Who moves a seat has said it when they bought it. */}
      {chosen.kind !== 'move' && (
        <ContactFields
          phoneRef={phone}
          contact={contact}
          error={phoneError}
          isLocked={phase !== null}
          onChange={(next) => {
            setContact(next)
            setPhoneError(undefined)
            changed()
          }}
        />
      )}
      <TermsCheckbox
        checked={isAccepted}
        isLocked={phase !== null}
        onChange={(next) => {
          setAccepted(next)
          changed()
        }}
      />
      {failure && <PayAlert failure={failure} hold={hold.of(chosen.key)} seats={seats} />}
      {problem && <NotSaved problem={problem} onRetry={renewPayment} />}
      <div className="grid gap-3">
        <Button
          ref={payRef}
          type="submit"
          size="lg"
          className="w-full"
          disabled={!isAccepted || !canPay}
          aria-describedby={reasonId}
          busy={phase !== null || isSettling}
          busyLabel={phase ? happening[phase] : 'Saving your details...'}
        >
          <Lock aria-hidden />
          Pay {formatCents(toCents(payment.totalAmount), { exact: true })}
        </Button>
        <p id={reasonId} className="min-h-10 text-center text-sm text-muted-foreground">
          {whyNot({ isAccepted, isRefused }) ??
            (seats > 1
              ? "You're only charged once your seats are confirmed."
              : "You're only charged once your seat is confirmed.")}
        </p>
        {/* It appears while Pay is pressed: below the button, which must not move then. */}
        <HoldNotice hold={hold.of(chosen.key)} seats={seats} />
        <Assurance isMove={chosen.kind === 'move'} />
      </div>
    </form>
  )
}

/** As it was when the buyer left for another page to pay, and came back without having paid. */
function contactBefore(paymentIntentId: string): Contact {
  const { phone = '', smsConsent = false } = readLeaving(paymentIntentId) ?? {}
  return { phone, smsConsent }
}

/** What somebody asks themselves before they press Pay. */
function Assurance({ isMove }: { isMove: boolean }) {
  return (
    <ul className="grid gap-2 border-t pt-5 text-sm text-muted-foreground">
      <Assured icon={LockKeyhole}>Secured by Stripe. We never see your card details.</Assured>
      {!isMove && (
        <Assured icon={ShieldCheck}>100% refund if you ask before your first session ends.</Assured>
      )}
    </ul>
  )
}

function Assured({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <li className="flex gap-2">
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-primary" />
      {children}
    </li>
  )
}

function whyNot({ isAccepted, isRefused }: { isAccepted: boolean; isRefused: boolean }) {
  if (isRefused) return 'Correct your information above to pay.'
  return isAccepted ? null : 'Accept the terms to pay.'
}

/** The card stays; only what was changed after it has to reach the server before one pays. */
function NotSaved({ problem, onRetry }: { problem: string; onRetry: () => void }) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-between gap-3 rounded-lg border border-destructive/40 bg-market-soft/60 p-4 text-[0.9375rem]"
    >
      <p className="min-w-0 flex-1 basis-48">
        <span className="font-semibold">Your last change wasn't saved.</span> {problem}
      </p>
      <Button variant="outline" size="sm" onClick={onRetry}>
        Retry
      </Button>
    </div>
  )
}
