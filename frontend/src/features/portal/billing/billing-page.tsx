/** Billing history: every purchase as it truly stands, its receipt, and the way to a refund. */
import { ReceiptText } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { api } from '@/api/client'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { Skeleton } from '@/components/ui/skeleton'
import { RefundDialog } from '@/session/refund-dialog'
import type { BillingEntry } from '@/session/refunds'
import { StudentShell } from '@/session/student-shell'
import { useBilling, useForgetEverything, useReloadBilling } from './billing-query'
import { PurchaseCard } from './purchase-card'

export function BillingPage() {
  return (
    <StudentShell
      heading="Billing"
      lead="Everything you bought, with receipts and your money-back guarantee."
    >
      <Purchases />
    </StudentShell>
  )
}

function Purchases() {
  const { data: entries, isPending, isFetching, error, refetch } = useBilling()
  // Kept apart from whether it is open: the words must not change while the window fades out.
  const [asking, setAsking] = useState<BillingEntry | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  const forgetEverything = useForgetEverything()
  const reload = useReloadBilling()

  if (error && !entries) {
    return (
      <ErrorState
        title="Your billing couldn't be loaded"
        retrying={isFetching}
        onRetry={() => void refetch()}
      />
    )
  }
  if (isPending) return <Placeholder />
  if (entries.length === 0) {
    return (
      <EmptyState
        icon={ReceiptText}
        title="No purchases yet"
        action={
          <Button asChild>
            <Link to="/checkout">See what's open</Link>
          </Button>
        }
      >
        Your purchases and receipts will appear here.
      </EmptyState>
    )
  }
  // As the server has it now: it may have changed since the button was pressed.
  const shown = entries.find(({ id }) => id === asking?.id) ?? asking
  return (
    <>
      <ul className="grid gap-5" aria-label="Purchases">
        {entries.map((entry) => (
          <li key={entry.id}>
            <PurchaseCard
              entry={entry}
              onAskRefund={() => {
                setAsking(entry)
                setIsOpen(true)
                void refetch()
              }}
            />
          </li>
        ))}
      </ul>
      {shown && (
        <RefundDialog
          entry={shown}
          open={isOpen}
          onOpenChange={setIsOpen}
          ask={async (wanted) => {
            const params = { path: { purchase_id: shown.id } }
            const path = '/api/user/purchases/{purchase_id}/refund-request'
            return (await api.POST(path, { params, body: wanted })).data
          }}
          onAsked={forgetEverything}
          onRefused={reload}
        />
      )}
    </>
  )
}

function Placeholder() {
  return (
    <div role="status" className="grid gap-5">
      <span className="sr-only">Loading your billing</span>
      {[0, 1].map((place) => (
        <Skeleton key={place} className="h-56 rounded-2xl" />
      ))}
    </div>
  )
}
