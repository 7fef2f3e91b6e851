/** How a purchase stands. */
import { Badge, type BadgeTone } from './ui/badge'

export type PurchaseStatus = 'completed' | 'pending' | 'failed' | 'refunded'

const statuses: Record<PurchaseStatus, { label: string; tone: BadgeTone }> = {
  completed: { label: 'Completed', tone: 'positive' },
  pending: { label: 'Pending', tone: 'build' },
  failed: { label: 'Failed', tone: 'market' },
  refunded: { label: 'Refunded', tone: 'neutral' },
}

export function StatusBadge({ status }: { status: PurchaseStatus }) {
  const { label, tone } = statuses[status]
  return <Badge tone={tone}>{label}</Badge>
}
