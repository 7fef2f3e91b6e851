/** The one date of a bundle that keeps it from being bought while another date is open. */
import { formatDay, formatWeekday } from '@/lib/dates'
import { type BundlePart, whyNot } from './bundle-dates'
import type { Package } from './package'

/** Undefined where no other date would help. */
export function dateInTheWay(chosen: Package): BundlePart | undefined {
  if (chosen.kind !== 'bundle') return undefined
  const { standing, parts } = chosen
  if (standing !== 'soldOut' && standing !== 'held') return undefined
  const full = parts.filter(({ date }) => date?.availableSeats === 0)
  const canChange = (part: BundlePart) => part.dates.some((date) => !whyNot(parts, part, date))
  return full.every(canChange) ? full[0] : undefined
}

/** "Beginner Bootcamp on Thu, Oct 8 is sold out. Choose another date for it." */
export function fullDateWords({ member, date }: BundlePart, isJustLost: boolean): string {
  if (!date) return ''
  const { startDate, timezone, heldSeats } = date
  const day = `${formatWeekday(startDate, timezone)}, ${formatDay(startDate, timezone)}`
  const gone = isJustLost ? 'has just sold out' : 'is sold out'
  return `${member.name} on ${day} ${heldSeats > 0 ? 'is on hold right now' : gone}. Choose another date for it.`
}
