/** Everyone with a paid seat, however bought, newest first, and whether they came. */

import { Users } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Link } from 'react-router'
import { errorMessage } from '@/api/api-error'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { Skeleton } from '@/components/ui/skeleton'
import { BulkBar } from '@/features/admin-kit/bulk/bulk-bar'
import { ChooseRow } from '@/features/admin-kit/bulk/choose-row'
import { useSelection } from '@/features/admin-kit/bulk/selection'
import { isOnTheDay } from '@/features/admin-kit/class-clock'
import { DeskTime } from '@/features/admin-kit/desk-time'
import { OPENS_ROW, ROW } from '@/features/admin-kit/list-keys'
import { PurchaseLink, personPath } from '@/features/admin-kit/record-links'
import { useRights } from '@/session/rights'
import { Attendance, attendanceSummary } from './attendance'
import { type AdminBootcamp, type Attendee, useAttendees } from './bootcamp-query'
import { RosterFile } from './roster-file'

/** A full house of the usual size; a larger one would push everything below out of sight. */
const SHOWN_AT_FIRST = 20

interface PeopleCardProps {
  bootcamp: AdminBootcamp
  now: number
}

export function PeopleCard({ bootcamp, now }: PeopleCardProps) {
  const may = useRights()
  const titleId = useId()
  const onTheDay = isOnTheDay(bootcamp, now)
  const {
    data: attendees,
    error,
    refetch,
    isFetching,
  } = useAttendees(bootcamp.id, { isOnTheDay: onTheDay })
  const came = attendees && attendanceSummary(attendees)
  return (
    <Card role="region" aria-labelledby={titleId} className="min-w-0 max-sm:gap-3 max-sm:p-4">
      <div className="flex items-center justify-between gap-x-4">
        <div>
          <h3 id={titleId} className="text-xl font-bold tracking-tight max-sm:text-lg">
            Registered Attendees{attendees && attendees.length > 0 && ` (${attendees.length})`}
          </h3>
          {came && <p className="text-muted-foreground tabular-nums">{came}</p>}
        </div>
        {may('seats') && attendees && attendees.length > 0 && (
          <RosterFile bootcampId={bootcamp.id} />
        )}
      </div>
      {attendees ? (
        <People bootcamp={bootcamp} attendees={attendees} now={now} />
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
  )
}

interface PeopleProps extends PeopleCardProps {
  attendees: readonly Attendee[]
}

function People({ bootcamp, attendees, now }: PeopleProps) {
  const [showsAll, setShowsAll] = useState(false)
  const selection = useSelection(String(bootcamp.id))
  const may = useRights()
  if (attendees.length === 0) {
    return (
      <EmptyState icon={Users} title="No attendees registered yet">
        Everyone who buys a seat will be listed here.
      </EmptyState>
    )
  }
  const shown = showsAll ? attendees : attendees.slice(0, SHOWN_AT_FIRST)
  const choosing = {
    selection,
    rows: shown,
    idOf: ({ purchase }: Attendee) => purchase.id,
    nameOf: ({ name }: Attendee) => name,
  }
  return (
    <>
      <BulkBar
        selection={selection}
        subject="purchases"
        kinds={['move', 'resend_confirmation', 'note']}
        words={{ one: 'person', many: 'people' }}
        page={{ total: attendees.length }}
        filter={{ purchases: { bootcampId: bootcamp.id, status: 'completed' } }}
        bootcampId={bootcamp.id}
      />
      <ul className="divide-y">
        {shown.map((attendee) => (
          <Person
            key={attendee.purchase.id}
            bootcamp={bootcamp}
            attendee={attendee}
            now={now}
            choose={may('seats') && <ChooseRow {...choosing} row={attendee} />}
          />
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

interface PersonProps extends PeopleCardProps {
  attendee: Attendee
  choose: ReactNode
}

function Person({ bootcamp, attendee, now, choose }: PersonProps) {
  const { user, name, email, isGuest, isBundle, isDisputed, registeredAt, purchase } = attendee
  return (
    <li
      {...ROW}
      className="flex flex-wrap items-center justify-between gap-x-2 gap-y-2 py-3 first:pt-0 last:pb-0 max-md:items-start"
    >
      {choose}
      <div className="min-w-40 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Link
            {...OPENS_ROW}
            to={personPath({ userId: user?.id ?? null, email })}
            className="min-h-6 rounded-sm leading-6 font-medium wrap-anywhere underline-offset-4 hover:underline"
          >
            {name}
          </Link>
          <Badge tone={isGuest ? 'neutral' : 'positive'}>{isGuest ? 'Guest' : 'Member'}</Badge>
          {isBundle && <Badge tone="launch">Bundle Purchase</Badge>}
          {isDisputed && <Badge tone="market">Disputed</Badge>}
        </p>
        <p className="flex flex-wrap items-center gap-x-3 text-sm text-muted-foreground">
          <a
            href={`mailto:${email}`}
            className="min-h-6 rounded-sm leading-6 wrap-anywhere hover:underline"
          >
            {email}
          </a>
          <DeskTime at={registeredAt} isDay className="whitespace-nowrap tabular-nums" />
          <PurchaseLink id={purchase.id} />
        </p>
      </div>
      <Attendance bootcamp={bootcamp} attendee={attendee} now={now} />
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
