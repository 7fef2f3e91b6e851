/** Where the email after a class leads: feedback in a minute, once, without signing in. */
import { useState } from 'react'
import { useLocation, useParams } from 'react-router'
import { PageShell } from '@/components/page-shell'
import { Skeleton } from '@/components/ui/skeleton'
import { cohortDay } from '@/lib/cohorts'
import { site } from '@/lib/site'
import { NoLink } from '@/session/no-link'
import { scoreIn } from './draft'
import { FeedbackForm } from './feedback-form'
import { AnotherReaderCard, ExpiredCard, GivenCard } from './outcome'
import { type Feedback, useFeedback } from './use-feedback'

export function FeedbackPage() {
  const { token = '' } = useParams()
  const { data, error, isFetching, refetch } = useFeedback(token)
  if (data) return <Open key={token} feedback={data} token={token} />
  if (error) return <NoLink error={error} retrying={isFetching} onRetry={() => void refetch()} />
  return <Loading />
}

function Open({ feedback, token }: { feedback: Feedback; token: string }) {
  const [isNews, setIsNews] = useState(false)
  const picked = scoreIn(useLocation().search)
  return (
    <PageShell>
      <div className="shell grid max-w-160 grid-cols-[minmax(0,1fr)] gap-5 py-6 sm:py-10">
        <div className="grid gap-2">
          <h1 className="text-title font-extrabold wrap-anywhere">
            How was {feedback.bootcampName}?
          </h1>
          <p className="text-lead text-muted-foreground">You attended on {cohortDay(feedback)}.</p>
        </div>
        <Body
          feedback={feedback}
          token={token}
          picked={picked}
          isNews={isNews}
          onGiven={() => setIsNews(true)}
        />
        <p className="text-center text-sm text-muted-foreground">
          This link is personal, so please don't share it. Questions? Email{' '}
          <a
            href={`mailto:${site.supportEmail}`}
            className="rounded-sm text-primary underline underline-offset-4 hover:decoration-2"
          >
            {site.supportEmail}
          </a>
          .
        </p>
      </div>
    </PageShell>
  )
}

interface BodyProps {
  feedback: Feedback
  token: string
  picked: number | null
  isNews: boolean
  onGiven: () => void
}

function Body({ feedback, token, picked, isNews, onGiven }: BodyProps) {
  const { given, isOpen, isAnotherReader, firstName, timezone } = feedback
  if (isAnotherReader) return <AnotherReaderCard firstName={firstName} />
  if (given) return <GivenCard given={given} timezone={timezone} isNews={isNews} />
  if (!isOpen) return <ExpiredCard feedback={feedback} />
  return <FeedbackForm feedback={feedback} token={token} picked={picked} onGiven={onGiven} />
}

/** About as tall as the form. */
function Loading() {
  return (
    <PageShell>
      <div role="status" className="shell grid max-w-160 gap-5 py-6 sm:py-10">
        <p className="sr-only">Loading your class</p>
        <Skeleton className="h-24 w-96 max-w-full rounded-2xl" />
        <Skeleton className="h-120 rounded-2xl" />
      </div>
    </PageShell>
  )
}
