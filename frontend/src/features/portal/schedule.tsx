/** When a session takes place: on the clocks of its own zone, and on the reader's. */
import { CalendarDays } from 'lucide-react'
import { formatRange, formatViewerRange } from '@/lib/dates'

interface ScheduleProps {
  startDate: string
  endDate: string
  timezone: string
}

export function Schedule({ startDate, endDate, timezone }: ScheduleProps) {
  const yourTime = formatViewerRange(startDate, endDate, timezone)
  return (
    <div className="flex gap-3">
      <CalendarDays aria-hidden className="mt-0.5 size-5 shrink-0 opacity-70" />
      <p className="grid gap-0.5">
        <span>{formatRange(startDate, endDate, timezone)}</span>
        {yourTime && <span className="text-sm opacity-80">{yourTime} your time</span>}
      </p>
    </div>
  )
}
