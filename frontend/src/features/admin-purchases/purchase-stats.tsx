/** Four figures over the list, each with the way it is counted. */
import type { components } from '@/api/schema'
import { Card } from '@/components/ui/card'
import { Skeleton } from '@/components/ui/skeleton'
import { TooltipProvider } from '@/components/ui/tooltip'
import { StatCard } from '@/features/admin-kit/stat-card'
import { formatCents, toCents } from '@/lib/money'

type Figures = components['schemas']['PurchaseFiguresOut']

const count = (value: number) => value.toLocaleString('en-US')
const cards: readonly {
  name: string
  definition: keyof Figures['definitions']
  show: (figures: Figures) => string
}[] = [
  { name: 'Purchases', definition: 'purchases', show: ({ purchases }) => count(purchases) },
  {
    name: 'Completed Revenue',
    definition: 'completedRevenue',
    show: ({ completedRevenue }) => formatCents(toCents(completedRevenue)),
  },
  { name: 'Pending', definition: 'pending', show: ({ pending }) => count(pending) },
  { name: 'Refunded', definition: 'refunded', show: ({ refunded }) => count(refunded) },
]

const gridClasses = 'grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4'

export function PurchaseStats({ figures }: { figures: Figures }) {
  return (
    <TooltipProvider>
      <dl className={gridClasses}>
        {cards.map(({ name, definition, show }) => (
          <StatCard
            key={name}
            name={name}
            value={show(figures)}
            definition={figures.definitions[definition]}
          />
        ))}
      </dl>
    </TooltipProvider>
  )
}

export function PurchaseStatsSkeleton() {
  return (
    <div aria-hidden className={gridClasses}>
      {cards.map(({ name }) => (
        <Card key={name} className="gap-3 rounded-xl p-4 sm:rounded-2xl sm:p-5">
          <Skeleton className="h-4 w-24 max-w-full" />
          <Skeleton className="h-8 w-20" />
        </Card>
      ))}
    </div>
  )
}
