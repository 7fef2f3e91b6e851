/** One private hour: how it stands, when it is, and what can be done about it. */
import { CalendarClock, CalendarPlus } from 'lucide-react'
import { lazy, Suspense, useId, useState } from 'react'
import { SessionTime } from '@/components/session-time'
import { Badge, type BadgeTone } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { formatDate, formatWeekday } from '@/lib/dates'
import { OwnTime } from '@/session/own-time'
import { CoachingDoor } from './coaching-door'
import type { CoachingSession } from './coaching-sessions'

const statuses: Record<CoachingSession['status'], { label: string; tone: BadgeTone }> = {
  pending: { label: 'Pending', tone: 'build' },
  scheduled: { label: 'Scheduled', tone: 'positive' },
  completed: { label: 'Completed', tone: 'neutral' },
  no_show: { label: 'Missed', tone: 'market' },
  cancelled: { label: 'Canceled', tone: 'neutral' },
}

const CancelTime = lazy(async () => ({
  default: (await import('./cancel-time')).CancelTime,
}))

interface CoachingCardProps {
  session: CoachingSession
  /** When the server's answer came, on this computer's clock. */
  receivedAt: number
  onPick: () => void
}

export function CoachingCard({ session, receivedAt, onPick }: CoachingCardProps) {
  const titleId = useId()
  const { label, tone } = session.hasEnded ? ENDED : statuses[session.status]
  return (
    <Card role="article" aria-labelledby={titleId} className="min-w-0 content-start gap-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <h3 id={titleId} className="min-w-0 text-lg font-bold tracking-tight wrap-anywhere">
          {session.bootcamp.name}
        </h3>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <When session={session} />
      {session.status === 'pending' && !session.hasEnded && (
        <div>
          <Button onClick={onPick} aria-describedby={titleId}>
            <CalendarClock aria-hidden />
            Schedule Session
          </Button>
        </div>
      )}
      {session.status === 'scheduled' && (
        <BookedActions session={session} receivedAt={receivedAt} onPick={onPick} />
      )}
    </Card>
  )
}

const ENDED = { label: 'Ended', tone: 'neutral' } as const

/** "Sat, Dec 5, 2099": the last day on which it can take place. */
function lastDay({ bookBy, bootcamp }: CoachingSession): string {
  const last = new Date(Date.parse(bookBy) - 1).toISOString()
  return `${formatWeekday(last, bootcamp.timezone)}, ${formatDate(last, bootcamp.timezone)}`
}

function When({ session }: { session: CoachingSession }) {
  const { status, bootcamp, coachName, scheduledDate, endDate, hasEnded } = session
  if (!scheduledDate || !endDate) {
    return (
      <p className="text-muted-foreground">
        {hasEnded
          ? `Your 1-hour private session could be booked until ${lastDay(session)}.`
          : `Your 1-hour private session, online. Pick a time that suits you, by ${lastDay(session)}.`}
      </p>
    )
  }
  const hours = { startDate: scheduledDate, endDate, timezone: bootcamp.timezone }
  return (
    <div className="grid gap-0.5">
      <p className={status === 'cancelled' ? 'text-muted-foreground line-through' : 'font-medium'}>
        <SessionTime {...hours} />
      </p>
      <OwnTime {...hours} className="text-sm text-muted-foreground" />
      {coachName && <p className="text-sm text-muted-foreground">With {coachName}</p>}
    </div>
  )
}

function BookedActions({ session, receivedAt, onPick }: CoachingCardProps) {
  const refusalId = useId()
  const [isCanceling, setIsCanceling] = useState(false)
  const { canReschedule, rescheduleRefusal, sessionUrl, join } = session
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-3">
        {join && <CoachingDoor join={join} sessionUrl={sessionUrl} receivedAt={receivedAt} />}
        <Button
          variant="outline"
          onClick={onPick}
          disabled={!canReschedule}
          aria-describedby={rescheduleRefusal ? refusalId : undefined}
        >
          Reschedule
        </Button>
        {canReschedule && (
          <Button variant="link" size="sm" onClick={() => setIsCanceling(true)}>
            Cancel this time
          </Button>
        )}
      </div>
      <Suspense fallback={null}>
        {isCanceling && (
          <CancelTime
            session={session}
            until={lastDay(session)}
            onClose={() => setIsCanceling(false)}
          />
        )}
      </Suspense>
      {rescheduleRefusal && (
        <p id={refusalId} className="text-sm text-muted-foreground">
          {rescheduleRefusal}
        </p>
      )}
      <a
        href={`/api/user/coaching-sessions/${session.id}/calendar.ics`}
        download="coaching.ics"
        className="touch-target inline-flex w-fit items-center gap-2 rounded-sm text-sm text-primary underline underline-offset-4 hover:decoration-2"
      >
        <CalendarPlus aria-hidden className="size-4" />
        Add to your calendar
      </a>
    </div>
  )
}
