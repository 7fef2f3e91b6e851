/** When a session takes place: on the clocks of its own zone, and on the reader's. */
import { CalendarDays } from 'lucide-react'
import { type SessionHours, SessionTime } from '@/components/session-time'
import { OwnTime } from '@/session/own-time'

export function Schedule({ startDate, endDate, timezone }: SessionHours) {
  const hours = { startDate, endDate, timezone }
  return (
    <div className="flex gap-3">
      <CalendarDays aria-hidden className="mt-0.5 size-5 shrink-0 opacity-70" />
      <p className="grid gap-0.5">
        <SessionTime {...hours} />
        <OwnTime {...hours} className="text-sm opacity-80" />
      </p>
    </div>
  )
}
