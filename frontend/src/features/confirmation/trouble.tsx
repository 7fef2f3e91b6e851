/** The error state: what happened to the money, and the two ways on. */
import { CircleX, SearchX, TriangleAlert, Undo2 } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { Link } from 'react-router'
import { Button } from '@/components/ui/button'
import { type ToastOptions, toast } from '@/lib/toast'
import type { TroubleOutcome } from './purchase-outcome'
import { StatePage } from './state-page'
import { SupportLink } from './support-link'

/** In the words of the catalogue of errors. The page below says it at more length, and stays. */
function noticeFor(outcome: TroubleOutcome): ToastOptions | null {
  switch (outcome.kind) {
    case 'reported failed':
    case 'payment failed':
      return {
        title: 'Payment Failed',
        description: 'Your payment could not be processed. Please try again.',
      }
    case 'not charged':
      return { title: 'Error', description: outcome.message }
    case 'details missing':
      return {
        title: 'Purchase Details Missing',
        description:
          'Unable to load purchase information. Please contact support if payment was processed.',
      }
    case 'details unreadable':
      return {
        title: 'Error',
        description: 'There was an issue loading your purchase details. Please contact support.',
      }
    case 'not completed':
      return {
        title: 'Error',
        description: 'There was an issue completing your purchase. Please contact support.',
      }
    case 'refunded':
      return null
  }
}

export function Trouble({ outcome }: { outcome: TroubleOutcome }) {
  useEffect(() => {
    const notice = noticeFor(outcome)
    if (notice) toast({ ...notice, variant: 'destructive' })
  }, [outcome])

  switch (outcome.kind) {
    case 'reported failed':
      return (
        <ErrorPage icon={CircleX} heading="Your payment didn't go through">
          <p>
            Try again with another card. If your bank shows a charge from us, please contact us
            before you pay again.
          </p>
        </ErrorPage>
      )
    case 'payment failed':
      return (
        <ErrorPage icon={CircleX} heading="Your payment didn't go through">
          <p>You haven't been charged, and no seat was taken. Try another card.</p>
        </ErrorPage>
      )
    case 'not charged':
      return (
        <ErrorPage icon={CircleX} heading="Your purchase wasn't completed">
          <p>
            {outcome.message}{' '}
            {outcome.isCodeGone
              ? 'You can still buy your seat without the code.'
              : "You can choose another date, or the same one if it's still available."}
          </p>
        </ErrorPage>
      )
    case 'details missing':
    case 'details unreadable':
      return (
        <ErrorPage icon={SearchX} heading="We can't show your purchase here" contactFirst>
          <p>
            This browser doesn't have the details. If you paid, your seat is safe and your receipt
            is in your inbox. Please contact us before you pay again.
          </p>
        </ErrorPage>
      )
    case 'not completed':
      return (
        <ErrorPage icon={TriangleAlert} heading="We couldn't finish your purchase" contactFirst>
          <p>
            If your bank shows a payment to us, it isn't lost. Please contact us before you pay
            again, and we'll put it right.
          </p>
        </ErrorPage>
      )
    case 'refunded':
      return (
        <ErrorPage icon={Undo2} heading="This payment was refunded">
          <p>The full amount is on its way back to the card or account you paid with.</p>
        </ErrorPage>
      )
  }
}

interface ErrorPageProps {
  icon: typeof CircleX
  heading: string
  /** Paying again could be paying twice. */
  contactFirst?: boolean
  children: ReactNode
}

function ErrorPage({ icon, heading, contactFirst = false, children }: ErrorPageProps) {
  const support = (
    <SupportLink subject="My payment" variant={contactFirst ? 'primary' : 'outline'} />
  )
  return (
    <StatePage
      icon={icon}
      tone="bad"
      heading={heading}
      actions={
        <>
          {contactFirst && support}
          <Button asChild size="lg" variant={contactFirst ? 'outline' : 'primary'}>
            <Link to="/checkout">Try Again</Link>
          </Button>
          {!contactFirst && support}
        </>
      }
    >
      {children}
    </StatePage>
  )
}
