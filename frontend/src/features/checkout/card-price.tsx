/** The price on a card of the list: what it costs now, and until when. */
import { cn } from '@/lib/cn'
import { viewerZone } from '@/lib/dates'
import { formatCents, formatPrice, toCents } from '@/lib/money'
import { earlyWords } from '@/lib/prices'
import { rulesOf, zoneOf } from './order-price'
import type { Package } from './package'

export function CardPrice({ offered }: { offered: Package }) {
  const rules = rulesOf(offered)
  return (
    <>
      {rules?.isStruck && (
        <>
          <s className="text-base font-normal tracking-normal text-muted-foreground">
            <span className="sr-only">Regular price </span>
            {formatCents(toCents(rules.regularPrice))}
          </s>{' '}
        </>
      )}
      {formatPrice(toCents(offered.price))}
    </>
  )
}

export function CardPriceNote({ offered, className }: { offered: Package; className?: string }) {
  const rules = rulesOf(offered)
  const words = rules && earlyWords(rules, zoneOf(offered) ?? viewerZone())
  if (!words) return null
  return <p className={cn('text-sm text-muted-foreground', className)}>Early price {words}</p>
}
