/** How the business stands, in four figures, each with the way it is counted. */
import { errorMessage } from '@/api/api-error'
import { $api } from '@/api/client'
import type { components } from '@/api/schema'
import { ErrorState } from '@/components/ui/error-state'
import { StatCard, StatRow, StatRowSkeleton } from '@/features/admin-kit/stat-card'
import { formatCents, toCents } from '@/lib/money'

type Stats = components['schemas']['StatsOut']

interface Stat {
  name: string
  /** Which of the definitions says how it is counted. */
  definition: keyof Stats['definitions']
  /** Nothing where it is not theirs to see. */
  show: (stats: Stats) => string | null
}

const stats: readonly Stat[] = [
  {
    name: 'Total Revenue',
    definition: 'revenue',
    show: ({ revenue }) => (revenue === null ? null : formatCents(toCents(revenue))),
  },
  {
    name: 'Total Attendees',
    definition: 'attendees',
    show: ({ attendees }) => attendees.toLocaleString('en-US'),
  },
  {
    name: 'Available Seats',
    definition: 'availableSeats',
    show: ({ availableSeats }) => availableSeats.toLocaleString('en-US'),
  },
  {
    name: 'Completion Rate',
    definition: 'completionRate',
    show: ({ completionRate }) => `${completionRate}%`,
  },
]

export function StatCards() {
  const { data, error, refetch, isFetching } = $api.useQuery(
    'get',
    '/api/admin/stats',
    {},
    // Sales go on: each visit counts again.
    { staleTime: 0 },
  )
  if (error && !data) {
    return (
      <ErrorState
        title="The statistics couldn't be loaded"
        onRetry={() => void refetch()}
        retrying={isFetching}
      >
        {errorMessage(error, 'Check your connection and try again.')}
      </ErrorState>
    )
  }
  if (!data) return <Loading />
  return (
    <StatRow>
      {stats.map(({ name, definition, show }) => {
        const value = show(data)
        if (value === null) return null
        return (
          <StatCard
            key={name}
            name={name}
            value={value}
            definition={data.definitions[definition]}
          />
        )
      })}
    </StatRow>
  )
}

function Loading() {
  return (
    <div role="status">
      <span className="sr-only">Loading the statistics</span>
      <StatRowSkeleton names={stats.map(({ name }) => name)} />
    </div>
  )
}
