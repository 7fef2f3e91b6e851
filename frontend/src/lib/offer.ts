/** What is for sale and what a bundle saves, computed from the catalogue or told from memory. */
import { sumCents, toCents } from './money'
import { type SalesWindow, salesState } from './prices'

export type Step = 1 | 2 | 3

/** What the cards and the bundle need to know of a bootcamp. */
export interface OfferedBootcamp extends SalesWindow {
  id: number
  name: string
  step: number
  /** The server's: classes with the same one are dates of one course. */
  course: string
  price: string
  availableSeats: number
  startDate: string
}

/** What is said of each step when the catalogue cannot be read. */
export const fallbackOffer = {
  1: {
    name: 'Beginner Bootcamp',
    price: '995.00',
    dates: [
      { words: 'Thu Oct 9 (6–9 PM)', starts: '2025-10-09T18:00-04:00' },
      { words: 'Sat Oct 11 (9 AM–12 PM)', starts: '2025-10-11T09:00-04:00' },
    ],
  },
  2: {
    name: 'Advanced Bootcamp',
    price: '1495.00',
    dates: [{ words: 'Wed Nov 19 (6–9 PM)', starts: '2025-11-19T18:00-05:00' }],
  },
  3: {
    name: 'AI Marketing Bootcamp',
    price: '1495.00',
    dates: [{ words: 'Fri Dec 5 (9 AM–12 PM)', starts: '2025-12-05T09:00-05:00' }],
  },
} as const satisfies Record<
  Step,
  { name: string; price: string; dates: readonly { words: string; starts: string }[] }
>

export const NO_DATES_YET = 'New dates coming soon'

/** The fallback dates of a step that are still ahead: one that is past is never shown. */
export function fallbackDates(step: Step, now = Date.now()): string[] {
  return fallbackOffer[step].dates
    .filter(({ starts }) => Date.parse(starts) > now)
    .map(({ words }) => words)
}

/** What stands where the next start will be, for as long as the catalogue is unknown. */
export const firstSeries = () =>
  fallbackDates(1).length === fallbackOffer[1].dates.length
    ? 'First series begins October 9, 2025'
    : NO_DATES_YET

/** From here down, how many seats are left is worth saying. */
export const FEW_SEATS = 5

/** A seat that somebody is paying for may come back; one that is sold does not. */
export const noSeatWords = ({ heldSeats }: { heldSeats: number }) =>
  heldSeats > 0 ? 'On hold' : 'Sold out'

/** Whether every bootcamp of a bundle that is full is so only because somebody is paying. */
export function isOnHold(members: readonly { availableSeats: number; heldSeats: number }[]) {
  const full = members.filter(({ availableSeats }) => availableSeats === 0)
  return full.length > 0 && full.every(({ heldSeats }) => heldSeats > 0)
}

/** A seat is free, and its sales have opened and not closed. */
const canBeBought = (bootcamp: OfferedBootcamp, now: number) =>
  bootcamp.availableSeats > 0 && salesState(bootcamp, now) === 'open'

/** Nothing sells after the start. */
export function isOpen(bootcamp: OfferedBootcamp, now: number): boolean {
  return canBeBought(bootcamp, now) && Date.parse(bootcamp.startDate) > now
}

/** Bootcamps that have not started, soonest first. */
export function upcoming<T extends OfferedBootcamp>(bootcamps: readonly T[], now: number): T[] {
  return bootcamps
    .filter(({ startDate }) => Date.parse(startDate) > now)
    .sort((a, b) => Date.parse(a.startDate) - Date.parse(b.startDate))
}

export function nextOpen<T extends OfferedBootcamp>(
  bootcamps: readonly T[],
  now: number,
): T | undefined {
  return upcoming(bootcamps, now).find((bootcamp) => canBeBought(bootcamp, now))
}

/** The next dates to show: at most `limit`, one of them open if any is. */
export function datesToShow<T extends OfferedBootcamp>(
  bootcamps: readonly T[],
  now: number,
  limit: number,
): T[] {
  const dates = upcoming(bootcamps, now)
  const shown = dates.slice(0, limit)
  const open = dates.find((bootcamp) => canBeBought(bootcamp, now))
  return open && !shown.includes(open) ? [...shown.slice(0, -1), open] : shown
}

/** What the whole journey costs bought one by one. A second date is not a second bootcamp. */
export function priceOfEverything(bootcamps: readonly OfferedBootcamp[] | undefined): number {
  if (!bootcamps?.length) return sumCents(Object.values(fallbackOffer))
  const different = new Map(bootcamps.map((bootcamp) => [bootcamp.course, bootcamp]))
  return sumCents([...different.values()])
}

/** What the members cost one by one, and how much less the bundle is; never less than nothing. */
export function bundleSavings(bundle: { price: string; bootcamps: readonly { price: string }[] }): {
  separately: number
  saved: number
} {
  const separately = sumCents(bundle.bootcamps)
  return { separately, saved: Math.max(0, separately - toCents(bundle.price)) }
}

const MINUTE_MS = 60_000
const words = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ')
words[20] = 'twenty'

/** "3 hours live" from its own times, and the usual where nothing is known of it. */
export function hoursLive(bootcamp?: { startDate: string; endDate: string }): string {
  if (!bootcamp) return '3 hours live'
  const span = Date.parse(bootcamp.endDate) - Date.parse(bootcamp.startDate)
  const minutes = Math.round(span / MINUTE_MS)
  if (minutes % 30 !== 0 || minutes < 60) return `${minutes} minutes live`
  return minutes === 60 ? '1 hour live' : `${minutes / 60} hours live`
}

/** "Twenty seats each": how many all of them have, and nothing where they differ. */
export function seatsEach(bootcamps?: readonly { maxSeats: number }[]): string {
  const [seats = 20, ...others] = new Set(bootcamps?.map(({ maxSeats }) => maxSeats))
  if (others.length > 0) return ''
  const count = words[seats] ?? String(seats)
  return `${count.charAt(0).toUpperCase()}${count.slice(1)} ${seats === 1 ? 'seat' : 'seats'} each`
}

/** The dates ahead of each course of a step: the step's usual one first, then by their next date. */
export function coursesOfStep<T extends OfferedBootcamp>(
  bootcamps: readonly T[],
  step: Step,
  now: number,
): T[][] {
  const found = new Map<string, T[]>()
  for (const one of upcoming(bootcamps, now)) {
    if (one.step === step) found.set(one.course, [...(found.get(one.course) ?? []), one])
  }
  const isUsual = ([first]: T[]) => first?.name === fallbackOffer[step].name
  return [...found.values()].sort((a, b) => Number(isUsual(b)) - Number(isUsual(a)))
}
