/** What came in, week by week or month by month, as bars and as a table. */

import { $api } from '@/api/client'
import type { components } from '@/api/schema'
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '@/components/ui/table'
import { zoneTime } from '@/features/admin-kit/desk-time'
import { cn } from '@/lib/cn'
import { formatCents, toCents } from '@/lib/money'
import { ChartCard, ChartFailure, ChartSkeleton } from './chart-card'
import { Choice, useChoice } from './choice'
import { barOf, scaleFor, shortAmount } from './revenue-scale'

type Revenue = components['schemas']['RevenueOut']
type Period = Revenue['periods'][number]

const ways = [
  { value: 'month', label: 'Months' },
  { value: 'week', label: 'Weeks' },
] as const

export function RevenueCard() {
  const { value: by, choose } = useChoice('by', ways, 'month')
  const { data, error, refetch, isFetching } = $api.useQuery(
    'get',
    '/api/admin/statistics/revenue',
    { params: { query: { by } } },
    { staleTime: 0 },
  )
  return (
    <ChartCard
      title="Revenue over time"
      definition={data?.definition}
      controls={<Choice label="Revenue by" options={ways} value={by} onChoose={choose} />}
    >
      {data ? (
        <Revenue revenue={data} />
      ) : error ? (
        <ChartFailure
          what="Revenue"
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <ChartSkeleton what="revenue" />
      )}
    </ChartCard>
  )
}

function Revenue({ revenue }: { revenue: Revenue }) {
  const { by, periods, total, timezone } = revenue
  const span = by === 'month' ? 'months' : 'weeks'
  return (
    <div className="grid min-w-0 gap-4">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="font-display text-3xl font-bold tracking-tight tabular-nums">
          {formatCents(toCents(total))}
        </span>
        <span className="text-muted-foreground">
          in the last {periods.length} {span}, including this one
        </span>
      </p>
      <Bars revenue={revenue} />
      <details className="group min-w-0">
        <summary className="w-fit cursor-pointer rounded-sm py-1 text-sm font-medium text-primary underline underline-offset-4">
          Show the figures as a table
        </summary>
        <div className="mt-3 rounded-xl border">
          <Figures periods={periods} by={by} />
        </div>
      </details>
      <p className="text-sm text-muted-foreground">Days end at midnight, {zoneTime(timezone)}.</p>
    </div>
  )
}

function Bars({ revenue: { periods, by } }: { revenue: Revenue }) {
  const scale = scaleFor(periods.map(({ net }) => toCents(net)))
  const best = periods.reduce((most, period) =>
    toCents(period.net) > toCents(most.net) ? period : most,
  )
  return (
    <div
      role="img"
      aria-label={`Bars of revenue by ${by}. The highest is ${nameOf(best, by)} with ${formatCents(toCents(best.net))}. The figures are in the table below.`}
      className="grid min-w-0 grid-cols-[auto_minmax(0,1fr)] gap-x-3"
    >
      <div className="relative w-12 text-right text-xs text-muted-foreground tabular-nums">
        {scale.lines.map((line) => (
          <span
            key={line}
            className="absolute right-0 -translate-y-1/2"
            style={{ top: `${lineAt(line, scale)}%` }}
          >
            {shortAmount(line)}
          </span>
        ))}
      </div>
      <div className="relative h-56 sm:h-72">
        {scale.lines.map((line) => (
          <span
            key={line}
            className={cn(
              'absolute inset-x-0 border-t',
              line === 0 ? 'border-border-strong' : 'border-dashed',
            )}
            style={{ top: `${lineAt(line, scale)}%` }}
          />
        ))}
        <div className="absolute inset-0 flex gap-1 sm:gap-2.5">
          {periods.map((period, index) => (
            <Bar
              key={period.start}
              cents={toCents(period.net)}
              scale={scale}
              isUnfinished={index === periods.length - 1}
            />
          ))}
        </div>
      </div>
      <div className="col-start-2 flex gap-1 pt-2 text-xs text-muted-foreground sm:gap-2.5">
        {periods.map((period, index) => (
          <span
            key={period.start}
            className={cn(
              'min-w-0 flex-1 text-center whitespace-nowrap',
              // Counted from the end, so that the present one always has its name.
              (periods.length - 1 - index) % 3 !== 0 && 'max-sm:invisible',
              by === 'week' && (periods.length - 1 - index) % 2 !== 0 && 'sm:max-xl:invisible',
            )}
          >
            {shortName(period, by)}
          </span>
        ))}
      </div>
    </div>
  )
}

function lineAt(cents: number, scale: ReturnType<typeof scaleFor>): number {
  return ((scale.high - cents) / (scale.high - scale.low)) * 100
}

interface BarProps {
  cents: number
  scale: ReturnType<typeof scaleFor>
  /** Still going on: it will be higher. */
  isUnfinished: boolean
}

function Bar({ cents, scale, isUnfinished }: BarProps) {
  const { top, height } = barOf(cents, scale)
  return (
    <div className="relative flex-1">
      <div
        className={cn(
          'absolute inset-x-0 mx-auto max-w-14 rounded-t-md bg-primary',
          cents < 0 && 'rounded-t-none rounded-b-md bg-market',
          isUnfinished && cents >= 0 && 'bg-primary/55',
        )}
        style={{ top: `${top}%`, height: `${height}%` }}
      />
      {cents !== 0 && (
        <span
          className="absolute inset-x-0 text-center text-xs font-medium tabular-nums max-sm:hidden"
          style={
            cents > 0
              ? { bottom: `calc(${100 - top}% + 4px)` }
              : { top: `calc(${top + height}% + 4px)` }
          }
        >
          {shortAmount(cents)}
        </span>
      )}
    </div>
  )
}

function Figures({ periods, by }: { periods: readonly Period[]; by: Revenue['by'] }) {
  return (
    <Table label={`Revenue by ${by}`}>
      <TableHead>
        <TableRow>
          <TableHeader>{by === 'month' ? 'Month' : 'Week'}</TableHeader>
          <TableHeader className="text-right">Revenue</TableHeader>
          <TableHeader className="text-right">Completed</TableHeader>
          <TableHeader className="text-right">Refunded</TableHeader>
          <TableHeader className="text-right">Purchases</TableHeader>
        </TableRow>
      </TableHead>
      <TableBody>
        {periods.toReversed().map((period) => (
          <TableRow key={period.start} className="tabular-nums">
            <TableCell className="whitespace-nowrap">{nameOf(period, by)}</TableCell>
            <TableCell className="text-right font-medium">{exactly(period.net)}</TableCell>
            <TableCell className="text-right">{exactly(period.completed)}</TableCell>
            <TableCell className="text-right">{exactly(period.refunded)}</TableCell>
            <TableCell className="text-right">{period.purchases}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

const exactly = (amount: string) => formatCents(toCents(amount), { exact: true })

/** Days of a calendar, not instants: read as UTC they stay the same days everywhere. */
function written(day: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' }).format(new Date(day))
}

function nameOf({ start, end }: Period, by: Revenue['by']): string {
  if (by === 'month') return written(start, { month: 'long', year: 'numeric' })
  const day = { month: 'short', day: 'numeric' } as const
  return `${written(start, day)} – ${written(end, { ...day, year: 'numeric' })}`
}

function shortName({ start }: Period, by: Revenue['by']): string {
  return written(start, by === 'month' ? { month: 'short' } : { month: 'short', day: 'numeric' })
}
