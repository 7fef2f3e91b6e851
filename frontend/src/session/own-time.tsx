/** A session's hours on the reader's own clock, with its letters; nothing where it shows the same. */
import type { SessionHours } from '@/components/session-time'
import { formatOwnHours, unbroken } from '@/lib/dates'
import { zoneAbbreviation } from '@/lib/zones'
import { useReaderZone } from './reader-zone'

interface OwnTimeProps extends SessionHours {
  className?: string
}

export function OwnTime({ startDate, endDate, timezone, className }: OwnTimeProps) {
  const zone = useReaderZone()
  const hours = formatOwnHours(startDate, endDate, timezone, zone)
  if (!zone || !hours) return null
  return (
    <span className={className}>
      {unbroken(hours)} your&nbsp;time&nbsp;({zoneAbbreviation(zone, new Date(startDate))})
    </span>
  )
}
