/** What an admin should know at a glance, in one row on every tab; each figure leads to its place. */
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
import { useRights } from '@/session/rights'

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
    <section
      aria-label="At a glance"
      className="h-10 min-w-0 overflow-hidden rounded-lg border bg-surface-2 text-sm"
    >
      {data ? (
        <Facts summary={data} />
      ) : error ? (
        <div role="alert" className={rowClasses}>
          <p className="text-muted-foreground">The summary couldn't be loaded.</p>
          {!isSignedOut && (
            <Button
              variant="link"
              size="sm"
              className="ml-4"
              busy={isFetching}
              onClick={() => void refetch()}
            >
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

const rowClasses =
  'flex h-full items-center overflow-x-auto px-3 whitespace-nowrap [scrollbar-width:none]'

function Facts({ summary }: { summary: Summary }) {
  const may = useRights()
  const { nextSession, heldSeats, failedSends, unreadMessages } = summary
  return (
    <dl className={cn(rowClasses, 'lg:justify-between')}>
      <Fact icon={CalendarClock} name={isOn(nextSession) ? 'Live now' : 'Next session'} isFirst>
        {nextSession ? <NextSession session={nextSession} /> : 'None planned'}
      </Fact>
      <Fact icon={Timer} name="Seats held right now">
        <Figure to="/admin/purchases?status=pending" count={heldSeats} />
      </Fact>
      {may('messages') && (
        <>
          <Fact
            icon={MailX}
            name="Failed sends"
            note="in the last 7 days"
            needsCare={failedSends > 0}
          >
            <Figure to="/admin/communications/log?status=FAILED" count={failedSends} />
          </Fact>
          <Fact icon={MailWarning} name="Unread contact messages" needsCare={unreadMessages > 0}>
            <Figure to="/admin/communications/inbox" count={unreadMessages} />
          </Fact>
        </>
      )}
    </dl>
  )
}

const linkClasses = 'touch-target rounded-sm underline-offset-4 -outline-offset-1 hover:underline'

/** A figure leads to where something can be done about it. */
function Figure({ to, count }: { to: string; count: number }) {
  return (
    <Link to={to} className={cn(linkClasses, 'px-1')}>
      {count}
    </Link>
  )
}

const isOn = (session: Summary['nextSession']) =>
  session !== null && Date.parse(session.startDate) <= Date.now()

function NextSession({ session }: { session: NonNullable<Summary['nextSession']> }) {
  const { id, name, startDate, timezone, enrolled } = session
  return (
    <>
      <Link to={`/admin/bootcamps/${id}`} className={linkClasses}>
        {name}
      </Link>
      <span className="font-normal text-muted-foreground">
        {' · '}
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
  isFirst?: boolean
  children: ReactNode
}

function Fact({ icon: Icon, name, note, needsCare = false, isFirst = false, children }: FactProps) {
  return (
    <div className={cn('flex shrink-0 items-center gap-1.5', !isFirst && 'ml-4 border-l pl-4')}>
      <dt className="flex items-center gap-1.5 text-muted-foreground">
        <Icon aria-hidden className="size-4 shrink-0 max-sm:hidden" />
        {name}
      </dt>
      <dd className={cn('font-semibold tabular-nums', needsCare && 'text-market')}>
        {children}
        {note && <span className="font-normal text-muted-foreground"> {note}</span>}
      </dd>
    </div>
  )
}

function Loading() {
  return (
    <div role="status" className={cn(rowClasses, 'gap-8')}>
      <span className="sr-only">Loading the summary</span>
      {['session', 'held', 'failed', 'unread'].map((fact) => (
        <Skeleton key={fact} className="h-4 w-40 shrink-0" />
      ))}
    </div>
  )
}
