/** Which days the books are about: a month of the calendar, or any days; kept in the address. */
import { useSearchParams } from 'react-router'

export interface Days {
  since: string
  until: string
}

const DAY = /^\d{4}-\d{2}-\d{2}$/
const MONTHS_OFFERED = 24

/** Days of a calendar, not instants: as UTC they stay the same days everywhere. */
const written = (at: Date) => at.toISOString().slice(0, 10)

function monthOf(year: number, month: number): Days {
  return {
    since: written(new Date(Date.UTC(year, month, 1))),
    until: written(new Date(Date.UTC(year, month + 1, 0))),
  }
}

/** The latest first; the present one, which is not over, among them. */
export function offeredMonths(now = new Date()): Days[] {
  return Array.from({ length: MONTHS_OFFERED }, (_, back) =>
    monthOf(now.getFullYear(), now.getMonth() - back),
  )
}

/** The last month that is over is the one accountants ask for. */
export function lastMonth(now = new Date()): Days {
  return monthOf(now.getFullYear(), now.getMonth() - 1)
}

const isWholeMonth = ({ since, until }: Days) => {
  const [year = 0, month = 1] = since.split('-').map(Number)
  const whole = monthOf(year, month - 1)
  return whole.since === since && whole.until === until
}

function inWords(day: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' }).format(new Date(day))
}

export const dayName = (day: string) =>
  inWords(day, { weekday: 'short', month: 'short', day: 'numeric' })

/** "October 2026", or "Oct 5 – Nov 3, 2026". */
export function daysName(days: Days): string {
  if (isWholeMonth(days)) return inWords(days.since, { month: 'long', year: 'numeric' })
  const { since, until } = days
  const end = inWords(until, { month: 'short', day: 'numeric', year: 'numeric' })
  if (since === until) return end
  const sameYear = since.slice(0, 4) === until.slice(0, 4)
  const start = inWords(since, {
    month: 'short',
    day: 'numeric',
    ...(!sameYear && { year: 'numeric' }),
  })
  return `${start} – ${end}`
}

const isDay = (text: string | null): text is string =>
  text !== null && DAY.test(text) && !Number.isNaN(Date.parse(text))

export function useDays() {
  const [params, setParams] = useSearchParams()
  const since = params.get('since')
  const until = params.get('until')
  const days = isDay(since) && isDay(until) ? { since, until } : lastMonth()
  const choose = (next: Days) =>
    setParams(
      (now) => {
        const params = new URLSearchParams(now)
        params.set('since', next.since)
        params.set('until', next.until)
        return params
      },
      { replace: true, preventScrollReset: true },
    )
  return { days, choose, isWholeMonth: isWholeMonth(days) }
}
