/** Said in the form where a new regular price would end an early one, or hide what is crossed out. */
import { TriangleAlert } from 'lucide-react'
import { formatCents, toCents } from '@/lib/money'
import { isPrice, plainPrice } from '../plain-price'
import { type Priced, useTimeline } from './price-queries'

interface PriceWarningProps {
  /** Nothing for one that is being made. */
  priced: Priced | null
  /** As typed. */
  price: string
}

export function PriceWarning({ priced, price: typed }: PriceWarningProps) {
  const { data } = useTimeline(priced)
  const price = plainPrice(typed)
  if (!data || !isPrice(price) || toCents(price) === toCents(data.regularPrice)) return null
  const live = data.steps.filter(({ state }) => state !== 'past')
  const over = live.filter((step) => toCents(step.price) >= toCents(price))
  if (over.length === 0) return null
  const early = over.map((step) => formatCents(toCents(step.price))).join(' and ')
  return (
    <p role="status" className="flex items-start gap-2 text-sm text-build">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      The early price of {early} isn't lower than this, so it'll be over as soon as you save.
    </p>
  )
}
