/** One's place in line, by the emailed link. Opening it changes nothing; the button leaves the list. */
import { Armchair, BellOff, CalendarDays, CircleCheck, ListX } from 'lucide-react'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { errorMessage } from '@/api/api-error'
import { $api } from '@/api/client'
import type { components } from '@/api/schema'
import { NoticePage } from '@/components/notice-page'
import { PageShell } from '@/components/page-shell'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Skeleton } from '@/components/ui/skeleton'
import { formatMoment, viewerZone } from '@/lib/dates'
import { NoLink } from '@/session/no-link'
import { StartTime } from '@/session/start-time'
import { Arrived } from './arrived'
import { Refusal } from './refusal'
import { SeeDates } from './see-dates'

type Entry = components['schemas']['WaitingEntryOut']

const NOT_LEFT = "We couldn't take you off the list. Please try again."

export function WaitingEntryPage() {
  const { token = '' } = useParams()
  const params = { params: { path: { token } } }
  const { data, error, isFetching, refetch } = $api.useQuery(
    'get',
    '/api/waiting-list/{token}',
    params,
    // Places move, and an offer may have come.
    { staleTime: 0, gcTime: 0, refetchOnWindowFocus: true },
  )
  const leave = $api.useMutation('post', '/api/waiting-list/{token}/leave')
  if (leave.isSuccess) return <Left isNews />
  if (error && !data)
    return (
      <NoLink
        error={error}
        retrying={isFetching}
        onRetry={() => void refetch()}
        first={<SeeDates />}
      />
    )
  if (!data) return <Loading />
  const { state } = data
  if (state === 'left') return <Left />
  if (state === 'taken' || state === 'has seat') return <Taken />
  if (state !== 'waiting' && state !== 'offered') return <Off />
  return (
    <OnTheList
      entry={data}
      leaving={leave.isPending}
      refusal={leave.error ? errorMessage(leave.error, NOT_LEFT) : ''}
      onLeave={() => leave.mutate(params)}
    />
  )
}

interface OnTheListProps {
  entry: Entry
  leaving: boolean
  refusal: string
  onLeave: () => void
}

function OnTheList({ entry, leaving, refusal, onLeave }: OnTheListProps) {
  const { place, email, wishes, offer, bundle } = entry
  // No date yet: they hear of the next one.
  const isInterest = wishes.some(({ bootcampId }) => bootcampId === null)
  const [asks, setAsks] = useState(false)
  return (
    <PageShell>
      <div className="shell grid max-w-160 grid-cols-[minmax(0,1fr)] gap-6 py-8 sm:py-12">
        <div className="grid gap-2">
          <h1 className="text-title font-extrabold">
            {isInterest ? "You're on the list" : 'Your place in line'}
          </h1>
          <p className="text-lead wrap-anywhere text-muted-foreground">
            {offer
              ? `We've emailed ${email} about your seat.`
              : `We'll email ${email} when ${isInterest ? 'a date is set' : 'a seat is yours'}.`}
          </p>
        </div>
        {offer && (
          <Card className="border-primary bg-accent-soft">
            <p className="flex gap-3 font-semibold">
              <Armchair aria-hidden className="mt-0.5 size-5 shrink-0" />A seat is held for you
              right now.
            </p>
            <p>
              Take it with the link in our email by {formatMoment(offer.expiresAt, viewerZone())}.
            </p>
          </Card>
        )}
        <Card>
          {place !== null && (
            <p className="flex items-baseline gap-3">
              <span className="font-display text-5xl font-extrabold tracking-tight tabular-nums">
                {place}
              </span>
              <span className="text-muted-foreground">
                {place === 1 ? "in line: you're next" : 'in line'}
              </span>
            </p>
          )}
          {bundle && <p className="font-semibold wrap-anywhere">{bundle.name}</p>}
          <ul className="grid gap-4">
            {wishes.map(({ bootcampId, name, startsAt, timezone }) => (
              <li key={bootcampId ?? name} className="flex gap-3">
                <CalendarDays aria-hidden className="mt-0.5 size-5 shrink-0 opacity-70" />
                <span className="grid gap-0.5">
                  <span className="font-medium wrap-anywhere">{name}</span>
                  {startsAt && <StartTime startsAt={startsAt} timezone={timezone} />}
                </span>
              </li>
            ))}
          </ul>
          {refusal && <Refusal words={refusal} />}
          <Button
            variant="outline"
            className="justify-self-start max-sm:w-full"
            busy={leaving}
            busyLabel="Leaving…"
            onClick={() => setAsks(true)}
          >
            Leave the list
          </Button>
        </Card>
      </div>
      <ConfirmDialog
        open={asks}
        onOpenChange={setAsks}
        title="Leave the waiting list?"
        description={
          isInterest
            ? "We won't email you about new dates."
            : 'Your place goes to the next person. If you join again, you start at the end of the line.'
        }
        confirmLabel="Leave the list"
        cancelLabel="Stay"
        destructive
        onConfirm={() => {
          setAsks(false)
          onLeave()
        }}
      />
    </PageShell>
  )
}

/** `isNews` when it has just happened here. */
function Left({ isNews = false }: { isNews?: boolean }) {
  return (
    <NoticePage
      icon={BellOff}
      heading={<Arrived words="You're off the list" isNews={isNews} />}
      actions={<SeeDates />}
    >
      <p role="status">We won't email you about it again.</p>
    </NoticePage>
  )
}

function Taken() {
  return (
    <NoticePage
      icon={CircleCheck}
      heading="You have your seat"
      actions={
        <Button asChild size="lg">
          <Link to="/portal">Go to My Bootcamps</Link>
        </Button>
      }
    >
      <p>You're no longer waiting: we've emailed you your confirmation.</p>
    </NoticePage>
  )
}

/** Removed, passed over twice, or the class is gone: whatever it was, they were told by email. */
function Off() {
  return (
    <NoticePage icon={ListX} heading="You're no longer on the list" actions={<SeeDates />}>
      <p>You can still choose another date, or join the list again from there.</p>
    </NoticePage>
  )
}

function Loading() {
  return (
    <PageShell>
      <div
        role="status"
        className="shell grid max-w-160 grid-cols-[minmax(0,1fr)] gap-6 py-8 sm:py-12"
      >
        <span className="sr-only">Loading your place in line</span>
        <Skeleton className="h-24 rounded-2xl" />
        <Skeleton className="h-72 rounded-2xl" />
      </div>
    </PageShell>
  )
}
