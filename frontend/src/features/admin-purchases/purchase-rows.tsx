/** The purchases of one page: a table where there is room, a list of cards on a phone. */
import { Link, useLocation } from 'react-router'
import { StatusBadge } from '@/components/status-badge'
import { Badge } from '@/components/ui/badge'
import { Card } from '@/components/ui/card'
import {
  SortableHeader,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
} from '@/components/ui/table'
import { DisputeBadge } from '@/features/admin-kit/dispute-badge'
import { cohortName } from '@/lib/cohorts'
import { formatCents, toCents } from '@/lib/money'
import { useNarrow } from '@/lib/use-narrow'
import type { PurchaseRow, PurchaseSort } from './purchase-types'
import type { PurchaseFilter } from './use-purchase-filter'

const LABEL = 'Purchases'
const columns: readonly { sort: PurchaseSort; label: string; className?: string }[] = [
  { sort: 'customer', label: 'Customer', className: 'pl-4' },
  { sort: 'product', label: 'Product' },
  { sort: 'amount', label: 'Amount', className: 'text-right' },
  { sort: 'status', label: 'Status' },
  { sort: 'date', label: 'Date', className: 'pr-4' },
]

interface PurchaseRowsProps {
  rows: readonly PurchaseRow[]
  filter: PurchaseFilter
}

export function PurchaseRows({ rows, filter }: PurchaseRowsProps) {
  const narrow = useNarrow()
  return narrow ? <RowCards rows={rows} /> : <RowTable rows={rows} filter={filter} />
}

function RowTable({ rows, filter: { sort, direction, choose } }: PurchaseRowsProps) {
  return (
    <Card className="gap-0 p-0 sm:p-0">
      <Table label={LABEL}>
        <TableHead>
          <TableRow>
            {columns.map((column) => (
              <SortableHeader
                key={column.sort}
                direction={column.sort === sort ? direction : null}
                onSort={(next) => choose({ sort: column.sort, direction: next })}
                className={column.className ?? ''}
              >
                {column.label}
              </SortableHeader>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <TableRow
              key={row.purchase.id}
              className="relative transition-colors duration-200 focus-within:bg-surface-2 hover:bg-surface-2"
            >
              <TableCell className="max-w-72 pl-6">
                <Customer row={row} />
              </TableCell>
              <TableCell className="max-w-64">
                <Product row={row} />
              </TableCell>
              <TableCell className="text-right whitespace-nowrap tabular-nums">
                <Amount row={row} />
              </TableCell>
              <TableCell>
                <div className="grid gap-1">
                  <Status row={row} />
                  <DisputeBadge dispute={row.dispute} />
                </div>
              </TableCell>
              <TableCell className="pr-6 whitespace-nowrap text-muted-foreground tabular-nums">
                <When at={row.purchase.createdAt} />
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Card>
  )
}

function RowCards({ rows }: { rows: readonly PurchaseRow[] }) {
  return (
    <ul aria-label={LABEL} className="grid gap-3">
      {rows.map((row) => (
        <li
          key={row.purchase.id}
          className="relative grid gap-3 rounded-xl border bg-surface p-4 shadow-card focus-within:border-border-strong"
        >
          <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3">
            <CustomerLink row={row} />
            <Status row={row} />
            {/* Under both: beside the badge a long address would break. */}
            <p className="col-span-2 text-sm wrap-anywhere text-muted-foreground">
              {row.customerEmail}
            </p>
          </div>
          <DisputeBadge dispute={row.dispute} />
          <div className="flex items-end justify-between gap-3">
            <Product row={row} />
            <div className="shrink-0 text-right tabular-nums">
              <Amount row={row} />
              <p className="text-sm text-muted-foreground">
                <When at={row.purchase.createdAt} />
              </p>
            </div>
          </div>
        </li>
      ))}
    </ul>
  )
}

/** The name is the link, and its face covers the whole row. */
function CustomerLink({ row }: { row: PurchaseRow }) {
  const { search } = useLocation()
  return (
    <Link
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
      <p className="text-sm wrap-anywhere text-muted-foreground">{row.customerEmail}</p>
    </div>
  )
}

function Product({ row }: { row: PurchaseRow }) {
  return (
    <div className="min-w-0">
      <p className="break-words">{cohortName(row.purchase.packageName, row.bootcamp)}</p>
      <p className="text-sm text-muted-foreground">
        {row.purchase.isBundle ? 'Bundle' : 'Single Bootcamp'}
        {row.user ? '' : ' · Guest'}
      </p>
    </div>
  )
}

function Amount({ row }: { row: PurchaseRow }) {
  const { totalAmount, refundedAmount, isComplimentary } = row.purchase
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

const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })

function When({ at }: { at: string }) {
  const moment = new Date(at)
  const utc = moment
    .toISOString()
    .replace('T', ' ')
    .replace(/\..*Z$/, ' UTC')
  return (
    <time dateTime={at} title={utc}>
      {dayFormat.format(moment)}
    </time>
  )
}
