/** The payment step: waiting for its turn, being prepared, refused, or the card form itself. */
import { LockKeyhole } from 'lucide-react'
import { type ReactNode, type Ref, useState } from 'react'
import { SessionTime } from '@/components/session-time'
import { ErrorState } from '@/components/ui/error-state'
import { AlreadyPaid } from './already-paid'
import { type Payable, seatsOf } from './package'
import type { PayFailure } from './pay-failure'
import { PaymentSkeleton } from './payment-skeleton'
import { StepPanel } from './step-panel'
import type { CheckoutFacts } from './use-checkout-facts'
import type { Checkout } from './use-pay'
import type { PaymentSession } from './use-payment-session'
import { useStripeJs } from './use-stripe-js'

interface PaymentStepProps {
  facts: CheckoutFacts
  session: PaymentSession
  /** Everything for paying except the payment itself; undefined while nothing can be bought. */
  checkout: Omit<Checkout, 'payment' | 'renewPayment'> | undefined
  /** What is missing before this step can begin, in words. */
  waitsFor: string | null
  /** Why what is chosen cannot be bought. */
  notice: ReactNode
  isDetailsComplete: boolean
  total: string | null
  failure: PayFailure | null
  ref: Ref<HTMLElement>
  /** Its place among the steps; none where it is the only one. */
  number?: number
  /** Everything is there but the press of the button. */
  onPayable: (isPayable: boolean) => void
  payRef: Ref<HTMLButtonElement>
}

export function PaymentStep(props: PaymentStepProps) {
  const { facts, session, checkout, waitsFor, notice, total, ref, number } = props
  // From the first moment, so that the form does not wait for it later.
  const script = useStripeJs(facts.publishableKey)
  const isWaiting = !notice && !session.payment && waitsFor !== null
  return (
    <StepPanel
      ref={ref}
      number={number}
      title="Payment"
      isWaiting={isWaiting}
      aside={total && <span className="text-lg font-semibold tabular-nums">{total}</span>}
    >
      {notice || (
        <>
          {isWaiting && <Waiting>{waitsFor}</Waiting>}
          {!isWaiting && checkout && (
            <>
              <WhatIsPaidFor chosen={checkout.chosen} />
              <Prepared {...props} script={script} checkout={checkout} />
            </>
          )}
        </>
      )}
    </StepPanel>
  )
}

/** Beside the card, where the summary may be out of sight. */
function WhatIsPaidFor({ chosen }: { chosen: Payable }) {
  return (
    <p className="-mt-2 text-sm text-muted-foreground">
      {chosen.name}
      {chosen.kind === 'bootcamp' && (
        <>
          {' · '}
          <SessionTime {...chosen.bootcamp} />
        </>
      )}
      {chosen.kind === 'bundle' &&
        ` · ${seatsOf(chosen) === 1 ? '1 bootcamp' : `${seatsOf(chosen)} bootcamps`}`}
    </p>
  )
}

function Waiting({ children }: { children: ReactNode }) {
  return (
    <p className="flex gap-3 rounded-lg bg-surface-2 p-4 text-[0.9375rem] text-muted-foreground">
      <LockKeyhole aria-hidden className="mt-0.5 size-5 shrink-0" />
      {children}
    </p>
  )
}

interface PreparedProps extends PaymentStepProps {
  checkout: NonNullable<PaymentStepProps['checkout']>
  script: ReturnType<typeof useStripeJs>
}

function Prepared(props: PreparedProps) {
  const { facts, session, checkout, script, isDetailsComplete, failure, onPayable, payRef } = props
  const [attempt, setAttempt] = useState(0)
  const { payment, problem, isSettling, isRefused, retry } = session

  if (facts.hasFailed || script.hasFailed) {
    const part = facts.hasFailed ? facts : script
    return (
      <ErrorState
        title="The payment form couldn't be loaded"
        onRetry={part.retry}
        retrying={part.isFetching}
        className="py-8"
      >
        You haven't been charged. Check your connection and any script blocker, then try again.
      </ErrorState>
    )
  }
  if (failure?.isPaid) return <AlreadyPaid>{failure.message}</AlreadyPaid>
  if (session.isOwned && problem) return <AlreadyPaid>{problem}</AlreadyPaid>
  if (problem && !payment) {
    return (
      <ErrorState title="We couldn't start your payment" onRetry={retry} className="py-8">
        {problem}
      </ErrorState>
    )
  }
  if (!payment || !script.loaded) return <PaymentSkeleton />

  const { stripe, CardForm } = script.loaded
  return (
    <CardForm
      // The secret of a mounted form cannot change, so another one is another form.
      key={`${payment.clientSecret} ${attempt}`}
      stripe={stripe}
      checkout={{ ...checkout, payment, renewPayment: retry }}
      isSettling={isSettling}
      isDetailsComplete={isDetailsComplete}
      isRefused={isRefused}
      problem={problem}
      failure={failure}
      onPayable={onPayable}
      payRef={payRef}
      onReload={() => {
        setAttempt(attempt + 1)
        retry()
      }}
    />
  )
}
