/** How far away a class is, in a few words that keep up with the clock. */
import { useEffect, useState } from 'react'
import { formatTime } from '@/lib/dates'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const TICK_MS = 10_000
/** From then on people come, and it is worth knowing who has. */
const DOORS_OPEN_MS = HOUR_MS

export interface Schedule {
  startDate: string
  endDate: string
}

/** Where it stands on its own day: nothing is sold from the start on. */
export function phaseOf({ startDate, endDate }: Schedule, at = Date.now()) {
  if (Date.parse(endDate) <= at) return 'ended'
  return Date.parse(startDate) <= at ? 'live' : 'ahead'
}

/** Another render every few seconds, so that "Live in 9 min" becomes 8. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** "Live in 9 min", "Live in 3 h 20 min", "In 12 days", "Live now until 9:00 PM"; null when it is over. */
export function classClock(bootcamp: Schedule, zone: string, now: number): string | null {
  const phase = phaseOf(bootcamp, now)
  if (phase === 'ended') return null
  if (phase === 'live') return `Live now until ${formatTime(bootcamp.endDate, zone)}`
  const left = Date.parse(bootcamp.startDate) - now
  if (left >= 2 * DAY_MS) return `In ${Math.round(left / DAY_MS)} days`
  const minutes = Math.ceil(left / MINUTE_MS)
  const hours = Math.floor(minutes / 60)
  if (hours === 0) return `Live in ${minutes} min`
  return `Live in ${hours} h${minutes % 60 ? ` ${minutes % 60} min` : ''}`
}

/** Whether people come about now: shortly before, or during the class. */
export function isOnTheDay(bootcamp: Schedule, now: number): boolean {
  return (
    phaseOf(bootcamp, now) === 'live' ||
    (phaseOf(bootcamp, now) === 'ahead' && Date.parse(bootcamp.startDate) - now <= DOORS_OPEN_MS)
  )
}
