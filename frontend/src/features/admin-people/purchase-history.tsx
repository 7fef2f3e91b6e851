/** Everything one person bought: a table where there is room, cards on a phone. */
import { ReceiptText } from 'lucide-react'
import { Link } from 'react-router'
import { StatusBadge } from '@/components/status-badge'
import { Badge } from '@/components/ui/badge'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '@/components/ui/table'
import { DisputeBadge } from '@/features/admin-kit/dispute-badge'
import { formatRange } from '@/lib/dates'
import { formatCents, toCents } from '@/lib/money'
import { useNarrow } from '@/lib/use-narrow'
import { clockParts } from '@/lib/zones'
import type { PersonPurchase } from './people'

const LABEL = 'Purchase history'

interface HistoryProps {
  purchases: readonly PersonPurchase[]
}

export function PurchaseHistory({ purchases }: HistoryProps) {
  const narrow = useNarrow()
  return (
    <div className="grid min-w-0 gap-4">
      <h3 className="text-xl font-bold tracking-tight">Purchase History</h3>
      {purchases.length === 0 ? (
        <EmptyState icon={ReceiptText} title="No purchases yet">
          This person's purchases will be listed here.
        </EmptyState>
      ) : narrow ? (
        <Cards purchases={purchases} />
      ) : (
        <Rows purchases={purchases} />
      )}
    </div>
  )
}

function Rows({ purchases }: HistoryProps) {
  return (
    <Card className="gap-0 p-0 sm:p-0">
      <Table label={LABEL}>
        <TableHead>
          <TableRow>
            <TableHeader className="pl-6">Product</TableHeader>
            <TableHeader>Date</TableHeader>
            <TableHeader>Amount</TableHeader>
            <TableHeader>Status</TableHeader>
            <TableHeader className="pr-6">Bootcamp dates</TableHeader>
          </TableRow>
        </TableHead>
        <TableBody>
          {purchases.map((purchase) => (
            <TableRow key={purchase.id}>
              <TableCell className="min-w-44 pl-6 align-top">
                <Product purchase={purchase} />
              </TableCell>
              <TableCell className="align-top whitespace-nowrap text-muted-foreground tabular-nums">
                <Bought purchase={purchase} />
              </TableCell>
              <TableCell className="align-top tabular-nums">
                <Amount purchase={purchase} />
              </TableCell>
              <TableCell className="align-top">
                <div className="grid gap-1">
                  <StatusBadge status={purchase.status} />
                  <DisputeBadge dispute={purchase.dispute} />
                </div>
              </TableCell>
              <TableCell className="pr-6 align-top">
                <Dates purchase={purchase} />
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Card>
  )
}

function Cards({ purchases }: HistoryProps) {
  return (
    <ul aria-label={LABEL} className="grid gap-3">
      {purchases.map((purchase) => (
        <li key={purchase.id} className="grid gap-2.5 rounded-xl border bg-surface p-4 shadow-card">
          <div className="flex items-start justify-between gap-3">
            <Product purchase={purchase} />
            <StatusBadge status={purchase.status} />
          </div>
          <DisputeBadge dispute={purchase.dispute} />
          <p className="flex flex-wrap justify-between gap-x-3 text-[0.9375rem] tabular-nums">
            <span className="text-muted-foreground">
              <Bought purchase={purchase} />
            </span>
            <Amount purchase={purchase} />
          </p>
          <Dates purchase={purchase} />
        </li>
      ))}
    </ul>
  )
}

interface Shown {
  purchase: PersonPurchase
}

function Product({ purchase }: Shown) {
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-1.5">
      <Link
        to={`/admin/purchases/${purchase.id}`}
        className="font-medium break-words underline-offset-4 hover:underline"
      >
        {purchase.product}
      </Link>
      {purchase.isBundle && <Badge tone="outline">Bundle</Badge>}
      {purchase.isComplimentary && <Badge tone="build">Complimentary</Badge>}
    </span>
  )
}

const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })

function Bought({ purchase }: Shown) {
  return <time dateTime={purchase.createdAt}>{dayFormat.format(new Date(purchase.createdAt))}</time>
}

function Amount({ purchase }: Shown) {
  const refunded = toCents(purchase.refundedAmount)
  return (
    <span>
      {formatCents(toCents(purchase.totalAmount), { exact: true })}
      {refunded > 0 && (
        <span className="block text-sm text-muted-foreground">
          {formatCents(refunded, { exact: true })} refunded
        </span>
      )}
    </span>
  )
}

/** With the year: a history goes back further than this one. */
function Dates({ purchase }: Shown) {
  return (
    <ul className="grid gap-1.5 text-[0.9375rem]">
      {purchase.bootcamps.map(({ id, name, startDate, endDate, timezone }) => (
        <li key={id}>
          {purchase.isBundle && <span className="block text-sm font-medium">{name}</span>}
          <span className="text-muted-foreground">
            {formatRange(startDate, endDate, timezone)}, {yearIn(startDate, timezone)}
          </span>
        </li>
      ))}
    </ul>
  )
}

function yearIn(iso: string, zone: string): string | undefined {
  return clockParts(zone, new Date(iso)).year
}
