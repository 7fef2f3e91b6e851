/** Between an instant and what the clocks of a zone show: the form speaks in the latter. */
import { clockParts, offsetMinutes } from './zones'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** For reckoning with times alone, before a date is chosen. */
const ANY_DAY = '2000-01-01'

export interface LocalTime {
  /** "2026-10-09" */
  date: string
  /** "18:00" */
  time: string
}

const twoDigits = (part: string | undefined) => String(part).padStart(2, '0')

export function localTimeAt(iso: string, zone: string): LocalTime {
  const { year, month, day, hour, minute } = clockParts(zone, new Date(iso))
  return {
    date: `${String(year).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(day)}`,
    time: `${twoDigits(hour)}:${twoDigits(minute)}`,
  }
}

/** As if the clocks stood in UTC; null for what is no date and time, such as February 30. */
function asUtc({ date, time }: LocalTime): number | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || !/^\d{2}:\d{2}$/.test(time)) return null
  const at = new Date(`${date}T${time}:00Z`)
  if (Number.isNaN(at.getTime())) return null
  // Some engines turn February 30 into March 2 instead of refusing it.
  return at.toISOString().startsWith(`${date}T${time}`) ? at.getTime() : null
}

/**
 * The instant at which the zone's clocks show this. Null when they never do: an hour is skipped
 * when summer time begins. When it ends an hour comes twice, and the first one is taken.
 */
export function instantOf(local: LocalTime, zone: string): Date | null {
  const shown = asUtc(local)
  if (shown === null) return null
  const offsets = [shown - DAY_MS, shown + DAY_MS].map((at) => offsetMinutes(zone, new Date(at)))
  const instants = offsets
    .map((offset) => ({ offset, at: new Date(shown - offset * MINUTE_MS) }))
    .filter(({ offset, at }) => offsetMinutes(zone, at) === offset)
    .map(({ at }) => at.getTime())
  return instants.length > 0 ? new Date(Math.min(...instants)) : null
}

/** What the clocks show so many hours on; null as long as the time is half typed. */
export function hoursLater({ date, time }: LocalTime, hours: number): LocalTime | null {
  const at = asUtc({ date: date || ANY_DAY, time })
  if (at === null) return null
  const iso = new Date(at + hours * 60 * MINUTE_MS).toISOString()
  return { date: iso.slice(0, 10), time: iso.slice(11, 16) }
}

interface MovedStart {
  /** The start time before and after, on the same day. */
  from: string
  to: string
  endDate: string
  endTime: string
}

/** The end moved by as much as the start was; null as long as a time is half typed. */
export function endAfterMove({ from, to, endDate, endTime }: MovedStart): LocalTime | null {
  const day = endDate || ANY_DAY
  const [before, after, end] = [from, to, endTime].map((time) => asUtc({ date: day, time }))
  if (before == null || after == null || end == null) return null
  const iso = new Date(end + after - before).toISOString()
  return { date: iso.slice(0, 10), time: iso.slice(11, 16) }
}

const LONGEST_CLASS_MS = 12 * 60 * 60 * 1000
export const TOO_LONG = 'A class can last up to 12 hours'

/** A class is one session: anything longer is several, or a wrong date. */
export const isTooLong = (start: Date, end: Date) =>
  end.getTime() - start.getTime() > LONGEST_CLASS_MS
