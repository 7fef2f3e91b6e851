/** A session's hours on the reader's own clock, and whose clock that is; nothing when it agrees. */
import { type SessionHours, Weekday } from '@/components/session-time'
import { formatDay, formatViewerRange } from '@/lib/dates'
import { zoneName } from '@/lib/zones'
import { useReaderZone } from './reader-zone'

interface OwnTimeProps extends SessionHours {
  /** Under the session's own hours, where there is one line for it: no day twice, no zone. */
  brief?: boolean
  className?: string
}

export function OwnTime({ startDate, endDate, timezone, brief = false, className }: OwnTimeProps) {
  const zone = useReaderZone()
  const hours = formatViewerRange(startDate, endDate, timezone, zone)
  if (!zone || !hours) return null
  if (brief && formatDay(startDate, zone) === formatDay(startDate, timezone)) {
    return <span className={className}>{hours.slice(hours.indexOf(' at ') + 4)} your time</span>
  }
  return (
    <span className={className}>
      <Weekday at={startDate} zone={zone} className="font-medium" />
      <span>
        {hours} your time{!brief && ` (${zoneName(zone)})`}
      </span>
    </span>
  )
}
