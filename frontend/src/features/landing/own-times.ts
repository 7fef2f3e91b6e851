/** The sales page's times on the reader's own clock: told the same by the app and before it runs. */
import {
  formatDay,
  formatMoment,
  formatOwnHours,
  formatOwnTime,
  formatTime,
  formatWeekday,
} from '@/lib/dates'
import { clockParts } from '@/lib/zones'

export interface NextStart {
  at: string
  zone: string
}

/** One line on any screen, so that nothing below it moves: a phone shows one clock alone. */
export function nextStartWords({ at, zone }: NextStart, own: string | null) {
  const there = `${formatWeekday(at, zone)}, ${formatMoment(at, zone)}`
  const ownTime = formatOwnTime(at, zone, own)
  if (!own || !ownTime) return { wide: `Next start: ${there}`, narrow: `Next: ${there}` }
  const day = `${formatWeekday(at, own)}, ${formatDay(at, own)}`
  return {
    wide: `Next start: ${there} · ${ownTime} your time`,
    narrow: `Next: ${day} at ${formatTime(at, own)} your time`,
  }
}

export interface Hours {
  startDate: string
  endDate: string
  timezone: string
}

/** Under a session's own hours, where there is one line for it; nothing if alike. */
export function yourHours({ startDate, endDate, timezone }: Hours, own: string | null): string {
  const hours = formatOwnHours(startDate, endDate, timezone, own)
  return hours ? `${hours} your time` : ''
}

/** ", as of 14:03:12": behind numbers that are true at one moment. */
export function asOfWords(at: string, own: string | null): string {
  if (!own) return ''
  const { hour, minute, second } = clockParts(own, new Date(at))
  const clock = [hour, minute, second].map((part) => String(part).padStart(2, '0'))
  return `, as of ${clock.join(':')}`
}

/** Fills in what the server could not know: where the reader's clock stands. */
export function fillInOwnTimes(page: ParentNode, own: string) {
  for (const place of page.querySelectorAll<HTMLElement>('[data-next-start]')) {
    const { nextStart: at = '', zone = '', width } = place.dataset
    const { wide, narrow } = nextStartWords({ at, zone }, own)
    place.textContent = width === 'narrow' ? narrow : wide
  }
  for (const place of page.querySelectorAll<HTMLElement>('[data-your-hours]')) {
    const { yourHours: startDate = '', ends: endDate = '', zone: timezone = '' } = place.dataset
    place.textContent = yourHours({ startDate, endDate, timezone }, own)
  }
  for (const place of page.querySelectorAll<HTMLElement>('[data-as-of]')) {
    place.textContent = asOfWords(place.dataset.asOf ?? '', own)
  }
}
