/** Four figures over the list, each with the way it is counted. */
import type { components } from '@/api/schema'
import { StatCard, StatRow, StatRowSkeleton } from '@/features/admin-kit/stat-card'
import { formatCents, toCents } from '@/lib/money'

type Figures = components['schemas']['PurchaseFiguresOut']

const count = (value: number) => value.toLocaleString('en-US')
const cards: readonly {
  name: string
  definition: keyof Figures['definitions']
  /** Nothing where it is not theirs to see. */
  show: (figures: Figures) => string | null
}[] = [
  { name: 'Purchases', definition: 'purchases', show: ({ purchases }) => count(purchases) },
  {
    name: 'Completed Revenue',
    definition: 'completedRevenue',
    show: ({ completedRevenue }) =>
      completedRevenue === null ? null : formatCents(toCents(completedRevenue)),
  },
  { name: 'Pending', definition: 'pending', show: ({ pending }) => count(pending) },
  { name: 'Refunded', definition: 'refunded', show: ({ refunded }) => count(refunded) },
]

export function PurchaseStats({ figures }: { figures: Figures }) {
  return (
    <StatRow>
      {cards.map(({ name, definition, show }) => {
        const value = show(figures)
        if (value === null) return null
        return (
          <StatCard
            key={name}
            name={name}
            value={value}
            definition={figures.definitions[definition]}
          />
        )
      })}
    </StatRow>
  )
}

export function PurchaseStatsSkeleton() {
  return <StatRowSkeleton names={cards.map(({ name }) => name)} />
}
