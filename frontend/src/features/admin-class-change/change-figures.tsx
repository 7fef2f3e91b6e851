/** How a class change stands, in figures. */
import { StatCard, StatRow, StatRowSkeleton } from '@/features/admin-kit/stat-card'
import { formatCents, toCents } from '@/lib/money'
import type { ClassChange } from './change-queries'

const NAMES = ['Chosen', 'No answer', 'Carried out', 'Failed']

const money = (amount: string) => formatCents(toCents(amount), { exact: true })

export function ChangeFigures({ change }: { change: ClassChange | undefined }) {
  if (!change) return <StatRowSkeleton names={NAMES} />
  const { counts, sums } = change
  const of = (count: number) => `${count} of ${counts.people}`
  return (
    <div className="grid gap-2">
      <StatRow>
        <StatCard
          name="Chosen"
          value={of(counts.chosen)}
          definition="Students who have answered, or whom you chose for."
        />
        <StatCard
          name="No answer"
          value={of(counts.silent)}
          definition="Students who haven't answered. They're reminded 48 and 24 hours before the time to choose is over."
        />
        <StatCard
          name="Carried out"
          value={of(counts.done)}
          definition="Seats moved or kept, refunds sent and credits given."
        />
        <StatCard
          name="Failed"
          value={String(counts.failed)}
          definition="Choices that couldn't be carried out. The reason stands in the row, and on the reconciliation board."
        />
      </StatRow>
      <p className="text-sm text-muted-foreground tabular-nums">
        {[
          `${money(sums.refunded)} refunded`,
          toCents(sums.toRefund) > 0 && `${money(sums.toRefund)} to be refunded`,
          toCents(sums.credited) > 0 && `${money(sums.credited)} given as credit`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </div>
  )
}
