/** One coaching session in the list: when, with whom, and what became of it. */
import { NotebookPen, Video } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { api } from '@/api/client'
import { showError } from '@/api/form-failure'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import type { Column } from '@/features/admin-kit/data-list'
import { OPENS_ROW } from '@/features/admin-kit/list-keys'
import { CohortLink, PersonLink } from '@/features/admin-kit/record-links'
import { CancelDialog } from '@/features/coach-kit/cancel-dialog'
import { NotesDialog } from '@/features/coach-kit/notes-dialog'
import { done, type Outcome, statuses } from '@/features/coach-kit/session-words'
import {
  formatDate,
  formatDay,
  formatRange,
  formatViewerRange,
  unbroken,
  viewerZone,
} from '@/lib/dates'
import { toast } from '@/lib/toast'
import { useReaderZone } from '@/session/reader-zone'
import { type DeskSession, useReloadSessions } from './desk-sessions'
import { RemindButton } from './remind-button'
import { TimeDialog } from './time-dialog'

interface Shown {
  session: DeskSession
}

export const sessionColumns: readonly Column<DeskSession>[] = [
  {
    name: 'When',
    className: 'align-top whitespace-nowrap',
    cell: (session) => <When session={session} />,
  },
  { name: 'Student', className: 'align-top', cell: (session) => <Student session={session} /> },
  { name: 'Status', className: 'align-top', cell: (session) => <Status session={session} /> },
  {
    name: 'Actions',
    isActions: true,
    className: 'align-top',
    cell: (session) => <Actions session={session} />,
  },
]

export function SessionCard({ session }: Shown) {
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1.5">
        <When session={session} />
        <Status session={session} />
      </div>
      <Student session={session} />
      <Actions session={session} />
    </>
  )
}

function Status({ session }: Shown) {
  const { label, tone } = statuses[session.status]
  return <Badge tone={tone}>{label}</Badge>
}

function Student({ session }: Shown) {
  const { studentName, studentEmail, isGuest, purchaseId, notes, status, bookBy, cohort } = session
  const name = studentName || studentEmail || 'Guest'
  return (
    <div className="grid min-w-0 gap-0.5">
      <p className="font-medium wrap-anywhere">
        {studentEmail ? (
          <PersonLink userId={null} email={studentEmail}>
            {name}
          </PersonLink>
        ) : (
          name
        )}
      </p>
      <p className="text-sm leading-6 wrap-anywhere text-muted-foreground">
        <CohortLink name={session.bootcampName} cohort={cohort} />
      </p>
      <p className="flex flex-wrap gap-x-3 text-sm leading-6 text-muted-foreground">
        {studentEmail && (
          <a href={`mailto:${studentEmail}`} className="wrap-anywhere underline underline-offset-4">
            {studentEmail}
          </a>
        )}
        {purchaseId !== null && (
          <Link
            {...OPENS_ROW}
            to={`/admin/purchases/${purchaseId}`}
            className="underline underline-offset-4"
          >
            View purchase
          </Link>
        )}
        {status === 'pending' && <span>{bookUntil(bookBy, cohort.timezone)}</span>}
        {session.remindedAt && <span>Reminded {formatDay(session.remindedAt, viewerZone())}</span>}
      </p>
      {isGuest && status === 'pending' && (
        <p className="text-sm text-muted-foreground">
          No account yet. Send the invitation: it opens one, and then you can book.
        </p>
      )}
      {notes && (
        <p className="mt-1 w-fit max-w-160 rounded-lg bg-surface-2 px-3 py-2 text-sm wrap-anywhere whitespace-pre-line">
          {notes}
        </p>
      )}
    </div>
  )
}

/** "Book by Dec 5" or "Ended Dec 5": the desk can still book one that has ended. */
function bookUntil(bookBy: string, zone: string): string {
  const last = new Date(Date.parse(bookBy) - 1).toISOString()
  return `${Date.parse(bookBy) > Date.now() ? 'Book by' : 'Ended'} ${formatDate(last, zone)}`
}

function When({ session }: Shown) {
  const { scheduledDate, endDate, timezone, coachName, reschedules } = session
  const ownZone = useReaderZone()
  if (!scheduledDate || !endDate) return <span className="text-muted-foreground">No time</span>
  const own = formatViewerRange(scheduledDate, endDate, timezone, ownZone)
  return (
    <div className="grid gap-0.5">
      {/* No paragraph: those break their lines also where a cell should not. */}
      <span className="font-medium">{unbroken(formatRange(scheduledDate, endDate, timezone))}</span>
      {own && <span className="text-sm text-muted-foreground">Your time: {own}</span>}
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

  async function mark(outcome: Outcome, reason = '') {
    setMarking(outcome)
    try {
      await api.POST('/api/admin/coaching/sessions/{session_id}/outcome', {
        params: { path: { session_id: session.id } },
        body: { outcome, reason },
      })
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

  return { mark, marking }
}

function Actions({ session }: { session: DeskSession }) {
  const { mark, marking } = useMark(session)
  const [isNoting, setIsNoting] = useState(false)
  const [isGivingUp, setIsGivingUp] = useState(false)
  const [isBooking, setIsBooking] = useState(false)
  const reload = useReloadSessions()
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
    <div className="flex flex-wrap gap-2 md:flex-nowrap md:justify-end">
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
      {status === 'pending' && <RemindButton session={session} />}
      {((status === 'pending' && !session.isGuest) || (isBooked && !hasStarted)) && (
        <Button variant="outline" size="sm" onClick={() => setIsBooking(true)}>
          {isBooked ? 'Move' : 'Book session'}
        </Button>
      )}
      {isBooked && hasStarted && markButton('completed', 'Complete')}
      {isBooked && hasStarted && markButton('no_show', 'No-show')}
      {isOver && markButton('scheduled', 'Reopen')}
      {(isBooked || status === 'no_show') && (
        <Button
          variant="ghost"
          size="sm"
          className="max-md:border max-md:bg-surface"
          onClick={() => setIsGivingUp(true)}
        >
          {isBooked ? 'Cancel session' : 'Let them rebook'}
        </Button>
      )}
      <NotesDialog
        session={session}
        save={async (notes) => {
          await api.PATCH('/api/admin/coaching/sessions/{session_id}/notes', {
            params: { path: { session_id: session.id } },
            body: { notes },
          })
          await reload()
        }}
        open={isNoting}
        onOpenChange={setIsNoting}
      />
      <TimeDialog session={session} open={isBooking} onOpenChange={setIsBooking} />
      <CancelDialog
        studentName={session.studentName}
        open={isBooked && isGivingUp}
        onOpenChange={setIsGivingUp}
        cancel={(reason) => mark('pending', reason)}
      />
      <ConfirmDialog
        open={!isBooked && isGivingUp}
        onOpenChange={setIsGivingUp}
        title="Let them rebook?"
        description="The session goes back to waiting, and the student can pick a new time."
        confirmLabel="Let them rebook"
        pending={marking === 'pending'}
        pendingLabel="Saving..."
        onConfirm={() => void mark('pending').then(() => setIsGivingUp(false))}
      />
    </div>
  )
}
