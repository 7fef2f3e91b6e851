/** Moments typed into one field, on the clocks of a zone, and shown as people read them. */
import { cohortDay } from '@/lib/cohorts'
import { formatTime } from '@/lib/dates'
import { instantOf, localTimeAt } from '@/lib/local-times'
import { zoneAbbreviation } from '@/lib/zones'

/** "2026-11-20T23:59" as the field holds it; empty for no moment. */
export function typedMoment(iso: string | null, zone: string): string {
  if (!iso) return ''
  const { date, time } = localTimeAt(iso, zone)
  return `${date}T${time}`
}

/** Null for nothing typed, and for an hour that the clocks skip. */
export function momentTyped(text: string, zone: string): string | null {
  const [date = '', time = ''] = text.split('T')
  return instantOf({ date, time: time.slice(0, 5) }, zone)?.toISOString() ?? null
}

export const zoneLetters = (zone: string) => zoneAbbreviation(zone, new Date())

/** "Fri, Nov 20, 11:59 PM EST" */
export function momentWords(iso: string, zone: string): string {
  const day = cohortDay({ startDate: iso, timezone: zone })
  return `${day}, ${formatTime(iso, zone)} ${zoneAbbreviation(zone, new Date(iso))}`
}
