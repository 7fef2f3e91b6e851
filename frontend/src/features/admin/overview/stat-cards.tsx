/** How the business stands, in four figures, each with the way it is counted. */
import { Info } from 'lucide-react'
import { errorMessage } from '@/api/api-error'
import { $api } from '@/api/client'
import type { components } from '@/api/schema'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { ErrorState } from '@/components/ui/error-state'
import { Skeleton } from '@/components/ui/skeleton'
import { Tooltip, TooltipProvider } from '@/components/ui/tooltip'
import { formatCents, toCents } from '@/lib/money'

type Stats = components['schemas']['StatsOut']

interface Stat {
  name: string
  /** Which of the definitions says how it is counted. */
  definition: keyof Stats['definitions']
  show: (stats: Stats) => string
}

const stats: readonly Stat[] = [
  {
    name: 'Total Revenue',
    definition: 'revenue',
    show: ({ revenue }) => formatCents(toCents(revenue)),
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

const gridClasses = 'grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4'

export function StatCards() {
  const { data, error, refetch, isFetching } = $api.useQuery(
    'get',
    '/api/admin/stats',
    {},
    // Sales go on: each visit counts again.
    { staleTime: 0 },
  )
  if (error) {
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
    <TooltipProvider>
      <dl className={gridClasses}>
        {stats.map(({ name, definition, show }) => (
          <StatCard
            key={name}
            name={name}
            value={show(data)}
            definition={data.definitions[definition]}
          />
        ))}
      </dl>
    </TooltipProvider>
  )
}

interface StatCardProps {
  name: string
  value: string
  definition: string
}

export function StatCard({ name, value, definition }: StatCardProps) {
  return (
    <Card className="content-start gap-1 rounded-xl p-4 sm:rounded-2xl sm:p-5">
      <dt className="flex items-center justify-between gap-1 text-sm text-muted-foreground">
        {name}
        <Tooltip content={definition}>
          <Button
            variant="ghost"
            size="sm"
            icon
            aria-label={`How ${name} is counted`}
            className="-my-2 -mr-2 text-muted-foreground pointer-coarse:hidden"
          >
            <Info aria-hidden />
          </Button>
        </Tooltip>
      </dt>
      <dd className="grid gap-1">
        <span className="font-display text-2xl font-bold tracking-tight break-words tabular-nums sm:text-3xl">
          {value}
        </span>
        {/* A finger cannot hover: there the words are simply shown. */}
        <span className="hidden text-sm text-muted-foreground pointer-coarse:block">
          {definition}
        </span>
      </dd>
    </Card>
  )
}

function Loading() {
  return (
    <div role="status" className={gridClasses}>
      <span className="sr-only">Loading the statistics</span>
      {stats.map(({ name }) => (
        <Card key={name} className="gap-3 rounded-xl p-4 sm:rounded-2xl sm:p-5">
          <Skeleton className="h-4 w-24 max-w-full" />
          <Skeleton className="h-8 w-20" />
        </Card>
      ))}
    </div>
  )
}
