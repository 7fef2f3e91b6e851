/** Whoever bought last, and the way to all purchases. */

import { UserPlus } from 'lucide-react'
import { Link } from 'react-router'
import { errorMessage } from '@/api/api-error'
import { $api } from '@/api/client'
import type { components } from '@/api/schema'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { Skeleton } from '@/components/ui/skeleton'
import { DeskTime } from '@/features/admin-kit/desk-time'
import { OPENS_ROW, ROW } from '@/features/admin-kit/list-keys'
import { CohortLink, PersonLink } from '@/features/admin-kit/record-links'

type Attendee = components['schemas']['RecentAttendeeOut']

export function RecentAttendees() {
  return (
    <Card className="content-start gap-3 rounded-xl p-4 sm:p-4">
      <div className="flex items-center justify-between gap-3">
        <h3 className="text-lg font-bold tracking-tight">Recent Attendees</h3>
        <Button asChild variant="outline" size="sm">
          <Link to="/admin/purchases">View All</Link>
        </Button>
      </div>
      <Attendees />
    </Card>
  )
}

function Attendees() {
  const { data, error, refetch, isFetching } = $api.useQuery(
    'get',
    '/api/admin/recent-attendees',
    {},
    { staleTime: 0 },
  )
  if (error && !data) {
    return (
      <ErrorState
        title="Recent attendees couldn't be loaded"
        onRetry={() => void refetch()}
        retrying={isFetching}
      >
        {errorMessage(error, 'Check your connection and try again.')}
      </ErrorState>
    )
  }
  if (!data) return <Loading />
  if (data.length === 0) {
    return (
      <EmptyState icon={UserPlus} title="No attendees yet">
        Everyone who buys a seat will be listed here.
      </EmptyState>
    )
  }
  return (
    <ul aria-label="Recent attendees">
      {data.map((attendee) => (
        <Entry key={attendee.purchase.id} attendee={attendee} />
      ))}
    </ul>
  )
}

function Entry({ attendee }: { attendee: Attendee }) {
  const { name, email, isBundle, registeredAt, purchase, bootcamp } = attendee
  return (
    <li
      {...ROW}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3 gap-y-0.5 border-b py-3 first:pt-0 last:border-b-0 last:pb-0"
    >
      <Link
        {...OPENS_ROW}
        to={`/admin/purchases/${purchase.id}`}
        className="min-w-0 font-medium break-words underline-offset-4 hover:underline"
      >
        {name || email}
      </Link>
      <Badge tone={isBundle ? 'positive' : 'neutral'} className="justify-self-end">
        {isBundle ? 'Bundle' : 'Single Bootcamp'}
      </Badge>
      <span className="col-span-2 text-sm">
        {bootcamp ? (
          <CohortLink
            name={purchase.packageName}
            cohort={bootcamp}
            className="inline-block min-h-6 leading-6"
          />
        ) : (
          purchase.packageName
        )}
      </span>
      {/* A long address pushes the date to a line of its own instead of breaking. */}
      <p className="col-span-2 flex flex-wrap justify-between gap-x-3 text-sm text-muted-foreground">
        <PersonLink
          userId={attendee.user?.id ?? null}
          email={email}
          className="inline-block min-h-6 max-w-full leading-6 wrap-anywhere"
        >
          {email}
        </PersonLink>
        <DeskTime at={registeredAt} isDay className="whitespace-nowrap tabular-nums" />
      </p>
    </li>
  )
}

function Loading() {
  return (
    <div role="status" className="grid gap-5">
      <span className="sr-only">Loading recent attendees</span>
      {['first', 'second', 'third', 'fourth', 'fifth'].map((entry) => (
        <div key={entry} className="grid gap-2">
          <Skeleton className="h-5 w-40 max-w-full" />
          <Skeleton className="h-4 w-56 max-w-full" />
        </div>
      ))}
    </div>
  )
}
