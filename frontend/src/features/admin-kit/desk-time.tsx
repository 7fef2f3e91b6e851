/** A moment at the desk: on the operator's clock, with its zone, as its lists and figures are. */
import { formatDate, formatTime } from '@/lib/dates'
import { site } from '@/lib/site'
import { zoneAbbreviation } from '@/lib/zones'

/** "Nov 19, 2026" */
const deskDay = (iso: string) => formatDate(iso, site.operatorZone)

/** "Nov 19, 2026, 4:46 PM EST" */
const deskMoment = (iso: string) =>
  `${deskDay(iso)}, ${formatTime(iso, site.operatorZone)} ${zoneAbbreviation(site.operatorZone, new Date(iso))}`

/** "New York time": whose clock it is, without the name of a file. */
export const zoneTime = (zone: string) => `${zone.split('/').at(-1)?.replaceAll('_', ' ')} time`

/** "2026-11-19 21:46:07 UTC", to be compared with a log. */
const inUtc = (iso: string) =>
  new Date(iso)
    .toISOString()
    .replace('T', ' ')
    .replace(/\.\d+Z$/, ' UTC')

interface DeskTimeProps {
  at: string
  /** Only the day. */
  isDay?: boolean
  className?: string
}

export function DeskTime({ at, isDay = false, className }: DeskTimeProps) {
  return (
    <time dateTime={at} title={inUtc(at)} className={className}>
      {isDay ? deskDay(at) : deskMoment(at)}
    </time>
  )
}
