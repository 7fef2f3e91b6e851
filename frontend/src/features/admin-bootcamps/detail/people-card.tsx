/** Everyone with a paid seat, however bought, newest first; and the place to write to them. */
import { Users } from 'lucide-react'
import { useId, useState } from 'react'
import { errorMessage } from '@/api/api-error'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { Skeleton } from '@/components/ui/skeleton'
import { Attendance, attendanceSummary } from './attendance'
import { type AdminBootcamp, type Attendee, useAttendees } from './bootcamp-query'
import { MessagePanel } from './message-panel'

/** A full house of the usual size; a larger one would push everything below out of sight. */
const SHOWN_AT_FIRST = 20

export function PeopleCard({ bootcamp }: { bootcamp: AdminBootcamp }) {
  const titleId = useId()
  const { data: attendees, error, refetch, isFetching } = useAttendees(bootcamp.id)
  return (
    <>
      <Card role="region" aria-labelledby={titleId} className="min-w-0">
        <h3 id={titleId} className="text-xl font-bold tracking-tight">
          Registered Attendees{attendees && attendees.length > 0 && ` (${attendees.length})`}
        </h3>
        {attendees ? (
          <People bootcamp={bootcamp} attendees={attendees} />
        ) : error ? (
          <ErrorState
            title="Attendees couldn't be loaded"
            onRetry={() => void refetch()}
            retrying={isFetching}
          >
            {errorMessage(error, 'Check your connection and try again.')}
          </ErrorState>
        ) : (
          <PeopleSkeleton />
        )}
      </Card>
      {attendees && attendees.length > 0 && (
        <MessagePanel bootcamp={bootcamp} attendees={attendees} />
      )}
    </>
  )
}

interface PeopleProps {
  bootcamp: AdminBootcamp
  attendees: readonly Attendee[]
}

function People({ bootcamp, attendees }: PeopleProps) {
  const [showsAll, setShowsAll] = useState(false)
  if (attendees.length === 0) {
    return (
      <EmptyState icon={Users} title="No attendees registered yet">
        Everyone who buys a seat will be listed here.
      </EmptyState>
    )
  }
  const shown = showsAll ? attendees : attendees.slice(0, SHOWN_AT_FIRST)
  const came = attendanceSummary(attendees)
  return (
    <>
      {came && <p className="-mt-2 text-muted-foreground tabular-nums">{came}</p>}
      <ul className="-my-2 divide-y">
        {shown.map((attendee) => (
          <Person key={attendee.purchase.id} bootcamp={bootcamp} attendee={attendee} />
        ))}
      </ul>
      {shown.length < attendees.length && (
        <Button
          variant="outline"
          size="sm"
          className="justify-self-start"
          onClick={() => setShowsAll(true)}
        >
          Show all {attendees.length}
        </Button>
      )}
    </>
  )
}

const localDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })

interface PersonProps {
  bootcamp: AdminBootcamp
  attendee: Attendee
}

function Person({ bootcamp, attendee }: PersonProps) {
  const { name, email, isGuest, isBundle, registeredAt } = attendee
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{name}</p>
        <a
          href={`mailto:${email}`}
          className="rounded-sm text-sm wrap-anywhere text-muted-foreground hover:underline"
        >
          {email}
        </a>
      </div>
      <div className="flex flex-wrap items-center gap-2 sm:justify-end">
        <Badge tone={isGuest ? 'neutral' : 'positive'}>{isGuest ? 'Guest' : 'Member'}</Badge>
        {isBundle && <Badge tone="launch">Bundle Purchase</Badge>}
        <time
          dateTime={registeredAt}
          className="text-sm whitespace-nowrap text-muted-foreground tabular-nums"
        >
          {localDay.format(new Date(registeredAt))}
        </time>
      </div>
      <Attendance bootcamp={bootcamp} attendee={attendee} />
    </li>
  )
}

function PeopleSkeleton() {
  return (
    <div role="status" className="grid gap-4">
      <span className="sr-only">Loading attendees</span>
      <Skeleton className="h-11" />
      <Skeleton className="h-11" />
      <Skeleton className="h-11" />
    </div>
  )
}
