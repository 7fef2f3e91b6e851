/** The dates a bootcamp is copied to, on the clock of its own zone. */
import { instantOf, type LocalTime, localTimeAt } from '@/lib/local-times'
import type { AdminBootcamp } from '../bootcamp-form'

/** Half a year of weeks; the server takes no more. */
export const MOST_COPIES = 26
const DAYS_APART = 7
const DAY_MS = 24 * 60 * 60 * 1000

/** The same time of day, that many days later; as it is for what is no date. */
export function daysLater({ date, time }: LocalTime, days: number): LocalTime {
  const at = Date.parse(`${date}T00:00:00Z`)
  if (Number.isNaN(at)) return { date, time }
  return { date: new Date(at + days * DAY_MS).toISOString().slice(0, 10), time }
}

/** A week after the original, or as many weeks as it takes to be ahead. */
export function firstProposal({ startDate, timezone }: AdminBootcamp, now = Date.now()): LocalTime {
  const start = localTimeAt(startDate, timezone)
  const weeksBehind = Math.max(0, Math.ceil((now - Date.parse(startDate)) / (DAYS_APART * DAY_MS)))
  return daysLater(start, DAYS_APART * Math.max(1, weeksBehind))
}

/** As many as wanted: those there are stay, and each new one is a week after the last. */
export function withCount(dates: readonly LocalTime[], count: number): LocalTime[] {
  const next = dates.slice(0, count)
  while (next.length < count) {
    const last = next.at(-1)
    if (!last) break
    next.push(daysLater(last, DAYS_APART))
  }
  return next
}

export interface CopyDate {
  /** Null where the clocks never show this. */
  startDate: string | null
  endDate: string
  isPast: boolean
}

/** The end follows the start, as long after it as the original's. */
export function copyDate(local: LocalTime, bootcamp: AdminBootcamp, now = Date.now()): CopyDate {
  const start = instantOf(local, bootcamp.timezone)
  const lasts = Date.parse(bootcamp.endDate) - Date.parse(bootcamp.startDate)
  return {
    startDate: start ? start.toISOString() : null,
    endDate: new Date((start?.getTime() ?? 0) + lasts).toISOString(),
    isPast: start !== null && start.getTime() <= now,
  }
}
