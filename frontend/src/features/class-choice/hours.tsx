/** When a class takes place: on its own clock, and on the reader's. */
import { type SessionHours, SessionTime } from '@/components/session-time'
import { ClockNote } from '@/session/clock-note'
import { OwnTime } from '@/session/own-time'

export function Hours({ startDate, endDate, timezone }: SessionHours) {
  const hours = { startDate, endDate, timezone }
  return (
    <span className="grid gap-0.5">
      <SessionTime {...hours} />
      <OwnTime {...hours} className="text-sm text-muted-foreground" />
      <ClockNote {...hours} className="text-muted-foreground" />
    </span>
  )
}
