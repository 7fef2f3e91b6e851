/** What the chosen bootcamps cost one by one, what the bundle costs, and the difference. */
import { cn } from '@/lib/cn'
import { formatCents, sumCents, toCents } from '@/lib/money'
import { isPrice } from './bundle-schema'

interface BundleSumsProps {
  chosen: readonly { price: string }[]
  /** As typed, so perhaps not yet an amount. */
  price: string
}

export function BundleSums({ chosen, price }: BundleSumsProps) {
  const separately = sumCents(chosen)
  const together = isPrice(price.trim()) ? toCents(price.trim()) : null
  const difference = together === null || chosen.length === 0 ? null : separately - together
  return (
    <div className="grid gap-2">
      <dl className="grid gap-x-6 gap-y-1.5 rounded-lg bg-surface-2 px-4 py-3 tabular-nums sm:grid-cols-3">
        <Sum name="Individual total" cents={chosen.length > 0 ? separately : null} />
        <Sum name="Bundle price" cents={together} />
        <Sum name="Savings" cents={difference === null ? null : Math.max(0, difference)} isMain />
      </dl>
      <p aria-live="polite" className="text-sm text-build empty:hidden">
        {difference !== null &&
          difference < 0 &&
          `The bundle costs ${formatCents(-difference, { exact: true })} more than buying its bootcamps separately.`}
      </p>
    </div>
  )
}

interface SumProps {
  name: string
  /** Null until there is something to add up. */
  cents: number | null
  isMain?: boolean
}

function Sum({ name, cents, isMain = false }: SumProps) {
  return (
    <div className={cn('flex justify-between gap-4 sm:grid sm:gap-0.5', isMain && 'font-semibold')}>
      <dt className={cn('text-sm', !isMain && 'text-muted-foreground')}>{name}</dt>
      <dd>{cents === null ? '–' : formatCents(cents, { exact: true })}</dd>
    </div>
  )
}
