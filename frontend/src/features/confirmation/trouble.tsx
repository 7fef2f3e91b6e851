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
        <ErrorPage icon={CircleX} heading="Your payment did not go through">
          <p>
            Try again with another card. If your bank shows a charge from us, please contact us
            before you pay again.
          </p>
        </ErrorPage>
      )
    case 'payment failed':
      return (
        <ErrorPage icon={CircleX} heading="Your payment did not go through">
          <p>Nothing was charged and no seat was taken. Another card often helps.</p>
        </ErrorPage>
      )
    case 'not charged':
      return (
        <ErrorPage icon={CircleX} heading="This purchase did not happen">
          <p>{outcome.message} You can choose another date, or the same one again if it is free.</p>
        </ErrorPage>
      )
    case 'details missing':
    case 'details unreadable':
      return (
        <ErrorPage icon={SearchX} heading="We cannot show your purchase here">
          <p>
            This browser does not remember it. If you paid, your seat is safe and the receipt is in
            your inbox; please write to us before you pay a second time.
          </p>
        </ErrorPage>
      )
    case 'not completed':
      return (
        <ErrorPage icon={TriangleAlert} heading="We could not finish your purchase">
          <p>
            If your bank shows a payment to us, it is not lost: please write to us before you pay a
            second time, and we put it right.
          </p>
        </ErrorPage>
      )
    case 'refunded':
      return (
        <ErrorPage icon={Undo2} heading="This payment was returned">
          <p>The whole amount is on its way back to the card or account that paid it.</p>
        </ErrorPage>
      )
  }
}

interface ErrorPageProps {
  icon: typeof CircleX
  heading: string
  children: ReactNode
}

function ErrorPage({ icon, heading, children }: ErrorPageProps) {
  return (
    <StatePage
      icon={icon}
      tone="bad"
      heading={heading}
      actions={
        <>
          <Button asChild size="lg">
            <Link to="/checkout">Try Again</Link>
          </Button>
          <SupportLink subject="My payment" />
        </>
      }
    >
      {children}
    </StatePage>
  )
}
