/** What an admin should know at a glance, on every tab. */
import { CalendarClock, type LucideIcon, MailWarning, MailX, Timer } from 'lucide-react'
import { type ReactNode, useContext } from 'react'
import { Link } from 'react-router'
import { $api } from '@/api/client'
import type { components } from '@/api/schema'
import { SignInAgain } from '@/components/sign-in-again'
import { Button } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/skeleton'
import { cn } from '@/lib/cn'
import { formatMoment } from '@/lib/dates'

type Summary = components['schemas']['SummaryOut']

/** Seats are held for minutes: what is older than this says nothing about right now. */
const REFRESH_MS = 30_000

export function SummaryStrip() {
  const isSignedOut = useContext(SignInAgain) !== null
  const { data, error, refetch, isFetching } = $api.useQuery(
    'get',
    '/api/admin/summary',
    {},
    { staleTime: 0, refetchInterval: REFRESH_MS },
  )
  return (
    <section aria-label="At a glance" className="rounded-xl border bg-surface-2">
      {data ? (
        <Facts summary={data} />
      ) : error ? (
        <div role="alert" className="flex flex-wrap items-center justify-between gap-3 px-5 py-3">
          <p className="text-muted-foreground">The summary couldn't be loaded.</p>
          {!isSignedOut && (
            <Button variant="outline" size="sm" busy={isFetching} onClick={() => void refetch()}>
              Retry
            </Button>
          )}
        </div>
      ) : (
        <Loading />
      )}
    </section>
  )
}

const gridClasses =
  'grid grid-cols-3 gap-x-4 gap-y-4 px-5 py-4 sm:gap-x-6 lg:grid-cols-[minmax(0,1.8fr)_repeat(3,minmax(0,1fr))]'

function Facts({ summary }: { summary: Summary }) {
  const { nextSession, heldSeats, failedSends, unreadMessages } = summary
  return (
    <dl className={gridClasses}>
      <Fact icon={CalendarClock} name="Next session" className="max-lg:col-span-3">
        {nextSession ? <NextSession session={nextSession} /> : 'None planned'}
      </Fact>
      <Fact icon={Timer} name="Seats held right now">
        {heldSeats}
      </Fact>
      <Fact icon={MailX} name="Failed sends" note="in the last 7 days" needsCare={failedSends > 0}>
        <CareLink to="/admin/communications/log?status=FAILED" count={failedSends} />
      </Fact>
      <Fact icon={MailWarning} name="Unread contact messages" needsCare={unreadMessages > 0}>
        <CareLink to="/admin/communications/inbox" count={unreadMessages} />
      </Fact>
    </dl>
  )
}

/** A figure that leads to where something can be done about it; plain when there is nothing. */
function CareLink({ to, count }: { to: string; count: number }) {
  if (count === 0) return count
  return (
    <Link to={to} className="rounded-sm underline-offset-4 hover:underline">
      {count}
    </Link>
  )
}

function NextSession({ session }: { session: NonNullable<Summary['nextSession']> }) {
  const { id, name, startDate, timezone, enrolled } = session
  return (
    <>
      <Link
        to={`/admin/bootcamps/${id}`}
        className="rounded-sm break-words underline-offset-4 hover:underline"
      >
        {name}
      </Link>
      <span className="block text-sm font-normal text-muted-foreground">
        {formatMoment(startDate, timezone)} · {enrolled} enrolled
      </span>
    </>
  )
}

interface FactProps {
  icon: LucideIcon
  name: string
  note?: string
  /** There is something to do about it. */
  needsCare?: boolean
  className?: string
  children: ReactNode
}

function Fact({ icon: Icon, name, note, needsCare = false, className, children }: FactProps) {
  return (
    <div className={cn('grid min-w-0 content-start gap-0.5', className)}>
      <dt className="flex items-start gap-2 text-sm leading-5 text-muted-foreground">
        <Icon aria-hidden className="mt-0.5 size-4 shrink-0 max-sm:hidden" />
        {name}
      </dt>
      <dd className={cn('font-semibold tabular-nums sm:pl-6', needsCare && 'text-market')}>
        {children}
        {note && <span className="text-sm font-normal text-muted-foreground"> {note}</span>}
      </dd>
    </div>
  )
}

function Loading() {
  return (
    <div role="status" className={gridClasses}>
      <span className="sr-only">Loading the summary</span>
      {['session', 'held', 'failed', 'unread'].map((fact, index) => (
        <div key={fact} className={cn('grid gap-2 py-0.5', index === 0 && 'max-lg:col-span-3')}>
          <Skeleton className="h-4 w-32 max-w-full" />
          <Skeleton className="h-5 w-16" />
        </div>
      ))}
    </div>
  )
}
