/**
 * Dates as people read them: "Oct 9 at 6:00 PM EDT", on the clocks of a given zone.
 *
 * Written on Intl, with its parts put together here: the words are the same in every browser and
 * for every visitor, and no date library has to travel to the sales page.
 */
import { clockParts, offsetMinutes, presentZone, zoneAbbreviation } from './zones'

const DAY_MS = 24 * 60 * 60 * 1000
const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')
const weekdays = 'Sun Mon Tue Wed Thu Fri Sat'.split(' ')

interface Clock {
  day: string
  time: string
  year: string
}

function clockOf(at: Date, zone: string): Clock {
  const parts = clockParts(zone, at)
  const hour = Number(parts.hour)
  const minute = String(parts.minute).padStart(2, '0')
  return {
    day: `${months[Number(parts.month) - 1]} ${parts.day}`,
    time: `${hour % 12 || 12}:${minute} ${hour < 12 ? 'AM' : 'PM'}`,
    year: String(parts.year),
  }
}

/** "Oct 9 at 6:00 PM EDT" */
export function formatMoment(iso: string, zone: string): string {
  const at = new Date(iso)
  const { day, time } = clockOf(at, zone)
  return `${day} at ${time} ${zoneAbbreviation(zone, at)}`
}

/** "Oct 9" */
export function formatDay(iso: string, zone: string): string {
  return clockOf(new Date(iso), zone).day
}

/** The days since 1970 on the calendar of a zone. */
function dayNumber(at: Date, zone: string): number {
  const { year, month, day } = clockParts(zone, at)
  return Date.UTC(Number(year), Number(month) - 1, Number(day)) / DAY_MS
}

/** "Thu": stands in front of a date as a piece of its own. */
export function formatWeekday(iso: string, zone: string): string {
  // The first of January 1970 was a Thursday.
  return String(weekdays[(dayNumber(new Date(iso), zone) + 4) % 7])
}

/** "6:00 PM" */
export function formatTime(iso: string, zone: string): string {
  return clockOf(new Date(iso), zone).time
}

/** "Oct 9, 2026": as on a receipt. */
export function formatDate(iso: string, zone: string): string {
  const { day, year } = clockOf(new Date(iso), zone)
  return `${day}, ${year}`
}

function range(start: Date, end: Date, zone: string, letters: boolean): string {
  const from = clockOf(start, zone)
  const to = clockOf(end, zone)
  const oneDay = from.day === to.day && from.year === to.year
  const startLetters = letters ? ` ${zoneAbbreviation(zone, start)}` : ''
  const endLetters = letters ? ` ${zoneAbbreviation(zone, end)}` : ''
  // The clocks may change between start and end; then each has letters of its own.
  const between = startLetters === endLetters ? '' : startLetters
  const until = oneDay ? to.time : `${to.day} at ${to.time}`
  return `${from.day} at ${from.time}${between} – ${until}${endLetters}`
}

/**
 * "Oct 9 at 6:00 PM – 9:00 PM EDT", or with both days: "Oct 9 at 10:00 PM – Oct 10 at 1:00 AM EDT".
 * Whether it is one day depends on the zone.
 */
export function formatRange(startIso: string, endIso: string, zone: string): string {
  return range(new Date(startIso), new Date(endIso), zone, true)
}

/** The same words on any line: an hour never loses its "PM" or its zone to the next one. */
export const unbroken = (hours: string) =>
  hours
    .replace(/ ([AP]M)( (?=[A-Z]))?/g, (_, half, zone) => `\u00a0${half}${zone ? '\u00a0' : ''}`)
    .replace('+1 day', '+1\u00a0day')
    .replaceAll(' –', '\u00a0–')

let viewer: string | undefined

/** The zone this browser keeps its clock in, by its one name. */
export function viewerZone(): string {
  viewer ??= presentZone(new Intl.DateTimeFormat().resolvedOptions().timeZone)
  return viewer
}

/**
 * The same range on the reader's own clock: "Oct 9 at 10:00 PM – 1:00 AM +1 day". Null when that
 * shows the same as the session's, or when the reader wants no second clock.
 */
export function formatViewerRange(
  startIso: string,
  endIso: string,
  zone: string,
  ownZone: string | null,
): string | null {
  if (ownZone === null) return null
  const start = new Date(startIso)
  const end = new Date(endIso)
  const sameClock = (at: Date) => offsetMinutes(zone, at) === offsetMinutes(ownZone, at)
  if (sameClock(start) && sameClock(end)) return null
  // A few hours past midnight need no second date; this line stands under one that has them all.
  const isShort = end.getTime() - start.getTime() < DAY_MS
  if (!isShort) return range(start, end, ownZone, false)
  const { day, time } = clockOf(start, ownZone)
  const nextDay = dayNumber(end, ownZone) > dayNumber(start, ownZone) ? ' +1 day' : ''
  return `${day} at ${time} – ${clockOf(end, ownZone).time}${nextDay}`
}

/**
 * The same hours in short, for a line under the session's own: "3:00 – 6:00 PM", with the day only
 * where it is another one: "Fri, Oct 10 at 3:30 – 6:30 AM". Null as above.
 */
export function formatOwnHours(
  startIso: string,
  endIso: string,
  zone: string,
  ownZone: string | null,
): string | null {
  const hours = formatViewerRange(startIso, endIso, zone, ownZone)
  if (ownZone === null || hours === null) return null
  const short = hours.replace(/ (AM|PM)(?= – \d+:\d+ \1$)/, '')
  if (formatDay(startIso, ownZone) === formatDay(startIso, zone)) {
    return short.slice(short.indexOf(' at ') + 4)
  }
  return `${formatWeekday(startIso, ownZone)}, ${short}`
}

/** "3:00 PM", or "Fri, Oct 10 at 3:30 AM" where that is another day; null where both clocks agree. */
export function formatOwnTime(iso: string, zone: string, ownZone: string | null): string | null {
  const at = new Date(iso)
  if (ownZone === null || offsetMinutes(zone, at) === offsetMinutes(ownZone, at)) return null
  const time = formatTime(iso, ownZone)
  const day = formatDay(iso, ownZone)
  return day === formatDay(iso, zone) ? time : `${formatWeekday(iso, ownZone)}, ${day} at ${time}`
}
