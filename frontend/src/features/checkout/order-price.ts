/** What an order costs and how that comes about: as the server said, or from the catalogue. */
import type { components } from '@/api/schema'
import { formatCents, sumCents, toCents } from '@/lib/money'
import { earlyWords, isEarly, momentWords, type Priced } from '@/lib/prices'
import type { Package } from './package'

export type PriceLine = components['schemas']['QuoteOut']['lines'][number]

export interface OrderPrice {
  totalAmount: string
  lines: readonly PriceLine[]
  priceUntil: string | null
  /** When it ends, on this computer's clock. */
  endsAt: number | null
}

/** Nothing to pay, and so no card. */
export const isFreeOf = (price: Pick<OrderPrice, 'totalAmount'> | undefined) =>
  price !== undefined && toCents(price.totalAmount) === 0

/** The catalogue's own word on a package; null where its price is made for this buyer. */
export function rulesOf(chosen: Package): Priced | null {
  const priced = chosen.kind === 'bundle' ? chosen.bundle : chosen.bootcamp
  const isOwn = chosen.price !== priced.price || (chosen.kind === 'bundle' && chosen.upgrade)
  return isOwn ? null : priced
}

/** Before anybody was asked, and all there is to say where no rule applies. */
export function catalogPrice(chosen: Package): OrderPrice {
  const { name, price } = chosen
  const rules = rulesOf(chosen)
  if (!rules || !isEarly(rules)) {
    return { totalAmount: price, lines: [], priceUntil: null, endsAt: null }
  }
  const { regularPrice, priceUntil } = rules
  const less = toCents(price) - toCents(regularPrice)
  return {
    totalAmount: price,
    lines: [
      { kind: 'package', label: name, amount: regularPrice },
      { kind: 'early', label: 'Early price', amount: (less / 100).toFixed(2) },
    ],
    priceUntil,
    endsAt: priceUntil === null ? null : Date.parse(priceUntil),
  }
}

/** How an answer's end reads on this computer, whose clock may be minutes off. */
export function endOnThisClock(
  priceUntil: string | null,
  answeredAt: { here: number; there: number | null },
): number | null {
  if (!priceUntil) return null
  return answeredAt.here + Date.parse(priceUntil) - (answeredAt.there ?? answeredAt.here)
}

/** What the package costs before anything is taken off it, as the summary lists it. */
export function baseOf(chosen: Package): number {
  if (chosen.kind === 'bundle' && chosen.upgrade) {
    return toCents(chosen.upgrade.bundlePrice) - toCents(chosen.upgrade.paid)
  }
  const rules = rulesOf(chosen)
  return toCents(rules ? rules.regularPrice : chosen.price)
}

const LOWERING: readonly PriceLine['kind'][] = ['early', 'code']

export const isLowered = ({ lines }: Pick<OrderPrice, 'lines'>) =>
  lines.some(({ kind }) => LOWERING.includes(kind))

/** What is taken off; null where the lines do not lead from the package's price to the total. */
export function reductions(chosen: Package, price: OrderPrice): readonly PriceLine[] | null {
  const taken = price.lines.filter(({ kind }) => LOWERING.includes(kind))
  const sum = sumCents(taken.map(({ amount }) => ({ price: amount })))
  return baseOf(chosen) + sum === toCents(price.totalAmount) ? taken : null
}

export const zoneOf = (chosen: Package): string | undefined =>
  chosen.kind === 'bootcamp' ? chosen.bootcamp.timezone : chosen.parts[0]?.date?.timezone

/** Until when it costs that; empty for a price that stays. */
export function untilWords(chosen: Package, price: OrderPrice, ownZone: string): string {
  const zone = zoneOf(chosen) ?? ownZone
  const rules = rulesOf(chosen)
  const isPlainEarly = rules?.price === price.totalAmount && rules.priceUntil === price.priceUntil
  const early = isPlainEarly ? earlyWords(rules, zone, { exact: true }) : ''
  if (early) return `Early price ${early}.`
  if (!price.priceUntil) return ''
  const moment = momentWords(price.priceUntil, zone)
  // A plain price ends only with its sales.
  return isLowered(price) ? `This price is good until ${moment}.` : `Sales close ${moment}.`
}

export const exact = (amount: string) => formatCents(toCents(amount), { exact: true })
