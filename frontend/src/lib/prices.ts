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

export const isEarly = ({ price, regularPrice }: Pick<Priced, 'price' | 'regularPrice'>) =>
  toCents(price) < toCents(regularPrice)

/** Whether the price has ended since the catalogue was asked. */
export const hasEnded = ({ priceUntil }: Pick<Priced, 'priceUntil'>, now: number) =>
  priceUntil !== null && Date.parse(priceUntil) <= now

/** "until Fri, Nov 20 at 11:59 PM EST, then $995"; empty for a price without an end. */
export function earlyWords(priced: Priced, zone: string, { exact = false } = {}): string {
  const { priceUntil, priceSeatsLeft, regularPrice } = priced
  if (!isEarly(priced)) return ''
  const limits = [
    priceUntil === null ? '' : `until ${momentWords(priceUntil, zone)}`,
    priceSeatsLeft === null
      ? ''
      : `for the next ${priceSeatsLeft === 1 ? 'seat' : `${priceSeatsLeft} seats`}`,
  ].filter(Boolean)
  if (limits.length === 0) return ''
  return `${limits.join(' or ')}, then ${formatCents(toCents(regularPrice), { exact })}`
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
