/** How full each bootcamp is: the next ones and the last ones. */
import { CalendarX } from 'lucide-react'
import { Link } from 'react-router'
import { $api } from '@/api/client'
import type { components } from '@/api/schema'
import { EmptyState } from '@/components/ui/empty-state'
import { formatMoment } from '@/lib/dates'
import { clockParts } from '@/lib/zones'
import { ChartCard, ChartFailure, ChartSkeleton } from './chart-card'
import { Choice, useChoice } from './choice'

type Seats = components['schemas']['BootcampSeatsOut']

const ways = [
  { value: 'ahead', label: 'Upcoming' },
  { value: 'over', label: 'Past' },
] as const

export function SeatsCard() {
  const { value: which, choose } = useChoice('bootcamps', ways, 'ahead')
  const { data, error, refetch, isFetching } = $api.useQuery(
    'get',
    '/api/admin/statistics/seats',
    {},
    { staleTime: 0 },
  )
  return (
    <ChartCard
      title="Seats sold"
      definition={data?.definition}
      controls={<Choice label="Bootcamps" options={ways} value={which} onChoose={choose} />}
    >
      {data ? (
        <Bootcamps rows={data[which]} which={which} />
      ) : error ? (
        <ChartFailure
          what="Seats"
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <ChartSkeleton what="seats" />
      )}
    </ChartCard>
  )
}

function Bootcamps({ rows, which }: { rows: readonly Seats[]; which: 'ahead' | 'over' }) {
  if (rows.length === 0) {
    return (
      <EmptyState
        icon={CalendarX}
        title={which === 'ahead' ? 'No upcoming bootcamps' : 'No past bootcamps yet'}
      />
    )
  }
  return (
    <ul className="grid gap-5">
      {rows.map((row) => (
        <Bootcamp key={row.id} row={row} />
      ))}
    </ul>
  )
}

function Bootcamp({ row }: { row: Seats }) {
  const { id, name, startDate, timezone, sold, maxSeats } = row
  const share = maxSeats ? Math.min(100, (sold / maxSeats) * 100) : 0
  const isFull = maxSeats > 0 && sold >= maxSeats
  return (
    <li className="grid gap-1.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <Link
          to={`/admin/bootcamps/${id}`}
          className="min-w-0 rounded-sm font-medium break-words underline-offset-4 hover:underline"
        >
          {name}
        </Link>
        <p className="text-sm tabular-nums">
          <span className="text-base font-semibold">{sold}</span> of {maxSeats} sold
          {isFull && <span className="font-medium text-primary"> · full</span>}
        </p>
      </div>
      {/* The words above it say the same. */}
      <div aria-hidden className="h-4 overflow-hidden rounded-full bg-border/70">
        <div className="h-full rounded-full bg-primary" style={{ width: `${share}%` }} />
      </div>
      <p className="text-sm text-muted-foreground">
        {formatMoment(startDate, timezone)}, {clockParts(timezone, new Date(startDate)).year}
      </p>
    </li>
  )
}
