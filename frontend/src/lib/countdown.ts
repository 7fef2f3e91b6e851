/** How long it still takes, for eyes that watch it tick and for ears that must not hear every tick. */

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const two = (number: number) => String(number).padStart(2, '0')
const many = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`

/** "3 days 4 hours", below a day "04:12:33", below an hour "12:33". Never less than nothing. */
export function formatCountdown(milliseconds: number): string {
  const left = Math.max(0, Math.ceil(milliseconds / SECOND) * SECOND)
  const days = Math.floor(left / DAY)
  const hours = Math.floor((left % DAY) / HOUR)
  if (days > 0) {
    return hours > 0 ? `${many(days, 'day')} ${many(hours, 'hour')}` : many(days, 'day')
  }
  const minutes = two(Math.floor((left % HOUR) / MINUTE))
  const seconds = two(Math.floor((left % MINUTE) / SECOND))
  return hours > 0 ? `${two(hours)}:${minutes}:${seconds}` : `${minutes}:${seconds}`
}

const milestones = [
  { within: MINUTE, words: 'less than a minute' },
  { within: 5 * MINUTE, words: 'less than 5 minutes' },
  { within: 15 * MINUTE, words: 'less than 15 minutes' },
  { within: HOUR, words: 'less than an hour' },
  { within: DAY, words: 'less than a day' },
] as const

/** The same words until something has really changed. */
export function spokenCountdown(milliseconds: number): string {
  const milestone = milestones.find(({ within }) => milliseconds <= within)
  return milestone?.words ?? many(Math.floor(milliseconds / DAY), 'day')
}
