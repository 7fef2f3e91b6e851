/** One purchase in the list: its columns where there is room, its card on a phone. */
import { Link, useLocation } from 'react-router'
import { StatusBadge } from '@/components/status-badge'
import { Badge } from '@/components/ui/badge'
import type { Column } from '@/features/admin-kit/data-list'
import { DisputeBadge } from '@/features/admin-kit/dispute-badge'
import { OPENS_ROW } from '@/features/admin-kit/list-keys'
import { CohortLink, PersonLink } from '@/features/admin-kit/record-links'
import { formatDate, formatTime } from '@/lib/dates'
import { formatCents, toCents } from '@/lib/money'
import type { PurchaseRow, PurchaseSort } from './purchase-types'

export const purchaseColumns = (timezone: string): readonly Column<PurchaseRow, PurchaseSort>[] => [
  {
    name: 'Customer',
    sort: 'customer',
    className: 'max-w-72',
    cell: (row) => <Customer row={row} />,
  },
  { name: 'Product', sort: 'product', className: 'max-w-80', cell: (row) => <Product row={row} /> },
  {
    name: 'Amount',
    sort: 'amount',
    className: 'text-right whitespace-nowrap tabular-nums',
    cell: (row) => <Amount row={row} />,
  },
  {
    name: 'Status',
    sort: 'status',
    cell: (row) => (
      <div className="grid gap-1">
        <Status row={row} />
        <DisputeBadge dispute={row.dispute} />
      </div>
    ),
  },
  {
    name: 'Date',
    sort: 'date',
    className: 'whitespace-nowrap text-muted-foreground tabular-nums',
    cell: (row) => <When at={row.purchase.createdAt} zone={timezone} />,
  },
]

export function PurchaseCard({ row, timezone }: { row: PurchaseRow; timezone: string }) {
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3">
        <CustomerLink row={row} />
        <Status row={row} />
        {/* Under both: beside the badge a long address would break. */}
        <p className="col-span-2 text-sm wrap-anywhere text-muted-foreground">
          <Address row={row} />
        </p>
      </div>
      <DisputeBadge dispute={row.dispute} />
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-x-3">
        <div className="col-span-2">
          <ProductName row={row} />
        </div>
        <div className="grid min-w-0 text-sm text-muted-foreground tabular-nums">
          <ProductKind row={row} />
          <When at={row.purchase.createdAt} zone={timezone} />
        </div>
        <div className="text-right tabular-nums">
          <Amount row={row} />
        </div>
      </div>
    </>
  )
}

/** The name is the link, and its face covers the whole row. */
function CustomerLink({ row }: { row: PurchaseRow }) {
  const { search } = useLocation()
  return (
    <Link
      {...OPENS_ROW}
      to={{ pathname: `/admin/purchases/${row.purchase.id}`, search }}
      preventScrollReset
      className="font-medium break-words after:absolute after:inset-0"
    >
      {row.customerName || row.customerEmail}
    </Link>
  )
}

function Customer({ row }: { row: PurchaseRow }) {
  return (
    <div className="min-w-0">
      <CustomerLink row={row} />
      <p className="text-sm wrap-anywhere text-muted-foreground">
        <Address row={row} />
      </p>
    </div>
  )
}

/** Above the link that covers the row, as is every other link in it. */
const ABOVE_ROW = 'relative z-10'

function Address({ row }: { row: PurchaseRow }) {
  return (
    <PersonLink userId={row.user?.id ?? null} email={row.customerEmail} className={ABOVE_ROW}>
      {row.customerEmail}
    </PersonLink>
  )
}

function Product({ row }: { row: PurchaseRow }) {
  return (
    <div className="min-w-0">
      <ProductName row={row} />
      <p className="text-sm text-muted-foreground">
        <ProductKind row={row} />
      </p>
    </div>
  )
}

function ProductName({ row: { bootcamp, purchase } }: { row: PurchaseRow }) {
  return (
    <p className="break-words">
      {bootcamp ? (
        <CohortLink name={purchase.packageName} cohort={bootcamp} className={ABOVE_ROW} />
      ) : (
        purchase.packageName
      )}
    </p>
  )
}

function ProductKind({ row: { user, purchase } }: { row: PurchaseRow }) {
  return (
    <span>
      {purchase.isBundle ? 'Bundle' : 'Single Bootcamp'}
      {user ? '' : ' · Guest'}
    </span>
  )
}

function Amount({ row }: { row: PurchaseRow }) {
  const { totalAmount, refundedAmount, isComplimentary } = row.purchase
  if (totalAmount === null || refundedAmount === null) return null
  const refunded = toCents(refundedAmount)
  if (isComplimentary) return <span className="text-muted-foreground">Complimentary</span>
  return (
    <>
      <span className="font-medium">{formatCents(toCents(totalAmount), { exact: true })}</span>
      {refunded > 0 && (
        <span className="block text-sm text-muted-foreground">
          −{formatCents(refunded, { exact: true })} refunded
        </span>
      )}
    </>
  )
}

function Status({ row: { purchase } }: { row: PurchaseRow }) {
  // Access is off already, though the money has not arrived yet.
  if (purchase.state === 'refunding') return <Badge tone="build">Refunding</Badge>
  return <StatusBadge status={purchase.status} />
}

/** The zone is said once, above the list. */
function When({ at, zone }: { at: string; zone: string }) {
  return (
    <time dateTime={at}>
      {formatDate(at, zone)}
      <span className="text-sm md:block"> {formatTime(at, zone)}</span>
    </time>
  )
}
