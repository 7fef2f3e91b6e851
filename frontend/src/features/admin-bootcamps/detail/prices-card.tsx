/** The prices of a bootcamp over time, and when its sales open and close. */
import { lazy, Suspense, useId } from 'react'
import { Card } from '@/components/ui/card'
import { momentWords } from '@/features/admin-kit/moments'
import { cohortName } from '@/lib/cohorts'
import type { AdminBootcamp } from './bootcamp-query'

// Other parts of the page can do without it.
const PriceTimeline = lazy(async () => ({
  default: (await import('@/features/admin-kit/prices/price-timeline')).PriceTimeline,
}))

export function PricesCard({ bootcamp }: { bootcamp: AdminBootcamp }) {
  const titleId = useId()
  return (
    <Card role="region" aria-labelledby={titleId} className="min-w-0">
      <div className="grid gap-1">
        <h3 id={titleId} className="text-xl font-bold tracking-tight">
          Prices
        </h3>
        <p className="text-sm text-muted-foreground">{salesWords(bootcamp)}</p>
      </div>
      <Suspense fallback={null}>
        <PriceTimeline
          priced={{ bootcampId: bootcamp.id }}
          name={cohortName(bootcamp.name, bootcamp)}
        />
      </Suspense>
    </Card>
  )
}

function salesWords({ salesOpenAt, salesCloseAt, timezone }: AdminBootcamp): string {
  const is = (at: string) => Date.parse(at) <= Date.now()
  const open =
    salesOpenAt && `${is(salesOpenAt) ? 'opened' : 'open'} ${momentWords(salesOpenAt, timezone)}`
  const close =
    salesCloseAt &&
    `${is(salesCloseAt) ? 'closed' : 'close'} ${momentWords(salesCloseAt, timezone)}`
  const words = [open, close].filter(Boolean).join(' and ')
  return words ? `Sales ${words}.` : 'Sales are open until the class starts.'
}
