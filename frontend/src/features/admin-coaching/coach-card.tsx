/** One coach: the rules of their calendar, their week, and the days that differ. */
import { Clock, Pencil, Plus, Trash2, TriangleAlert } from 'lucide-react'
import { useId, useState } from 'react'
import { api } from '@/api/client'
import { showError } from '@/api/form-failure'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Switch } from '@/components/ui/switch'
import { PersonLink } from '@/features/admin-kit/record-links'
import { offerUndo } from '@/features/admin-kit/undo'
import { type Coach, type CoachException, clockTime, dayNames } from '@/features/coach-kit/calendar'
import { ExceptionDialog } from '@/features/coach-kit/exception-dialog'
import { HoursDialog } from '@/features/coach-kit/hours-dialog'
import { formatRange } from '@/lib/dates'
import { toast } from '@/lib/toast'
import { CoachDialog } from './coach-dialog'
import { useCoachChange } from './coaches'

type Window = 'details' | 'hours' | 'exception'

export function CoachCard({ coach }: { coach: Coach }) {
  const titleId = useId()
  const keep = useCoachChange()
  const [open, setOpen] = useState<Window | null>(null)
  const windowProps = (name: Window) => ({
    coach,
    open: open === name,
    onOpenChange: (isOpen: boolean) => setOpen(isOpen ? name : null),
  })
  return (
    <Card role="article" aria-labelledby={titleId} className="min-w-0 gap-6">
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <h3 id={titleId} className="text-lg font-bold tracking-tight wrap-anywhere">
            <PersonLink userId={null} email={coach.email}>
              {coach.name}
            </PersonLink>
          </h3>
          <p className="text-sm wrap-anywhere text-muted-foreground">{coach.email}</p>
        </div>
        <ActiveSwitch coach={coach} />
      </div>
      <Facts coach={coach} />
      <Week coach={coach} />
      <Exceptions coach={coach} onAdd={() => setOpen('exception')} />
      <div className="flex flex-wrap gap-3 border-t pt-5">
        <Button variant="outline" size="sm" onClick={() => setOpen('hours')}>
          <Clock aria-hidden />
          Edit hours
        </Button>
        <Button variant="outline" size="sm" onClick={() => setOpen('details')}>
          <Pencil aria-hidden />
          Edit details
        </Button>
      </div>
      <CoachDialog {...windowProps('details')} />
      <HoursDialog
        {...windowProps('hours')}
        save={async (hours) => {
          const { data } = await api.PUT('/api/admin/coaching/coaches/{coach_id}/hours', {
            params: { path: { coach_id: coach.id } },
            body: { hours },
          })
          if (data) await keep(data)
        }}
      />
      <ExceptionDialog
        {...windowProps('exception')}
        add={async (body) => {
          const { data } = await api.POST('/api/admin/coaching/coaches/{coach_id}/exceptions', {
            params: { path: { coach_id: coach.id } },
            body,
          })
          if (data) await keep(data)
        }}
      />
    </Card>
  )
}

function ActiveSwitch({ coach }: { coach: Coach }) {
  const keep = useCoachChange()
  const [isSaving, setIsSaving] = useState(false)

  async function change(isActive: boolean) {
    setIsSaving(true)
    try {
      const { data } = await api.PATCH('/api/admin/coaching/coaches/{coach_id}', {
        params: { path: { coach_id: coach.id } },
        body: { isActive },
      })
      if (data) await keep(data)
      toast({
        title: isActive ? 'Coach is accepting bookings' : "Coach isn't accepting new bookings",
        description: coach.name,
        ...offerUndo(() => void change(!isActive)),
      })
    } catch (error) {
      showError(error, 'Failed to change the coach')
    } finally {
      setIsSaving(false)
    }
  }

  return (
    <div className="flex shrink-0 items-center gap-2">
      <Badge tone={coach.isActive ? 'positive' : 'neutral'}>
        {coach.isActive ? 'Active' : 'Inactive'}
      </Badge>
      <Switch
        aria-label={`${coach.name} takes bookings`}
        checked={coach.isActive}
        disabled={isSaving}
        onCheckedChange={(isActive) => void change(isActive)}
      />
    </div>
  )
}

