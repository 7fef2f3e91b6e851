/** The card form and the Pay button. The card's digits stay in the provider's frame. */
import { PaymentElement } from '@stripe/react-stripe-js'
import { Lock } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { ErrorState } from '@/components/ui/error-state'
import { cn } from '@/lib/cn'
import { formatCents, toCents } from '@/lib/money'
import { toast } from '@/lib/toast'
import { ContactFields } from './contact-fields'
import { HoldNotice } from './hold-notice'
import type { Phase } from './pay'
import { CardSkeleton } from './payment-skeleton'
import { TermsCheckbox } from './terms-checkbox'
import { type Checkout, type Contact, usePay } from './use-pay'

const MISSING = 'Please fill in all required fields and accept the terms.'
const NO_NUMBER = 'Enter a number for the text messages, or untick them.'

const happening: Record<Phase, string> = {
  holding: 'Checking your seat...',
  confirming: 'Confirming your payment...',
  completing: 'Reserving your seat...',
}

// Both are known from the step before; the frame need not ask again.
const fields = { billingDetails: { name: 'never', email: 'never' } } as const

interface PaymentFormProps {
  checkout: Checkout
  isSettling: boolean
  isDetailsComplete: boolean
  /** The provider's part did not come: begin again. */
  onReload: () => void
}

export function PaymentForm(props: PaymentFormProps) {
  const { checkout, isSettling, isDetailsComplete, onReload } = props
  const { chosen, payment, hold } = checkout
  const [card, setCard] = useState<'loading' | 'ready' | 'failed'>('loading')
  const [contact, setContact] = useState<Contact>({ phone: '', smsConsent: false })
  const [phoneError, setPhoneError] = useState<string>()
  const [isAccepted, setAccepted] = useState(false)
  const phone = useRef<HTMLInputElement>(null)
  const refusePhone = (message: string) => {
    setPhoneError(message)
    phone.current?.focus()
  }
  const { start, phase, isReady } = usePay(checkout, refusePhone)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (phase || isSettling) return
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
      <ErrorState title="The payment form could not be loaded" onRetry={onReload} className="py-8">
        Nothing was charged. Check your connection and try again.
      </ErrorState>
    )
  }

  return (
    <form noValidate aria-label="Payment" className="grid gap-6" onSubmit={submit}>
      <div className="grid">
        {card === 'loading' && (
          <div className="col-start-1 row-start-1">
            <CardSkeleton />
          </div>
        )}
        {/* A frame of another colour scheme than its document gets an opaque white ground. */}
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
          />
        </div>
      </div>
      <ContactFields
        phoneRef={phone}
        contact={contact}
        error={phoneError}
        isLocked={phase !== null}
        onChange={(next) => {
          setContact(next)
          setPhoneError(undefined)
        }}
      />
      <TermsCheckbox checked={isAccepted} isLocked={phase !== null} onChange={setAccepted} />
      <HoldNotice hold={hold.of(chosen.key)} />
      <div className="grid gap-3">
        <Button
          type="submit"
          size="lg"
          className="w-full"
          disabled={!isAccepted || !isReady || card === 'loading'}
          busy={phase !== null || isSettling}
          busyLabel={phase ? happening[phase] : 'Saving your details...'}
        >
          <Lock aria-hidden />
          Pay {formatCents(toCents(payment.totalAmount), { exact: true })}
        </Button>
        <p className="text-center text-sm text-muted-foreground">
          You pay only when your seat is yours: we check the seat before your card is charged.
        </p>
      </div>
    </form>
  )
}
