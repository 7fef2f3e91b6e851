/** Free moments as days and times on the clocks of one zone. */
import { formatTime } from '@/lib/dates'
import { clockParts, offsetMinutes } from '@/lib/zones'

const DAY_MS = 24 * 60 * 60 * 1000
const DAYS_IN_WEEK = 7

export interface SlotDay {
  /** "2026-11-20" in the zone. */
  key: string
  /** "Fri" */
  weekday: string
  /** "20" */
  number: string
  /** "Friday, November 20" */
  name: string
  times: readonly SlotTime[]
}

interface SlotTime {
  startsAt: string
  /** "9:00 AM", with the clock's distance from UTC where the same time comes twice that day. */
  label: string
}

const words = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', ...options })
const weekdays = words({ weekday: 'short' })
const dayNames = words({ weekday: 'long', month: 'long', day: 'numeric' })
const monthDays = words({ month: 'short', day: 'numeric' })

const twoDigits = (part: string | undefined) => String(part).padStart(2, '0')
const startOf = (key: string) => new Date(`${key}T00:00:00Z`)
const keyOf = (day: Date) => day.toISOString().slice(0, 10)
const shifted = (key: string, days: number) =>
  keyOf(new Date(startOf(key).getTime() + days * DAY_MS))

/** Which day the zone's calendars show at a moment. */
export function dayKey(iso: string, zone: string): string {
  const { year, month, day } = clockParts(zone, new Date(iso))
  return `${year}-${twoDigits(month)}-${twoDigits(day)}`
}

/** The weeks, Monday to Sunday, from the first free moment to the last. */
export function weeksOf(slots: readonly string[], zone: string): SlotDay[][] {
  const byDay = new Map<string, string[]>()
  for (const slot of slots) {
    const key = dayKey(slot, zone)
    byDay.set(key, [...(byDay.get(key) ?? []), slot])
  }
  const keys = [...byDay.keys()].sort()
  const [first, last] = [keys.at(0), keys.at(-1)]
  if (!first || !last) return []
  const weeks: SlotDay[][] = []
  for (let monday = mondayOf(first); monday <= last; monday = shifted(monday, DAYS_IN_WEEK)) {
    const days = Array.from({ length: DAYS_IN_WEEK }, (_, index) => shifted(monday, index))
    weeks.push(days.map((key) => dayOf(key, byDay.get(key) ?? [], zone)))
  }
  return weeks
}

/** "Nov 16 – Nov 22" */
export function weekName(week: readonly SlotDay[]): string {
  const ends = [week.at(0), week.at(-1)].map((day) => day && monthDays.format(startOf(day.key)))
  return ends.join(' – ')
}

/** "Friday, November 20" */
export function dayName(iso: string, zone: string): string {
  return dayNames.format(startOf(dayKey(iso, zone)))
}

function mondayOf(key: string): string {
  const sinceMonday = (startOf(key).getUTCDay() + DAYS_IN_WEEK - 1) % DAYS_IN_WEEK
  return shifted(key, -sinceMonday)
}

function dayOf(key: string, slots: readonly string[], zone: string): SlotDay {
  const day = startOf(key)
  return {
    key,
    weekday: weekdays.format(day),
    number: String(day.getUTCDate()),
    name: dayNames.format(day),
    times: timesOf(slots, zone),
  }
}

function timesOf(slots: readonly string[], zone: string): SlotTime[] {
  const plain = slots.map((startsAt) => ({ startsAt, label: formatTime(startsAt, zone) }))
  return plain.map((time) => {
    // When the clocks go back an hour comes twice; only its distance from UTC tells the two apart.
    const isTwice = plain.filter(({ label }) => label === time.label).length > 1
    return isTwice ? { ...time, label: `${time.label} (${distance(time.startsAt, zone)})` } : time
  })
}

function distance(iso: string, zone: string): string {
  const minutes = offsetMinutes(zone, new Date(iso))
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `UTC${minutes < 0 ? '−' : '+'}${hours}${rest ? `:${twoDigits(String(rest))}` : ''}`
}
