/** One session of the coach's day. */
import { DoorOpen, NotebookPen, Video } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { api } from '@/api/client'
import { showError } from '@/api/form-failure'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { CancelDialog } from '@/features/coach-kit/cancel-dialog'
import { NotesDialog } from '@/features/coach-kit/notes-dialog'
import { done, type Outcome, statuses } from '@/features/coach-kit/session-words'
import { cohortName } from '@/lib/cohorts'
import { formatDate, formatTime } from '@/lib/dates'
import { localTimeAt } from '@/lib/local-times'
import { toast } from '@/lib/toast'
import { type OwnSession, useReloadOwn } from './own-desk'

export function SessionCard({ session }: { session: OwnSession }) {
  const { studentName, studentEmail, scheduledDate, endDate, timezone, notes, join } = session
  const { label, tone } =
    join?.state === 'open' && session.status === 'scheduled'
      ? ({ label: 'Open now', tone: 'launch' } as const)
      : statuses[session.status]
  return (
    <li className="grid min-w-0 gap-3 rounded-xl border bg-surface p-4 shadow-card">
      <div className="grid min-w-0 gap-0.5">
        <div className="flex items-start justify-between gap-3">
          <p className="font-semibold tabular-nums">
            {scheduledDate && endDate
              ? `${formatTime(scheduledDate, timezone)} – ${formatTime(endDate, timezone)}`
              : 'No time'}
          </p>
          <Badge tone={tone}>{label}</Badge>
        </div>
        <p className="text-lg font-medium wrap-anywhere">{studentName}</p>
        <p className="text-sm wrap-anywhere text-muted-foreground">
          {cohortName(session.bootcampName, session.cohort)}
          {' · '}
          <a href={`mailto:${studentEmail}`} className="underline underline-offset-4">
            {studentEmail}
          </a>
        </p>
        {session.status === 'scheduled' && !session.hasStarted && (
          <p className="text-sm text-muted-foreground">
            Can be rebooked until {formatDate(lastMoment(session.bookBy), timezone)}
          </p>
        )}
      </div>
      {notes && (
        <p className="rounded-lg bg-surface-2 px-3 py-2 text-sm wrap-anywhere whitespace-pre-line">
          {notes}
        </p>
      )}
      <Actions session={session} />
    </li>
  )
}

/** A session begins before it, so it names the day before. */
const lastMoment = (bookBy: string) => new Date(Date.parse(bookBy) - 1).toISOString()

/** On the day of the class itself, there is a room to look into. */
const isToday = ({ startDate, timezone }: OwnSession['cohort']) =>
  localTimeAt(startDate, timezone).date === localTimeAt(new Date().toISOString(), timezone).date

function Actions({ session }: { session: OwnSession }) {
  const reload = useReloadOwn()
  const [open, setOpen] = useState<'notes' | 'cancel' | null>(null)
  const [marking, setMarking] = useState<Outcome | null>(null)
  const params = { path: { session_id: session.id } }
  const isBooked = session.status === 'scheduled'
  const isOver = session.status === 'completed' || session.status === 'no_show'

  async function mark(outcome: Outcome, reason = '') {
    setMarking(outcome)
    try {
      const body = { outcome, reason }
      await api.POST('/api/coach/sessions/{session_id}/outcome', { params, body })
      toast({ title: done[outcome], description: session.studentName })
      return true
    } catch (error) {
      showError(error, 'Failed to change the session')
      return false
    } finally {
      await reload()
      setMarking(null)
    }
  }
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
    <div className="flex flex-wrap items-center gap-2">
      {session.sessionUrl && (
        <Button asChild size="sm">
          <a href={session.sessionUrl} target="_blank" rel="noopener noreferrer">
            <Video aria-hidden />
            Join
          </a>
        </Button>
      )}
      {isToday(session.cohort) && (
        <Button asChild variant="outline" size="sm">
          <Link to={`/coach/rooms/${session.cohort.id}`}>
            <DoorOpen aria-hidden />
            Class room
          </Link>
        </Button>
      )}
      <Button variant="outline" size="sm" onClick={() => setOpen('notes')}>
        <NotebookPen aria-hidden />
        Notes
      </Button>
      {isBooked && session.hasStarted && markButton('completed', 'Complete')}
      {isBooked && session.hasStarted && markButton('no_show', 'No-show')}
      {isOver && markButton('scheduled', 'Reopen')}
      {isBooked && !session.hasStarted && (
        <Button variant="ghost" size="sm" onClick={() => setOpen('cancel')}>
          Cancel session
        </Button>
      )}
      <NotesDialog
        session={session}
        save={async (notes) => {
          await api.PATCH('/api/coach/sessions/{session_id}/notes', { params, body: { notes } })
          await reload()
        }}
        open={open === 'notes'}
        onOpenChange={(isOpen) => setOpen(isOpen ? 'notes' : null)}
      />
      <CancelDialog
        studentName={session.studentName}
        cancel={(reason) => mark('pending', reason)}
        open={open === 'cancel'}
        onOpenChange={(isOpen) => setOpen(isOpen ? 'cancel' : null)}
      />
    </div>
  )
}
