/** One bootcamp in the list: its columns where there is room, its card where there is not. */
import { Link } from 'react-router'
import { Badge } from '@/components/ui/badge'
import { phaseOf } from '@/features/admin-kit/class-clock'
import type { Column } from '@/features/admin-kit/data-list'
import { OPENS_ROW } from '@/features/admin-kit/list-keys'
import { cn } from '@/lib/cn'
import { formatRange, formatViewerRange, unbroken } from '@/lib/dates'
import { localTimeAt } from '@/lib/local-times'
import { formatCents, toCents } from '@/lib/money'
import { useReaderZone } from '@/session/reader-zone'
import { type AdminBootcamp, isCanceled, isDraft } from './bootcamp-form'
import { RowActions } from './row-actions'
import { saleTimeOf } from './sale-time'
import type { BootcampDesk } from './use-bootcamp-desk'
import type { Sort } from './use-bootcamp-list'

export const bootcampColumns = (desk: BootcampDesk): readonly Column<AdminBootcamp, Sort>[] => [
  {
    name: 'Name',
    sort: 'name',
    className: 'min-w-48',
    cell: (bootcamp) => <Name bootcamp={bootcamp} />,
  },
  { name: 'Status', cell: (bootcamp) => <Status bootcamp={bootcamp} /> },
  { name: 'Schedule', sort: 'date', cell: (bootcamp) => <Schedule bootcamp={bootcamp} /> },
  { name: 'Available seats', cell: (bootcamp) => <Seats bootcamp={bootcamp} /> },
  {
    name: 'Price',
    sort: 'price',
    className: 'tabular-nums',
    cell: (bootcamp) => <PriceNow bootcamp={bootcamp} />,
  },
  {
    name: 'Actions',
    isActions: true,
    cell: (bootcamp) => <RowActions bootcamp={bootcamp} desk={desk} />,
  },
]

interface BootcampCardProps {
  bootcamp: AdminBootcamp
  desk: BootcampDesk
}

export function BootcampCard({ bootcamp, desk }: BootcampCardProps) {
  return (
    <div className="grid grid-cols-[1fr_auto] gap-x-3 gap-y-2">
      <div className="flex min-w-0 flex-wrap content-start items-center gap-x-3 gap-y-1.5">
        <Name bootcamp={bootcamp} />
        <Status bootcamp={bootcamp} />
      </div>
      <RowActions bootcamp={bootcamp} desk={desk} />
      <div className="col-span-2 text-[0.9375rem]">
        <Schedule bootcamp={bootcamp} />
      </div>
      <p className="col-span-2 flex flex-wrap gap-x-4 text-[0.9375rem] text-muted-foreground tabular-nums">
        <span>
          <Seats bootcamp={bootcamp} />
          {phaseOf(bootcamp) === 'ahead' && !isCanceled(bootcamp) && ' seats available'}
        </span>
        <PriceNow bootcamp={bootcamp} />
      </p>
    </div>
  )
}

interface Shown {
  bootcamp: AdminBootcamp
}

function Name({ bootcamp }: Shown) {
  return (
    <Link
      {...OPENS_ROW}
      to={`/admin/bootcamps/${bootcamp.id}`}
      className="min-w-0 rounded-sm font-medium break-words underline-offset-4 hover:underline"
    >
      {bootcamp.name}
    </Link>
  )
}

function Status({ bootcamp }: Shown) {
  if (isCanceled(bootcamp)) return <Badge tone="market">Canceled</Badge>
  if (bootcamp.status === 'archived') return <Badge>Archived</Badge>
  if (isDraft(bootcamp)) {
    return (
      <>
        <Badge tone="build">Draft</Badge>
        {bootcamp.publishAt && (
          <span className="block text-sm text-muted-foreground">{saleTimeOf(bootcamp)}</span>
        )}
      </>
    )
  }
  const phase = phaseOf(bootcamp)
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      <Badge tone="positive">Active</Badge>
      {phase === 'live' && <Badge tone="market">Live now</Badge>}
      {phase === 'ended' && <Badge>Ended</Badge>}
    </span>
  )
}

/** The year only where it is another one. */
function Schedule({ bootcamp }: Shown) {
  const { startDate, endDate, timezone } = bootcamp
  const [year] = localTimeAt(startDate, timezone).date.split('-')
  const [thisYear] = localTimeAt(new Date().toISOString(), timezone).date.split('-')
  const ownZone = useReaderZone()
  const ownTime = formatViewerRange(startDate, endDate, timezone, ownZone)
  const note = [year !== thisYear && year, ownTime && `Your time: ${ownTime}`].filter(Boolean)
  return (
    <>
      <span className="block">{unbroken(formatRange(startDate, endDate, timezone))}</span>
      {note.length > 0 && (
        <span className="block text-sm text-muted-foreground tabular-nums">
          {unbroken(note.join(' · '))}
        </span>
      )}
    </>
  )
}

/** Ahead, what is left to sell; from the start on nothing is sold, and what counts is who came. */
function Seats({ bootcamp }: Shown) {
  const { availableSeats, enrolled, maxSeats } = bootcamp
  if (phaseOf(bootcamp) !== 'ahead' || isCanceled(bootcamp)) {
    return (
      <span className="text-muted-foreground tabular-nums">
        {enrolled}/{maxSeats} enrolled
      </span>
    )
  }
  return (
    <span className={cn('tabular-nums', availableSeats === 0 && 'font-medium text-market')}>
      {availableSeats}/{maxSeats}
    </span>
  )
}

/** What is charged now; an early price says what comes after it. */
export function PriceNow({ bootcamp: { price, priceNow } }: Shown) {
  const regular = formatCents(toCents(price))
  return (
    <span className="font-medium text-foreground tabular-nums">
      {formatCents(toCents(priceNow))}
      {toCents(priceNow) < toCents(price) && (
        <span className="block text-sm font-normal whitespace-nowrap text-muted-foreground">
          Early price, then {regular}
        </span>
      )}
    </span>
  )
}
