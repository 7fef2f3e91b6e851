/** A receipt to print or to save as PDF: on paper it stands alone, on the screen it looks like it. */
import { FileX2, Printer } from 'lucide-react'
import { Link, useParams } from 'react-router'
import { ApiError } from '@/api/api-error'
import { $api } from '@/api/client'
import { BackButton } from '@/components/back-button'
import { OnPaper } from '@/components/on-paper'
import { ReceiptSheet } from '@/components/receipt-sheet'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { Skeleton } from '@/components/ui/skeleton'
import { SignedInShell } from '@/session/signed-in-shell'

export function ReceiptPage() {
  return (
    <OnPaper isSheet>
      <SignedInShell>
        <div className="shell grid max-w-208 gap-6 pt-6 pb-20 print:max-w-none print:p-0">
          <BackButton to="/portal/billing">Back to billing</BackButton>
          <Content />
        </div>
      </SignedInShell>
    </OnPaper>
  )
}

function Content() {
  const { purchaseId = '' } = useParams()
  const { data, isPending, isFetching, error, refetch } = $api.useQuery(
    'get',
    '/api/user/purchases/{purchase_id}/receipt',
    { params: { path: { purchase_id: Number(purchaseId) } } },
    // What has come back since belongs on it.
    { staleTime: 0 },
  )
  if (error instanceof ApiError && [404, 422].includes(error.status)) return <NoReceipt />
  if (error && !data) {
    return (
      <ErrorState
        title="The receipt couldn't be loaded"
        retrying={isFetching}
        onRetry={() => void refetch()}
      />
    )
  }
  if (isPending) {
    return (
      <div role="status" className="grid gap-6">
        <span className="sr-only">Loading the receipt</span>
        <Skeleton className="h-150 rounded-2xl" />
      </div>
    )
  }
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4 print:hidden">
        <h1 className="text-title font-extrabold">Receipt {data.number}</h1>
        <Button onClick={() => window.print()}>
          <Printer aria-hidden />
          Print or save as PDF
        </Button>
      </div>
      <ReceiptSheet receipt={data} />
    </>
  )
}

function NoReceipt() {
  return (
    <>
      <h1 className="sr-only">Receipt</h1>
      <EmptyState
        icon={FileX2}
        title="Receipt not found"
        action={
          <Button asChild variant="outline">
            <Link to="/portal/billing">Go to Billing</Link>
          </Button>
        }
      >
        You can only see receipts for purchases in your own account.
      </EmptyState>
    </>
  )
}
