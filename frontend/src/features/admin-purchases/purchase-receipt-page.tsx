/** `/admin/purchases/:id/receipt`: the buyer's receipt, to print or to save as PDF. */
import { FileX2, Printer } from 'lucide-react'
import { createPortal } from 'react-dom'
import { useParams } from 'react-router'
import { ApiError, errorMessage } from '@/api/api-error'
import { $api } from '@/api/client'
import { BackButton } from '@/components/back-button'
import { OnPaper } from '@/components/on-paper'
import { ReceiptSheet } from '@/components/receipt-sheet'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { useAdminTitle } from '@/features/admin-kit/admin-title'
import { NotInYourRole } from '@/features/admin-kit/not-in-your-role'
import { purchasePath, receiptNumber } from '@/features/admin-kit/record-links'
import { SectionSkeleton } from '@/features/admin-kit/section-skeleton'
import { useRights } from '@/session/rights'

interface PurchaseReceiptPageProps {
  /** The heading is known by this id to the dashboard's own. */
  titleId: string
}

export function PurchaseReceiptPage({ titleId }: PurchaseReceiptPageProps) {
  const { id = '' } = useParams<'id'>()
  const may = useRights()
  const number = /^[1-9]\d{0,15}$/.test(id) ? Number(id) : null
  const title = number === null ? 'Receipt' : `Receipt ${receiptNumber(number)}`
  useAdminTitle(title, 'Purchases')
  return (
    <section aria-labelledby={titleId} className="grid max-w-208 min-w-0 gap-4">
      <BackButton to={number === null ? '/admin/purchases' : purchasePath(number)}>
        Back to purchase
      </BackButton>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={titleId} className="text-xl font-bold tracking-tight">
          {title}
        </h2>
        <Button size="sm" onClick={() => window.print()}>
          <Printer aria-hidden />
          Print or save as PDF
        </Button>
      </div>
      {!may('money') ? <NotInYourRole /> : number === null ? <None /> : <Content id={number} />}
    </section>
  )
}

function Content({ id }: { id: number }) {
  const { data, error, refetch, isFetching } = $api.useQuery(
    'get',
    '/api/admin/purchases/{purchase_id}/receipt',
    { params: { path: { purchase_id: id } } },
    // What has come back since belongs on it.
    { staleTime: 0 },
  )
  if (error instanceof ApiError && error.status === 404) return <None />
  if (error && !data) {
    return (
      <ErrorState
        title="The receipt couldn't be loaded"
        onRetry={() => void refetch()}
        retrying={isFetching}
      >
        {errorMessage(error, 'Check your connection and try again.')}
      </ErrorState>
    )
  }
  if (!data) return <SectionSkeleton />
  return (
    <>
      <ReceiptSheet receipt={data} />
      {/* On paper it stands alone, without the desk around it. */}
      {createPortal(
        <div data-print-sheet aria-hidden className="hidden print:block">
          <OnPaper isSheet>
            <ReceiptSheet receipt={data} />
          </OnPaper>
        </div>,
        document.body,
      )}
    </>
  )
}

function None() {
  return (
    <EmptyState icon={FileX2} title="Receipt not found">
      There's a receipt once a purchase has been paid.
    </EmptyState>
  )
}
