/** Bootcamps one below the other: a table where there is room, cards where there is not. */
import { Link } from 'react-router'
import { Badge } from '@/components/ui/badge'
import { Card } from '@/components/ui/card'
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '@/components/ui/table'
import { cn } from '@/lib/cn'
import { formatRange, formatViewerRange } from '@/lib/dates'
import { localTimeAt } from '@/lib/local-times'
import { formatCents, toCents } from '@/lib/money'
import { useNarrow } from '@/lib/use-narrow'
import { useReaderZone } from '@/session/reader-zone'
import { type AdminBootcamp, isDraft, phaseOf } from './bootcamp-form'
import { RowActions } from './row-actions'
import type { BootcampDesk } from './use-bootcamp-desk'

const LABEL = 'Bootcamp list'

export type RowLayout = 'table' | 'cards'

interface BootcampRowsProps {
  bootcamps: readonly AdminBootcamp[]
  desk: BootcampDesk
  /** A table turns into cards on a phone. */
  layout: RowLayout
}

export function BootcampRows({ layout, ...props }: BootcampRowsProps) {
  const narrow = useNarrow()
  return layout === 'cards' || narrow ? <Cards {...props} /> : <Rows {...props} />
}

type ListProps = Omit<BootcampRowsProps, 'layout'>

function Rows({ bootcamps, desk }: ListProps) {
  return (
    <Card className="gap-0 p-0 sm:p-0">
      <Table label={LABEL}>
        <TableHead>
          <TableRow>
            <TableHeader className="pl-6">Name</TableHeader>
            <TableHeader>Status</TableHeader>
            <TableHeader>Schedule</TableHeader>
            <TableHeader>Available seats</TableHeader>
            <TableHeader>Price</TableHeader>
            <TableHeader className="pr-6">
              <span className="sr-only">Actions</span>
            </TableHeader>
          </TableRow>
        </TableHead>
        <TableBody>
          {bootcamps.map((bootcamp) => (
            <TableRow key={bootcamp.id} className={cn(desk.isBusy(bootcamp.id) && 'opacity-60')}>
              <TableCell className="min-w-48 pl-6">
                <Name bootcamp={bootcamp} />
              </TableCell>
              <TableCell>
                <Status bootcamp={bootcamp} />
              </TableCell>
              <TableCell>
                <Schedule bootcamp={bootcamp} />
              </TableCell>
              <TableCell>
                <Seats bootcamp={bootcamp} />
              </TableCell>
              <TableCell className="tabular-nums">{priceOf(bootcamp)}</TableCell>
              <TableCell className="pr-4 text-right">
                <RowActions bootcamp={bootcamp} desk={desk} />
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Card>
  )
}

function Cards({ bootcamps, desk }: ListProps) {
  return (
    <ul aria-label={LABEL} className="grid gap-3">
      {bootcamps.map((bootcamp) => (
        <li
          key={bootcamp.id}
          className={cn(
            'grid grid-cols-[1fr_auto] gap-x-3 gap-y-2 rounded-xl border bg-surface p-4 shadow-card',
            desk.isBusy(bootcamp.id) && 'opacity-60',
          )}
        >
          <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1.5">
            <Name bootcamp={bootcamp} />
            <Status bootcamp={bootcamp} />
          </div>
          <RowActions bootcamp={bootcamp} desk={desk} />
          <div className="col-span-2 text-[0.9375rem]">
            <Schedule bootcamp={bootcamp} />
          </div>
          <p className="col-span-2 flex flex-wrap gap-x-4 text-[0.9375rem] text-muted-foreground tabular-nums">
            <span>
              <Seats bootcamp={bootcamp} /> seats available
            </span>
            <span className="font-medium text-foreground">{priceOf(bootcamp)}</span>
          </p>
        </li>
      ))}
    </ul>
  )
}

interface Shown {
  bootcamp: AdminBootcamp
}

function Name({ bootcamp }: Shown) {
  return (
    <Link
      to={`/admin/bootcamps/${bootcamp.id}`}
      className="min-w-0 rounded-sm font-medium break-words underline-offset-4 hover:underline"
    >
      {bootcamp.name}
    </Link>
  )
}

function Status({ bootcamp }: Shown) {
  if (bootcamp.status === 'archived') return <Badge>Archived</Badge>
  if (isDraft(bootcamp)) return <Badge tone="build">Draft</Badge>
  const phase = phaseOf(bootcamp)
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      <Badge tone="positive">Active</Badge>
      {phase === 'live' && <Badge tone="market">Live now</Badge>}
      {phase === 'ended' && <Badge>Ended</Badge>}
    </span>
  )
}

function Schedule({ bootcamp }: Shown) {
  const { startDate, endDate, timezone } = bootcamp
  const [year] = localTimeAt(startDate, timezone).date.split('-')
  const ownZone = useReaderZone()
  const ownTime = formatViewerRange(startDate, endDate, timezone, ownZone)
  return (
    <>
      <span className="block">{formatRange(startDate, endDate, timezone)}</span>
      <span className="block text-sm text-muted-foreground tabular-nums">
        {year}
        {ownTime && ` · Your time: ${ownTime}`}
      </span>
    </>
  )
}

function Seats({ bootcamp }: Shown) {
  const { availableSeats, maxSeats } = bootcamp
  return (
    <span className={cn('tabular-nums', availableSeats === 0 && 'font-medium text-market')}>
      {availableSeats}/{maxSeats}
    </span>
  )
}

function priceOf({ price }: AdminBootcamp): string {
  return formatCents(toCents(price))
}
