/** Stands where the bundle would be when none is on sale: its price is told on request. */
import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import { Button } from '@/components/ui/button'
import { formatCents } from '@/lib/money'
import { priceOfEverything } from '@/lib/offer'
import type { BootcampPackage } from './package'

const subject = encodeURIComponent('Bundle pricing')

export function BundleOnRequest({ bootcamps }: { bootcamps: readonly BootcampPackage[] }) {
  const separately = priceOfEverything(bootcamps.map(({ bootcamp }) => bootcamp))
  return (
    <div className="grid gap-4 rounded-xl border border-dashed border-border-strong/60 p-5 sm:grid-cols-[1fr_auto] sm:items-center">
      <div className="grid gap-1">
        <p className="font-display text-lg leading-7 font-bold tracking-tight">
          Bundle pricing on request
        </p>
        <p className="text-sm text-muted-foreground">
          All bootcamps together, for less than the{' '}
          <span className="tabular-nums">{formatCents(separately)}</span> they cost separately.
          We'll send you a price.
        </p>
      </div>
      <Button asChild variant="outline">
        <Link to={`/contact?subject=${subject}`}>
          Ask for a price
          <ArrowRight aria-hidden />
        </Link>
      </Button>
    </div>
  )
}
