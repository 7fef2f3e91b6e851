/** When a class begins: on its own clock, and on the reader's where that differs. */
import { Weekday } from '@/components/session-time'
import { formatMoment, formatOwnTime } from '@/lib/dates'
import { zoneAbbreviation } from '@/lib/zones'
import { useReaderZone } from './reader-zone'

interface StartTimeProps {
  startsAt: string
  timezone: string
}

export function StartTime({ startsAt, timezone }: StartTimeProps) {
  const zone = useReaderZone()
  const own = formatOwnTime(startsAt, timezone, zone)
  return (
    <span className="grid gap-0.5">
      <span>
        <Weekday at={startsAt} zone={timezone} />
        {formatMoment(startsAt, timezone)}
      </span>
      {zone && own && (
        <span className="text-sm text-muted-foreground">
          {own} your time ({zoneAbbreviation(zone, new Date(startsAt))})
        </span>
      )}
    </span>
  )
}