function Facts({ coach }: { coach: Coach }) {
  const facts = [
    ['Time zone', coach.timezone.replaceAll('_', ' ')],
    ['Buffer after a session', `${coach.bufferMinutes} min`],
    ['Minimum notice', `${coach.noticeHours} h`],
    ['Upcoming sessions', String(coach.upcomingSessions)],
  ] as const
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 text-[0.9375rem]">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt className="text-sm text-muted-foreground">{name}</dt>
          <dd className="font-medium wrap-anywhere tabular-nums">{value}</dd>
        </div>
      ))}
      <div className="col-span-2">
        <dt className="text-sm text-muted-foreground">Meeting link</dt>
        <dd className="wrap-anywhere">
          {coach.meetingUrl || "None yet, so students can't book this coach."}
        </dd>
      </div>
    </dl>
  )
}

function Week({ coach }: { coach: Coach }) {
  return (
    <div className="grid gap-2">
      <h4 className="font-semibold">Weekly hours</h4>
      {coach.weeklyHours.length === 0 ? (
        <p className="flex items-start gap-2 text-sm text-build">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          No hours yet, so students can't book this coach.
        </p>
      ) : (
        <ul className="grid gap-1 text-[0.9375rem]">
          {dayNames.map((name, weekday) => {
            const openings = coach.weeklyHours.filter((opening) => opening.weekday === weekday)
            if (openings.length === 0) return null
            return (
              <li key={name} className="grid grid-cols-[6.5rem_1fr] gap-3">
                <span className="text-muted-foreground">{name}</span>
                <span className="tabular-nums">
                  {openings
                    .map(({ opens, closes }) => `${clockTime(opens)} – ${clockTime(closes)}`)
                    .join(', ')}
                </span>
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}

function Exceptions({ coach, onAdd }: { coach: Coach; onAdd: () => void }) {
  return (
    <div className="grid gap-2">
      <div className="flex items-center justify-between gap-3">
        <h4 className="font-semibold">Date overrides</h4>
        <Button variant="ghost" size="sm" onClick={onAdd}>
          <Plus aria-hidden />
          Add
        </Button>
      </div>
      {coach.exceptions.length === 0 ? (
        <p className="text-sm text-muted-foreground">None. The weekly hours apply.</p>
      ) : (
        <ul className="grid gap-2">
          {coach.exceptions.map((exception) => (
            <ExceptionRow key={exception.id} coach={coach} exception={exception} />
          ))}
        </ul>
      )}
    </div>
  )
}

function ExceptionRow({ coach, exception }: { coach: Coach; exception: CoachException }) {
  const keep = useCoachChange()
  const [isRemoving, setIsRemoving] = useState(false)
  const { startsAt, endsAt, isAvailable, note, bookedInside } = exception
  const when = formatRange(startsAt, endsAt, coach.timezone)

  async function remove() {
    setIsRemoving(true)
    try {
      const { data } = await api.DELETE('/api/admin/coaching/exceptions/{exception_id}', {
        params: { path: { exception_id: exception.id } },
      })
      if (data) await keep(data)
      toast({ title: 'Override removed', description: when })
    } catch (error) {
      showError(error, 'Failed to remove the override')
      setIsRemoving(false)
    }
  }

  return (
    <li className="flex items-start justify-between gap-3 rounded-lg bg-surface-2 px-4 py-3">
      <div className="grid min-w-0 gap-1 text-[0.9375rem]">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Badge tone={isAvailable ? 'positive' : 'neutral'}>
            {isAvailable ? 'Extra hours' : 'Off'}
          </Badge>
          <span className="tabular-nums">{when}</span>
        </div>
        {note && <p className="text-sm wrap-anywhere text-muted-foreground">{note}</p>}
        {!isAvailable && bookedInside > 0 && (
          <p className="flex items-start gap-1.5 text-sm text-build">
            <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
            {bookedInside} {bookedInside === 1 ? 'session is' : 'sessions are'} still booked in this
            time.
          </p>
        )}
      </div>
      <Button
        variant="ghost"
        size="sm"
        icon
        busy={isRemoving}
        aria-label={`Remove ${when}`}
        onClick={() => void remove()}
      >
        <Trash2 aria-hidden />
      </Button>
    </li>
  )
}
