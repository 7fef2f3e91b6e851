/** After the answer, or when there is none to give any more: what was said, and the way on. */
import { CircleCheck, Clock, UserRoundX } from 'lucide-react'
import { Link } from 'react-router'
import { LogoutButton } from '@/components/logout-button'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { formatDate } from '@/lib/dates'
import { site } from '@/lib/site'
import { useFocusOn } from '@/lib/use-focus-on'
import type { Feedback, Given } from './use-feedback'

interface GivenCardProps {
  given: Given
  timezone: string
  /** Just now, and not at an earlier visit. */
  isNews: boolean
}

export function GivenCard({ given, timezone, isNews }: GivenCardProps) {
  const heading = useFocusOn<HTMLHeadingElement>(isNews)
  const { score, words, mayShow, firstName, givenAt } = given
  return (
    <Card>
      <div className="flex gap-3.5">
        <CircleCheck aria-hidden className="mt-0.5 size-6 shrink-0 text-primary" />
        <div className="grid min-w-0 gap-1">
          <h2 ref={heading} tabIndex={-1} className="text-xl font-bold tracking-tight outline-none">
            {isNews ? 'Thank you' : 'You gave your feedback'}
          </h2>
          <p className="text-muted-foreground">
            {isNews
              ? 'Your feedback has been sent.'
              : `On ${formatDate(givenAt, timezone)}. It can be given once.`}
          </p>
        </div>
      </div>
      <dl className="grid gap-4 border-t pt-5">
        <div className="grid gap-0.5">
          <dt className="text-sm text-muted-foreground">Your score</dt>
          <dd className="font-semibold tabular-nums">{score} out of 10</dd>
        </div>
        {words && (
          <div className="grid gap-0.5">
            <dt className="text-sm text-muted-foreground">Your words</dt>
            <dd className="wrap-anywhere whitespace-pre-line">{words}</dd>
          </div>
        )}
        <div className="grid gap-0.5">
          <dt className="text-sm text-muted-foreground">On our website</dt>
          <dd className="wrap-anywhere">
            {mayShow && words
              ? `May be shown${firstName && ` as “${firstName}”`}. To take that back, write to ${site.supportEmail}.`
              : 'Not shown.'}
          </dd>
        </div>
      </dl>
    </Card>
  )
}

export function ExpiredCard({ feedback }: { feedback: Feedback }) {
  return (
    <Card>
      <div className="flex gap-3.5">
        <Clock aria-hidden className="mt-0.5 size-6 shrink-0 text-muted-foreground" />
        <div className="grid min-w-0 justify-items-start gap-3">
          <h2 className="text-xl font-bold tracking-tight">The time for feedback is over</h2>
          <p className="text-muted-foreground">
            It could be given until {formatDate(feedback.answerBy, feedback.timezone)}. You can
            still write to us: we read everything.
          </p>
          <Button asChild variant="outline">
            <Link to="/contact">Contact us</Link>
          </Button>
        </div>
      </div>
    </Card>
  )
}

/** Their feedback would be said in somebody else's name. */
export function AnotherReaderCard({ firstName }: { firstName: string }) {
  return (
    <Card>
      <div className="flex gap-3.5">
        <UserRoundX aria-hidden className="mt-0.5 size-6 shrink-0 text-muted-foreground" />
        <div className="grid min-w-0 justify-items-start gap-3">
          <h2 className="text-xl font-bold tracking-tight">You're signed in as someone else</h2>
          <p className="wrap-anywhere text-muted-foreground">
            This link was sent to {firstName || 'another person'}. Sign out and open it again to
            answer as them, or find your own classes in your portal.
          </p>
          <div className="flex flex-wrap gap-3">
            <LogoutButton />
            <Button asChild size="sm">
              <Link to="/portal">Open your portal</Link>
            </Button>
          </div>
        </div>
      </div>
    </Card>
  )
}
