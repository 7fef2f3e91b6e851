/** A session's hours on the reader's own clock, and whose clock that is; nothing when it agrees. */
import { type SessionHours, Weekday } from '@/components/session-time'
import { formatViewerRange } from '@/lib/dates'
import { zoneName } from '@/lib/zones'
import { useReaderZone } from './reader-zone'

interface OwnTimeProps extends SessionHours {
  className?: string
}

export function OwnTime({ startDate, endDate, timezone, className }: OwnTimeProps) {
  const zone = useReaderZone()
  const hours = formatViewerRange(startDate, endDate, timezone, zone)
  if (!zone || !hours) return null
  return (
    <span className={className}>
      <Weekday at={startDate} zone={zone} className="font-medium" />
      <span>
        {hours} your time ({zoneName(zone)})
      </span>
    </span>
  )
}
