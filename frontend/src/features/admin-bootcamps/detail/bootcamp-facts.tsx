/** When it takes place, how full it is, what it costs and what it brought: one row under the name. */
import type { ReactNode } from 'react'
import { Skeleton } from '@/components/ui/skeleton'
import { phaseOf } from '@/features/admin-kit/class-clock'
import { cn } from '@/lib/cn'
import { formatRange, formatViewerRange, formatWeekday } from '@/lib/dates'
import { formatCents, toCents } from '@/lib/money'
import { useReaderZone } from '@/session/reader-zone'
import { useRights } from '@/session/rights'
import { isCanceled } from '../bootcamp-form'
import { PriceNow } from '../bootcamp-rows'
import { type AdminBootcamp, useCohortMoney } from './bootcamp-query'

interface BootcampFactsProps {
  bootcamp: AdminBootcamp
  now: number
}

export function BootcampFacts({ bootcamp, now }: BootcampFactsProps) {
  const may = useRights()
  return (
    <dl className="grid grid-cols-2 gap-x-8 gap-y-3 lg:grid-cols-[2fr_1fr_0.7fr_1fr]">
      <Fact term="Schedule" className="max-sm:col-span-2">
        <Schedule bootcamp={bootcamp} />
      </Fact>
      <Fact term="Capacity">
        <Capacity bootcamp={bootcamp} now={now} />
      </Fact>
      <Fact term="Price">
        <PriceNow bootcamp={bootcamp} />
      </Fact>
      {may('money') && (
        <Fact term="Money">
          <Kept bootcampId={bootcamp.id} />
        </Fact>
      )}
    </dl>
  )
}

interface FactProps {
  term: string
  className?: string
  children: ReactNode
}

function Fact({ term, className, children }: FactProps) {
  return (
    <div className={cn('grid min-w-0 content-start', className)}>
      <dt className="text-sm text-muted-foreground">{term}</dt>
      <dd className="font-medium tabular-nums">{children}</dd>
    </div>
  )
}

const Note = ({ children }: { children: ReactNode }) => (
  <span className="block text-sm font-normal text-muted-foreground">{children}</span>
)

function Schedule({ bootcamp }: { bootcamp: AdminBootcamp }) {
  const { startDate, endDate, timezone } = bootcamp
  const ownZone = useReaderZone()
  const yourTime = formatViewerRange(startDate, endDate, timezone, ownZone)
  return (
    <>
      {formatWeekday(startDate, timezone)}, {formatRange(startDate, endDate, timezone)}
      {yourTime && <Note>{yourTime} your time</Note>}
    </>
  )
}

function Capacity({ bootcamp, now }: BootcampFactsProps) {
  const { enrolled, maxSeats, availableSeats } = bootcamp
  const words = {
    ahead: `${availableSeats} available`,
    live: 'Live now, sales are closed',
    ended: 'Ended, sales are closed',
  }
  return (
    <>
      {enrolled} / {maxSeats} enrolled
      <Note>
        {isCanceled(bootcamp) ? 'Canceled, sales have stopped' : words[phaseOf(bootcamp, now)]}
      </Note>
    </>
  )
}

/** Says nothing where it could not be read: the Money tab says why, and offers another try. */
function Kept({ bootcampId }: { bootcampId: number }) {
  const { data, error } = useCohortMoney(bootcampId)
  if (error && !data) return '–'
  if (!data) return <Skeleton className="mt-1 h-4 w-24" />
  const back = toCents(data.givenBack)
  return (
    <>
      {formatCents(toCents(data.kept))}
      {back > 0 && <Note>{formatCents(back)} refunded</Note>}
    </>
  )
}
