/** Joining the waiting list: for a full date, a full bundle, or the next date of a course. */
import { useQuery } from '@tanstack/react-query'
import { BellRing, PartyPopper } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { errorMessage } from '@/api/api-error'
import { getQuery } from '@/api/get-query'
import { NoticePage } from '@/components/notice-page'
import { PageShell } from '@/components/page-shell'
import { Button } from '@/components/ui/button'
import { ErrorState } from '@/components/ui/error-state'
import { Skeleton } from '@/components/ui/skeleton'
import { isOnHold } from '@/lib/offer'
import { Arrived } from './arrived'
import { type Joined, JoinForm } from './join-form'
import { readWaiting, type Waiting } from './wishes'

/** The form may stand open for long while seats come and go. */
const REFRESH_MS = 60_000

export function WaitingPage() {
  const [params] = useSearchParams()
  const [joined, setJoined] = useState<{ answer: Joined; isInterest: boolean } | null>(null)
  const fresh = { staleTime: 0, refetchInterval: joined ? (false as const) : REFRESH_MS }
  const bootcamps = useQuery({ ...getQuery('/api/bootcamps'), ...fresh })
  const bundles = useQuery({ ...getQuery('/api/bundles'), ...fresh })
  if (joined) return <OnTheList {...joined} />

  const error = bootcamps.error ?? bundles.error
  if (bootcamps.data && bundles.data) {
    const now = bootcamps.dataUpdatedAt
    const offer = { bootcamps: bootcamps.data, bundles: bundles.data, now }
    const waiting = readWaiting(params, offer)
    if (waiting.kind === 'free') return <FreeNow name={waiting.name} checkout={waiting.checkout} />
    return (
      <Frame waiting={waiting}>
        <JoinForm
          key={params.toString()}
          waiting={waiting}
          onJoined={(answer, { interest }) => setJoined({ answer, isInterest: interest !== null })}
          onOutOfDate={() => {
            void bootcamps.refetch()
            void bundles.refetch()
          }}
        />
      </Frame>
    )
  }
  const retry = () => {
    for (const query of [bootcamps, bundles]) if (query.isError) void query.refetch()
  }
  return (
    <Frame waiting={null}>
      {error ? (
        <ErrorState
          title="The dates couldn't be loaded"
          onRetry={retry}
          retrying={bootcamps.isFetching || bundles.isFetching}
        >
          {errorMessage(error, 'Check your connection and try again.')}
        </ErrorState>
      ) : (
        <div role="status">
          <span className="sr-only">Loading the dates</span>
          <Skeleton className="h-128 rounded-2xl" />
        </div>
      )}
    </Frame>
  )
}

type Asked = Exclude<Waiting, { kind: 'free' }>

function headingOf(waiting: Asked | null): string {
  if (waiting?.kind !== 'interest') return 'Join the waiting list'
  return waiting.course ? `The next ${waiting.course} bootcamp` : 'Hear about the next bootcamp'
}

function leadOf(waiting: Asked | null): string {
  if (waiting?.kind === 'interest')
    return "There's no date on sale right now. We'll email you when there is one."
  if (waiting?.kind === 'bundle')
    return `${waiting.bundle.name} ${isOnHold(waiting.bundle.bootcamps) ? 'has no free seat right now' : 'is sold out'}. When every bootcamp in it has a seat for you, we'll hold them together and email you.`
  const asked = waiting?.dates.find(({ id }) => id === waiting.asked)
  const standing = asked && (isOnHold([asked]) ? 'has no free seat right now' : 'is sold out')
  return `${asked ? `${asked.name} ${standing}. ` : ''}When a seat opens and you're next, we'll hold it and email you.`
}

function Frame({ waiting, children }: { waiting: Asked | null; children: ReactNode }) {
  return (
    <PageShell>
      <div className="shell grid max-w-160 grid-cols-[minmax(0,1fr)] gap-6 py-8 sm:py-12">
        <div className="grid gap-2">
          <h1 className="text-title font-extrabold">{headingOf(waiting)}</h1>
          <p className="text-lead text-muted-foreground">
            {waiting?.kind === 'interest' && waiting.isGone
              ? "What you were looking for is no longer available. We'll email you when there's a new date."
              : leadOf(waiting)}
          </p>
        </div>
        {children}
      </div>
    </PageShell>
  )
}

/** Better than a place in line. */
function FreeNow({ name, checkout }: { name: string; checkout: string }) {
  return (
    <NoticePage
      icon={PartyPopper}
      eyebrow={name}
      heading="There's a seat for you right now"
      actions={
        <Button asChild size="lg">
          <Link to={checkout}>Choose this seat</Link>
        </Button>
      }
    >
      <p>You don't need to wait: it's on sale.</p>
    </NoticePage>
  )
}

interface OnTheListProps {
  answer: Joined
  isInterest: boolean
}

function OnTheList({ answer, isInterest }: OnTheListProps) {
  return (
    <NoticePage
      icon={BellRing}
      {...(answer.place === null ? {} : { eyebrow: `Number ${answer.place} in line` })}
      heading={<Arrived words={isInterest ? "We'll let you know" : "You're on the list"} />}
      actions={
        <Button asChild size="lg" variant="outline">
          <Link to="/checkout">See dates with seats</Link>
        </Button>
      }
    >
      <p role="status">{answer.message}</p>
    </NoticePage>
  )
}
