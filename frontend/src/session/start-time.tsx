/** When a class begins: on its own clock, and on the reader's where that differs. */
import { Weekday } from '@/components/session-time'
import { formatDay, formatMoment, formatTime } from '@/lib/dates'
import { offsetMinutes, zoneName } from '@/lib/zones'
import { useReaderZone } from './reader-zone'

interface StartTimeProps {
  startsAt: string
  timezone: string
}

export function StartTime({ startsAt, timezone }: StartTimeProps) {
  const own = useReaderZone()
  const at = new Date(startsAt)
  const differs = own !== null && offsetMinutes(own, at) !== offsetMinutes(timezone, at)
  return (
    <span className="grid gap-0.5">
      <span>
        <Weekday at={startsAt} zone={timezone} />
        {formatMoment(startsAt, timezone)}
      </span>
      {differs && (
        <span className="text-sm text-muted-foreground">
          <Weekday at={startsAt} zone={own} className="font-medium" />
          {formatDay(startsAt, own)} at {formatTime(startsAt, own)} your time ({zoneName(own)})
        </span>
      )}
    </span>
  )
}
