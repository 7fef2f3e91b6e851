/** When the coach can be booked: weekly hours, date overrides and the rules of the calendar. */
import { Clock, Pencil, Plus, Trash2, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { api } from '@/api/client'
import { showError } from '@/api/form-failure'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Dialog, DialogContent } from '@/components/ui/dialog'
import { type Coach, clockTime, dayNames } from '@/features/coach-kit/calendar'
import { ExceptionDialog } from '@/features/coach-kit/exception-dialog'
import { HoursDialog } from '@/features/coach-kit/hours-dialog'
import { formatRange } from '@/lib/dates'
import { toast } from '@/lib/toast'
import { CalendarSettings } from './calendar-settings'
import { useReloadOwn } from './own-desk'

type Window = 'hours' | 'exception' | 'settings'

interface CalendarCardProps {
  calendar: Coach
  isBookable: boolean
}

export function CalendarCard({ calendar, isBookable }: CalendarCardProps) {
  const reload = useReloadOwn()
  const [open, setOpen] = useState<Window | null>(null)
  const windowProps = (name: Window) => ({
    open: open === name,
    onOpenChange: (isOpen: boolean) => setOpen(isOpen ? name : null),
  })
  const hasHours = calendar.weeklyHours.length > 0
  return (
    <Card role="region" aria-label="Your hours" className="min-w-0 gap-5">
      <div className="flex items-start justify-between gap-3">
        <div>
          <h2 className="text-lg font-bold tracking-tight">Your hours</h2>
          <p className="text-sm text-muted-foreground">{calendar.timezone.replaceAll('_', ' ')}</p>
        </div>
        <Badge tone={isBookable && hasHours ? 'positive' : 'neutral'}>
          {isBookable && hasHours ? 'Taking bookings' : 'Not bookable'}
        </Badge>
      </div>
      {hasHours ? (
        <dl className="grid gap-1 text-[0.9375rem]">
          {calendar.weeklyHours.map(({ weekday, opens, closes }) => (
            <div key={`${weekday} ${opens}`} className="flex justify-between gap-3">
              <dt className="text-muted-foreground">{dayNames[weekday]}</dt>
              <dd className="tabular-nums">
                {clockTime(opens)} – {clockTime(closes)}
              </dd>
            </div>
          ))}
        </dl>
      ) : (
        <p className="flex items-start gap-2 text-sm text-build">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          No hours yet, so students can't book you.
        </p>
      )}
      <Overrides calendar={calendar} />
      <div className="flex flex-wrap gap-2 border-t pt-4">
        <Button variant="outline" size="sm" onClick={() => setOpen('hours')}>
          <Clock aria-hidden />
          Edit hours
        </Button>
        <Button variant="outline" size="sm" onClick={() => setOpen('exception')}>
          <Plus aria-hidden />
          Date override
        </Button>
        <Button variant="outline" size="sm" onClick={() => setOpen('settings')}>
          <Pencil aria-hidden />
          Settings
        </Button>
      </div>
      <HoursDialog
        {...windowProps('hours')}
        coach={calendar}
        save={async (hours) => {
          await api.PUT('/api/coach/hours', { body: { hours } })
          await reload()
        }}
      />
      <ExceptionDialog
        {...windowProps('exception')}
        coach={calendar}
        add={async (body) => {
          await api.POST('/api/coach/exceptions', { body })
          await reload()
        }}
      />
      <Dialog {...windowProps('settings')}>
        <DialogContent
          title="Calendar Settings"
          description="If you change the meeting link, we'll email everyone with an upcoming session."
        >
          <CalendarSettings calendar={calendar} onSaved={() => setOpen(null)} />
        </DialogContent>
      </Dialog>
    </Card>
  )
}

function Overrides({ calendar }: { calendar: Coach }) {
  const reload = useReloadOwn()
  const [removing, setRemoving] = useState<number | null>(null)
  if (calendar.exceptions.length === 0) return null

  async function remove(id: number) {
    setRemoving(id)
    try {
      await api.DELETE('/api/coach/exceptions/{exception_id}', {
        params: { path: { exception_id: id } },
      })
      toast({ title: 'Override removed' })
    } catch (error) {
      showError(error, 'Failed to remove the override')
    } finally {
      await reload()
      setRemoving(null)
    }
  }

  return (
    <div className="grid gap-2">
      <h3 className="font-semibold">Date overrides</h3>
      <ul className="grid gap-2">
        {calendar.exceptions.map(({ id, startsAt, endsAt, isAvailable, note, bookedInside }) => {
          const when = formatRange(startsAt, endsAt, calendar.timezone)
          return (
            <li
              key={id}
              className="flex items-start justify-between gap-3 rounded-lg bg-surface-2 px-3 py-2 text-[0.9375rem]"
            >
              <div className="grid min-w-0 gap-1">
                <span className="flex flex-wrap items-center gap-2">
                  <Badge tone={isAvailable ? 'positive' : 'neutral'}>
                    {isAvailable ? 'Extra hours' : 'Off'}
                  </Badge>
                  <span className="tabular-nums">{when}</span>
                </span>
                {note && <span className="text-sm text-muted-foreground">{note}</span>}
                {!isAvailable && bookedInside > 0 && (
                  <span className="text-sm text-build">
                    {bookedInside} {bookedInside === 1 ? 'session is' : 'sessions are'} still booked
                    in this time.
                  </span>
                )}
              </div>
              <Button
                variant="ghost"
                size="sm"
                icon
                busy={removing === id}
                aria-label={`Remove ${when}`}
                onClick={() => void remove(id)}
              >
                <Trash2 aria-hidden />
              </Button>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
