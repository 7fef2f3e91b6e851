/** Daylight saving time: on which days clocks change before a class, in the server's own sentence. */
import { formatDay } from './dates'
import { offsetMinutes } from './zones'

const WEEK_MS = 7 * 24 * 60 * 60 * 1000
const SECOND_MS = 1000
/** Nobody plans an evening by the clocks of the year after next. */
const FARTHEST_MS = 57 * WEEK_MS

/** "Clocks change on Nov 1, before this class." Empty where they don't. */
export function clockChangeNote(now: number, startDate: string, zones: readonly string[]): string {
  const until = Date.parse(startDate)
  if (until - now > FARTHEST_MS) return ''
  const changes = [...new Set(zones)].flatMap((zone) => changesIn(zone, now, until))
  const days = [...new Set(changes.sort((a, b) => a.at - b.at).map(({ day }) => day))]
  if (days.length === 0) return ''
  const last = days.pop()
  const named = days.length > 0 ? `${days.join(', ')} and ${last}` : last
  return `Clocks change on ${named}, before this class.`
}

function changesIn(zone: string, after: number, until: number) {
  const found: { at: number; day: string }[] = []
  // No clock changes twice within a week.
  for (let at = after; at < until; at += WEEK_MS) {
    const next = Math.min(at + WEEK_MS, until)
    if (offsetAt(zone, at) !== offsetAt(zone, next)) {
      const change = firstAfter(zone, at, next)
      found.push({ at: change, day: formatDay(new Date(change).toISOString(), zone) })
    }
  }
  return found
}

/** The first second at which the clocks show another time than before. */
function firstAfter(zone: string, before: number, after: number): number {
  const old = offsetAt(zone, before)
  let [from, to] = [before, after]
  while (to - from > SECOND_MS) {
    const middle = (from + to) / 2
    if (offsetAt(zone, middle) === old) from = middle
    else to = middle
  }
  return to
}

const offsetAt = (zone: string, at: number) => offsetMinutes(zone, new Date(at))
