/** One session on the coach's list: when, with whom, and what became of it. */
import { NotebookPen, Video } from 'lucide-react'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { api } from '@/api/client'
import { showError } from '@/api/form-failure'
import { Badge, type BadgeTone } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { formatRange, formatViewerRange } from '@/lib/dates'
import { toast } from '@/lib/toast'
import { useReaderZone } from '@/session/reader-zone'
import { type DeskSession, type Outcome, useReloadSessions } from './desk-sessions'
import { NotesDialog } from './notes-dialog'

const statuses: Record<DeskSession['status'], { label: string; tone: BadgeTone }> = {
  pending: { label: 'Waiting', tone: 'build' },
  scheduled: { label: 'Scheduled', tone: 'positive' },
  completed: { label: 'Completed', tone: 'neutral' },
  no_show: { label: 'No-show', tone: 'market' },
  cancelled: { label: 'Canceled', tone: 'neutral' },
}

const done: Record<Outcome, string> = {
  completed: 'Session completed',
  no_show: 'Marked as no-show',
  scheduled: 'Session reopened',
  pending: 'Session canceled',
}

export function SessionRow({ session }: { session: DeskSession }) {
  const titleId = useId()
  const { label, tone } = statuses[session.status]
  return (
    <Card role="article" aria-labelledby={titleId} className="min-w-0 gap-4 sm:p-6">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h3 id={titleId} className="text-lg font-bold tracking-tight wrap-anywhere">
            {session.studentName || session.studentEmail || 'Guest'}
          </h3>
          <p className="text-sm wrap-anywhere text-muted-foreground">
            {session.bootcampName}
            {session.studentEmail && (
              <>
                {' · '}
                <a href={`mailto:${session.studentEmail}`} className="underline underline-offset-4">
                  {session.studentEmail}
                </a>
              </>
            )}
            {session.isGuest && ' · No account yet'}
          </p>
          {session.purchaseId !== null && (
            <Link
              to={`/admin/purchases/${session.purchaseId}`}
              className="text-sm underline underline-offset-4"
            >
              View purchase
            </Link>
          )}
        </div>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <When session={session} />
      {session.notes && (
        <p className="rounded-lg bg-surface-2 px-4 py-3 text-[0.9375rem] wrap-anywhere whitespace-pre-line">
          {session.notes}
        </p>
      )}
      <Actions session={session} />
    </Card>
  )
}

function When({ session }: { session: DeskSession }) {
  const { scheduledDate, endDate, timezone, coachName, reschedules } = session
  const ownZone = useReaderZone()
  if (!scheduledDate || !endDate) {
    return <p className="text-muted-foreground">No time chosen yet.</p>
  }
  const own = formatViewerRange(scheduledDate, endDate, timezone, ownZone)
  return (
    <div className="grid gap-0.5">
      <p className="font-medium">{formatRange(scheduledDate, endDate, timezone)}</p>
      {own && <p className="text-sm text-muted-foreground">Your time: {own}</p>}
      <p className="text-sm text-muted-foreground">
        With {coachName}
        {reschedules > 0 && `, moved ${reschedules === 1 ? 'once' : 'twice'}`}
      </p>
    </div>
  )
}

function useMark(session: DeskSession) {
  const reload = useReloadSessions()
  const [marking, setMarking] = useState<Outcome | null>(null)

  async function mark(outcome: Outcome) {
    setMarking(outcome)
    try {
      await api.POST('/api/admin/coaching/sessions/{session_id}/outcome', {
        params: { path: { session_id: session.id } },
        body: { outcome },
      })
      toast({ title: done[outcome], description: session.studentName })
    } catch (error) {
      showError(error, 'Failed to change the session')
    } finally {
      await reload()
      setMarking(null)
    }
  }

  return { mark, marking }
}

function Actions({ session }: { session: DeskSession }) {
  const { mark, marking } = useMark(session)
  const [isNoting, setIsNoting] = useState(false)
  const [isGivingUp, setIsGivingUp] = useState(false)
  const { status, hasStarted, sessionUrl } = session
  const isBooked = status === 'scheduled'
  const isOver = status === 'completed' || status === 'no_show'
  const markButton = (outcome: Outcome, label: string) => (
    <Button
      variant="outline"
      size="sm"
      busy={marking === outcome}
      onClick={() => void mark(outcome)}
    >
      {label}
    </Button>
  )
  return (
    <div className="flex flex-wrap gap-3">
      {isBooked && sessionUrl && (
        <Button asChild size="sm">
          <a href={sessionUrl} target="_blank" rel="noopener noreferrer">
            <Video aria-hidden />
            Join
          </a>
        </Button>
      )}
      <Button variant="outline" size="sm" onClick={() => setIsNoting(true)}>
        <NotebookPen aria-hidden />
        Notes
      </Button>
      {isBooked && hasStarted && markButton('completed', 'Complete')}
      {isBooked && hasStarted && markButton('no_show', 'No-show')}
      {isOver && markButton('scheduled', 'Reopen')}
      {(isBooked || status === 'no_show') && (
        <Button variant="ghost" size="sm" onClick={() => setIsGivingUp(true)}>
          {isBooked ? 'Cancel session' : 'Let them rebook'}
        </Button>
      )}
      <NotesDialog session={session} open={isNoting} onOpenChange={setIsNoting} />
      <ConfirmDialog
        open={isGivingUp}
        onOpenChange={setIsGivingUp}
        title={isBooked ? 'Cancel this session?' : 'Let them rebook?'}
        description={
          isBooked
            ? "The student and the coach will be emailed, and the student can pick another time. This doesn't use up one of their reschedules."
            : 'The session goes back to waiting, and the student can pick a new time.'
        }
        confirmLabel={isBooked ? 'Cancel session' : 'Let them rebook'}
        pending={marking === 'pending'}
        pendingLabel="Saving..."
        onConfirm={() => void mark('pending').then(() => setIsGivingUp(false))}
      />
    </div>
  )
}
