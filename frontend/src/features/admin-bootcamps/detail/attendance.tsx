/** Whether one person came: as we saw it, and two buttons that say otherwise until pressed again. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Check, X } from 'lucide-react'
import { api } from '@/api/client'
import { showError } from '@/api/form-failure'
import { Badge, type BadgeTone } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { isOnTheDay, phaseOf } from '@/features/admin-kit/class-clock'
import { formatDay, formatTime } from '@/lib/dates'
import { useRights } from '@/session/rights'
import type { AdminBootcamp, Attendee } from './bootcamp-query'

type Standing = NonNullable<Attendee['attendance']>

const states: Record<Standing['state'], { label: string; tone: BadgeTone }> = {
  expected: { label: 'Not joined yet', tone: 'neutral' },
  joined: { label: 'Joined', tone: 'positive' },
  attended: { label: 'Attended', tone: 'positive' },
  absent: { label: 'Absent', tone: 'market' },
}

interface AttendanceProps {
  bootcamp: AdminBootcamp
  attendee: Attendee
  now: number
}

export function Attendance({ bootcamp, attendee, now }: AttendanceProps) {
  const may = useRights()
  const { attendance, name, purchase } = attendee
  const { mutate, isPending, variables } = useMark(bootcamp.id, purchase.id)
  const isAhead = phaseOf(bootcamp, now) === 'ahead'
  // Before people come there is nothing to say about who did.
  const isEarly = isAhead && !isOnTheDay(bootcamp, now)
  if (!attendance || (isEarly && attendance.state === 'expected')) return null
  const { label, tone } = states[attendance.state]
  const isMarked = attendance.markedAt !== null
  const button = (attended: boolean, words: string) => {
    const isSo = isMarked && attendance.state === (attended ? 'attended' : 'absent')
    return (
      <Button
        variant={isSo ? 'primary' : 'outline'}
        size="sm"
        aria-pressed={isSo}
        aria-label={`${words}: ${name}`}
        title={isSo ? 'Press again to remove this mark' : undefined}
        busy={isPending && variables === (isSo ? null : attended)}
        disabled={isPending}
        onClick={() => mutate(isSo ? null : attended)}
      >
        {attended ? <Check aria-hidden /> : <X aria-hidden />}
        {words}
      </Button>
    )
  }
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p role="status" className="flex flex-wrap items-center gap-2 text-sm text-muted-foreground">
        <Badge tone={tone}>{label}</Badge>
        {attendance.cameAt && (
          <span>Joined {formatTime(attendance.cameAt, bootcamp.timezone)}</span>
        )}
        {attendance.minutes !== null && (
          <span className="tabular-nums">{attendance.minutes} min in class</span>
        )}
        {attendance.markedAt && (
          <span>
            Marked by {attendance.markedBy || 'an admin'},{' '}
            {formatDay(attendance.markedAt, bootcamp.timezone)}
          </span>
        )}
      </p>
      {may('seats') && !isAhead && (
        <div className="flex gap-2">
          {button(true, 'Attended')}
          {button(false, 'Absent')}
        </div>
      )}
    </div>
  )
}

/** How many came, in one line above the list. */
export function attendanceSummary(attendees: readonly Attendee[]): string | null {
  const count = (...wanted: Standing['state'][]) =>
    attendees.filter(({ attendance }) => attendance && wanted.includes(attendance.state)).length
  const here = count('joined', 'attended')
  const absent = count('absent')
  const expected = count('expected')
  if (here + absent === 0) return null
  return [
    `${here} of ${attendees.length} came`,
    absent > 0 && `${absent} absent`,
    expected > 0 && `${expected} not joined yet`,
  ]
    .filter(Boolean)
    .join(' · ')
}

function useMark(bootcampId: number, purchaseId: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (attended: boolean | null) =>
      api.PUT('/api/admin/bootcamps/{bootcamp_id}/attendees/{purchase_id}/attendance', {
        params: { path: { bootcamp_id: bootcampId, purchase_id: purchaseId } },
        body: { attended },
      }),
    onError: (error) => showError(error, "Attendance couldn't be saved. Please try again."),
    onSettled: () =>
      Promise.all(
        ['/api/admin/bootcamps/{bootcamp_id}/attendees', '/api/admin/stats'].map((path) =>
          queryClient.invalidateQueries({ queryKey: ['get', path] }),
        ),
      ),
  })
}
