/** One private hour: how it stands, when it is, and what can be done about it. */
import { CalendarClock, CalendarPlus } from 'lucide-react'
import { useId } from 'react'
import { SessionTime } from '@/components/session-time'
import { Badge, type BadgeTone } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { formatViewerRange } from '@/lib/dates'
import { useReaderZone } from '@/session/reader-zone'
import { CoachingDoor } from './coaching-door'
import type { CoachingSession } from './coaching-sessions'

const statuses: Record<CoachingSession['status'], { label: string; tone: BadgeTone }> = {
  pending: { label: 'Pending', tone: 'build' },
  scheduled: { label: 'Scheduled', tone: 'positive' },
  completed: { label: 'Completed', tone: 'neutral' },
  no_show: { label: 'Missed', tone: 'market' },
  cancelled: { label: 'Canceled', tone: 'neutral' },
}

interface CoachingCardProps {
  session: CoachingSession
  /** When the server's answer came, on this computer's clock. */
  receivedAt: number
  onPick: () => void
}

export function CoachingCard({ session, receivedAt, onPick }: CoachingCardProps) {
  const titleId = useId()
  const { label, tone } = statuses[session.status]
  return (
    <Card role="article" aria-labelledby={titleId} className="min-w-0 content-start gap-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <h3 id={titleId} className="min-w-0 text-lg font-bold tracking-tight wrap-anywhere">
          {session.bootcamp.name}
        </h3>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <When session={session} />
      {session.status === 'pending' && (
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

function When({
  session: { status, bootcamp, coachName, scheduledDate, endDate },
}: {
  session: CoachingSession
}) {
  const own = useReaderZone()
  if (!scheduledDate || !endDate) {
    return (
      <p className="text-muted-foreground">
        Your 1-hour private session, online. Pick a time that suits you.
      </p>
    )
  }
  const yourTime = formatViewerRange(scheduledDate, endDate, bootcamp.timezone, own)
  return (
    <div className="grid gap-0.5">
      <p className={status === 'cancelled' ? 'text-muted-foreground line-through' : 'font-medium'}>
        <SessionTime startDate={scheduledDate} endDate={endDate} timezone={bootcamp.timezone} />
      </p>
      {yourTime && <p className="text-sm text-muted-foreground">{yourTime} your time</p>}
      {coachName && <p className="text-sm text-muted-foreground">With {coachName}</p>}
    </div>
  )
}

function BookedActions({ session, receivedAt, onPick }: CoachingCardProps) {
  const refusalId = useId()
  const { canReschedule, rescheduleRefusal, sessionUrl, join } = session
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-3">
        {join && <CoachingDoor join={join} sessionUrl={sessionUrl} receivedAt={receivedAt} />}
        <Button
          variant="outline"
          onClick={onPick}
          disabled={!canReschedule}
          aria-describedby={rescheduleRefusal ? refusalId : undefined}
        >
          Reschedule
        </Button>
      </div>
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
