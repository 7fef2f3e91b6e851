/** Everything one person bought: a table where there is room, cards on a phone. */

import { useMutation } from '@tanstack/react-query'
import { Mail, ReceiptText, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { api } from '@/api/client'
import { showError } from '@/api/form-failure'
import { StatusBadge } from '@/components/status-badge'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { EmptyState } from '@/components/ui/empty-state'
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '@/components/ui/table'
import { DeskTime } from '@/features/admin-kit/desk-time'
import { DisputeBadge } from '@/features/admin-kit/dispute-badge'
import { type OpensAct, PurchaseLink, receiptNumber } from '@/features/admin-kit/record-links'
import { formatRange } from '@/lib/dates'
import { formatCents, toCents } from '@/lib/money'
import { toast } from '@/lib/toast'
import { useNarrow } from '@/lib/use-narrow'
import { clockParts } from '@/lib/zones'
import type { PersonPurchase } from './people'
import { useRecordChanged } from './record'

const LABEL = 'Purchase history'

interface HistoryProps {
  purchases: readonly PersonPurchase[]
  /** Where a confirmation goes. */
  email: string
}

export function PurchaseHistory({ purchases, email }: HistoryProps) {
  const narrow = useNarrow()
  return (
    <div className="grid min-w-0 gap-2.5">
      <h3 className="text-xl font-bold tracking-tight">Purchase History</h3>
      {purchases.length === 0 ? (
        <EmptyState icon={ReceiptText} title="No purchases yet">
          This person's purchases will be listed here.
        </EmptyState>
      ) : narrow ? (
        <Cards purchases={purchases} email={email} />
      ) : (
        <Rows purchases={purchases} email={email} />
      )}
    </div>
  )
}

function Rows({ purchases, email }: HistoryProps) {
  const hasSums = purchases.some(({ totalAmount }) => totalAmount !== null)
  return (
    <Card className="gap-0 rounded-xl p-0 sm:p-0">
      <Table label={LABEL}>
        <TableHead>
          <TableRow>
            <TableHeader className="pl-4">Product</TableHeader>
            <TableHeader>Date</TableHeader>
            {hasSums && <TableHeader>Amount</TableHeader>}
            <TableHeader>Status</TableHeader>
            <TableHeader>Bootcamp dates</TableHeader>
            <TableHeader className="pr-4">
              <span className="sr-only">Actions</span>
            </TableHeader>
          </TableRow>
        </TableHead>
        <TableBody>
          {purchases.map((purchase) => (
            <TableRow key={purchase.id}>
              <TableCell className="min-w-44 pl-4 align-top">
                <Product purchase={purchase} />
              </TableCell>
              <TableCell className="align-top whitespace-nowrap text-muted-foreground tabular-nums">
                <Bought purchase={purchase} />
              </TableCell>
              {hasSums && (
                <TableCell className="align-top tabular-nums">
                  <Amount purchase={purchase} />
                </TableCell>
              )}
              <TableCell className="align-top">
                <div className="grid gap-1">
                  <StatusBadge status={purchase.status} />
                  <DisputeBadge dispute={purchase.dispute} />
                </div>
              </TableCell>
              <TableCell className="align-top">
                <Dates purchase={purchase} />
              </TableCell>
              <TableCell className="pr-4 text-right align-top">
                <Acts purchase={purchase} email={email} />
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Card>
  )
}

function Cards({ purchases, email }: HistoryProps) {
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
          <Acts purchase={purchase} email={email} />
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
      <span className="w-full text-sm text-muted-foreground">
        <PurchaseLink id={purchase.id} />
      </span>
    </span>
  )
}

interface ActsProps extends Shown {
  email: string
}

/** The two things asked for most, without opening the purchase. */
function Acts({ purchase, email }: ActsProps) {
  const { id, status, isComplimentary, totalAmount, refundedAmount } = purchase
  if (status !== 'completed') return null
  // Who sees no sums makes no refunds either.
  const isLeft =
    totalAmount !== null &&
    refundedAmount !== null &&
    toCents(refundedAmount) < toCents(totalAmount)
  const refund: OpensAct = { act: 'refund' }
  return (
    <div className="flex flex-wrap gap-2 md:justify-end">
      <ResendConfirmation purchaseId={id} email={email} />
      {!isComplimentary && isLeft && (
        <Button asChild variant="ghost" size="sm">
          <Link
            to={`/admin/purchases/${id}`}
            state={refund}
            aria-label={`Refund ${receiptNumber(id)}`}
          >
            <Undo2 aria-hidden />
            Refund
          </Link>
        </Button>
      )}
    </div>
  )
}

function ResendConfirmation({ purchaseId, email }: { purchaseId: number; email: string }) {
  const [isAsking, setIsAsking] = useState(false)
  const changed = useRecordChanged()
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      api.POST('/api/admin/purchases/{purchase_id}/resend-confirmation', {
        params: { path: { purchase_id: purchaseId } },
      }),
    onSuccess: ({ data }) => toast({ title: 'Confirmation sent', description: data?.message }),
    onError: (error) => showError(error, 'Failed to resend confirmation'),
    onSettled: () => {
      setIsAsking(false)
      return changed()
    },
  })
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        aria-label={`Resend the confirmation of ${receiptNumber(purchaseId)}`}
        onClick={() => setIsAsking(true)}
      >
        <Mail aria-hidden />
        Resend
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title="Send the confirmation again?"
        description={`We'll send it to ${email} with the receipt and the calendar file.`}
        confirmLabel="Resend"
        pendingLabel="Sending..."
        pending={isPending}
        onConfirm={() => mutate()}
      />
    </>
  )
}

function Bought({ purchase }: Shown) {
  return <DeskTime at={purchase.createdAt} isDay />
}

function Amount({ purchase }: Shown) {
  const { totalAmount, refundedAmount } = purchase
  if (totalAmount === null || refundedAmount === null) return null
  const refunded = toCents(refundedAmount)
  return (
    <span>
      {formatCents(toCents(totalAmount), { exact: true })}
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
          <Link
            to={`/admin/bootcamps/${id}`}
            className="rounded-sm text-muted-foreground underline-offset-4 hover:underline"
          >
            {formatRange(startDate, endDate, timezone)}, {yearIn(startDate, timezone)}
          </Link>
        </li>
      ))}
    </ul>
  )
}

function yearIn(iso: string, zone: string): string | undefined {
  return clockParts(zone, new Date(iso)).year
}
