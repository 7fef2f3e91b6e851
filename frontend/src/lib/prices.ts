/** Prices that end and sales that open or close, told from what the catalogue says. */
import { formatMoment, formatWeekday } from './dates'
import { formatCents, toCents } from './money'

export interface Priced {
  /** What it costs now. */
  price: string
  regularPrice: string
  priceUntil: string | null
  /** How many seats are still sold at this price, where that is limited. */
  priceSeatsLeft: number | null
  /** What it costs when its time is up or, without one, its seats are sold: perhaps an early price again. */
  priceThen: string | null
  /** What it costs when its seats are sold, if that is before its time is up. */
  priceAfterSeats: string | null
  /** The regular price was really charged before, so that it may stand struck through. */
  isStruck: boolean
}

export interface SalesWindow {
  salesOpenAt?: string | null
  salesCloseAt?: string | null
}

/** "Fri, Nov 20 at 11:59 PM EST" */
export const momentWords = (iso: string, zone: string) =>
  `${formatWeekday(iso, zone)}, ${formatMoment(iso, zone)}`

/** A price without an end or a rule. */
export const plainPrice = (price: string): Priced => ({
  price,
  regularPrice: price,
  priceUntil: null,
  priceSeatsLeft: null,
  priceThen: null,
  priceAfterSeats: null,
  isStruck: false,
})

/** What it costs once this price has ended. */
export const priceThenOf = ({ priceThen, regularPrice }: Priced) => priceThen ?? regularPrice

export const isEarly = ({ price, regularPrice }: Priced) => toCents(price) < toCents(regularPrice)

/** Whether the price has ended since the catalogue was asked. */
export const hasEnded = ({ priceUntil }: Pick<Priced, 'priceUntil'>, now: number) =>
  priceUntil !== null && Date.parse(priceUntil) <= now

/** What it costs at a moment, as far as the catalogue's answer knows. */
export const priceAt = (priced: Priced, now: number) =>
  hasEnded(priced, now) ? priceThenOf(priced) : priced.price

/** The same as the next answer will have it, but for the end of the price that follows. */
export function pricedAt<T extends Priced>(offered: T, now: number): T {
  if (!hasEnded(offered, now)) return offered
  const unknown = { priceUntil: null, priceSeatsLeft: null, priceThen: null, priceAfterSeats: null }
  return { ...offered, ...unknown, price: priceThenOf(offered), isStruck: false }
}

/** "until Fri, Nov 20 at 11:59 PM EST, then $995"; empty for a price without an end. */
export function earlyWords(priced: Priced, zone: string, { exact = false } = {}): string {
  const { price, priceUntil, priceSeatsLeft, priceAfterSeats } = priced
  if (!isEarly(priced)) return ''
  const then = priceThenOf(priced)
  const ends: [words: string, then: string][] = []
  if (priceUntil) ends.push([`until ${momentWords(priceUntil, zone)}`, then])
  if (priceSeatsLeft !== null) {
    const seats = priceSeatsLeft === 1 ? 'seat' : `${priceSeatsLeft} seats`
    ends.push([`for the next ${seats}`, priceAfterSeats ?? then])
  }
  // Where another early price of the same amount follows, nothing ends for its buyer.
  const [first, second] = ends.filter(([, after]) => toCents(after) !== toCents(price))
  if (!first) return ''
  const thenWords = ([, after]: typeof first) => `, then ${formatCents(toCents(after), { exact })}`
  if (!second) return first[0] + thenWords(first)
  const isSame = toCents(first[1]) === toCents(second[1])
  return `${first[0]}${isSame ? ' or' : `${thenWords(first)}, or`} ${second[0]}${thenWords(second)}`
}

export type SalesState = 'open' | 'notYet' | 'closed'

export function salesState({ salesOpenAt, salesCloseAt }: SalesWindow, now: number): SalesState {
  if (salesOpenAt && now < Date.parse(salesOpenAt)) return 'notYet'
  return salesCloseAt && now >= Date.parse(salesCloseAt) ? 'closed' : 'open'
}

/** "Sales open Mon, Nov 23 at 9:00 AM EST"; empty while they are open. */
export function salesWords(offered: SalesWindow & { timezone: string }, now: number): string {
  const state = salesState(offered, now)
  if (state === 'open') return ''
  if (state === 'closed' || !offered.salesOpenAt) return 'Sales have closed'
  return `Sales open ${momentWords(offered.salesOpenAt, offered.timezone)}`
}

type Changing = Pick<Priced, 'priceUntil'> & SalesWindow

/** When time alone will next change what is offered; null where it never will. */
export function nextChange(offered: readonly Changing[], now: number): number | null {
  const moments = offered
    .flatMap(({ priceUntil, salesOpenAt, salesCloseAt }) => [priceUntil, salesOpenAt, salesCloseAt])
    .map((moment) => Date.parse(moment ?? ''))
    .filter((moment) => moment > now)
  return moments.length > 0 ? Math.min(...moments) : null
}
