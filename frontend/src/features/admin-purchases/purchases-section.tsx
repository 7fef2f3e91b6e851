/** Every order and how it stands: looked up, filtered and sorted on the server, page by page. */
import { keepPreviousData } from '@tanstack/react-query'
import { ReceiptText, SearchX } from 'lucide-react'
import { useState } from 'react'
import { Route, Routes } from 'react-router'
import { errorMessage } from '@/api/api-error'
import { $api } from '@/api/client'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { Pagination } from '@/components/ui/pagination'
import { cn } from '@/lib/cn'
import { EnrolDialog } from './enrol-dialog'
import { MismatchLink } from './mismatch-link'
import { PurchaseDrawer } from './purchase-drawer'
import { PurchaseRows } from './purchase-rows'
import { PurchaseStats, PurchaseStatsSkeleton } from './purchase-stats'
import { PurchasesSkeleton } from './purchases-skeleton'
import { PurchasesToolbar } from './purchases-toolbar'
import { asQuery, type PurchaseFilter, usePurchaseFilter } from './use-purchase-filter'

const PAGE_SIZE = 20

export function PurchasesSection() {
  const filter = usePurchaseFilter()
  const [isEnrolling, setIsEnrolling] = useState(false)
  const purchases = usePurchases(filter)
  return (
    <div className="grid min-w-0 gap-5">
      <MismatchLink />
      {purchases.data ? (
        <PurchaseStats figures={purchases.data.stats} />
      ) : (
        !purchases.error && <PurchaseStatsSkeleton />
      )}
      <PurchasesToolbar filter={filter} onEnrol={() => setIsEnrolling(true)} />
      <Results filter={filter} purchases={purchases} />
      <EnrolDialog open={isEnrolling} onOpenChange={setIsEnrolling} />
      <Routes>
        <Route path=":id" element={<PurchaseDrawer />} />
        <Route path="*" element={null} />
      </Routes>
    </div>
  )
}

function usePurchases(filter: PurchaseFilter) {
  return $api.useQuery(
    'get',
    '/api/admin/purchases',
    { params: { query: { ...asQuery(filter), page: filter.page } } },
    // People are buying: each look is a new one.
    { staleTime: 0, placeholderData: keepPreviousData },
  )
}

interface ResultsProps {
  filter: PurchaseFilter
  purchases: ReturnType<typeof usePurchases>
}

function Results({ filter, purchases }: ResultsProps) {
  const { data, error, refetch, isFetching, isPlaceholderData } = purchases
  if (error) {
    return (
      <ErrorState
        title="Failed to load purchases"
        onRetry={() => void refetch()}
        retrying={isFetching}
      >
        {errorMessage(error, 'Check your connection and try again.')}
      </ErrorState>
    )
  }
  if (!data) return <PurchasesSkeleton />

  const { rows, total, totalIsExact } = data
  if (total === 0) return <NothingFound filter={filter} />
  if (rows.length === 0) return <NoSuchPage onFirstPage={() => filter.choose({ page: 1 })} />
  return (
    <div className={cn('grid min-w-0 gap-5', isPlaceholderData && 'opacity-60')}>
      <PurchaseRows rows={rows} filter={filter} />
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p role="status" className="text-sm text-muted-foreground tabular-nums">
          {shownRange(filter.page, rows.length, total, totalIsExact)}
        </p>
        <Pagination
          page={filter.page}
          pageCount={Math.ceil(total / PAGE_SIZE)}
          onPageChange={(page) => filter.choose({ page })}
          label="Pages of purchases"
        />
      </div>
    </div>
  )
}

function shownRange(page: number, length: number, total: number, isExact: boolean): string {
  const first = (page - 1) * PAGE_SIZE + 1
  const range = `${first.toLocaleString('en-US')}–${(first + length - 1).toLocaleString('en-US')}`
  const all = total.toLocaleString('en-US')
  if (!isExact) return `${range} of more than ${all} purchases. Search more narrowly to see all.`
  return `${range} of ${all} ${total === 1 ? 'purchase' : 'purchases'}`
}

function NothingFound({ filter }: { filter: PurchaseFilter }) {
  if (!filter.isFiltered) {
    return (
      <EmptyState icon={ReceiptText} title="No purchases found">
        Everyone who buys a seat will be listed here.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={SearchX}
      title="No purchases found"
      action={
        <Button variant="outline" onClick={filter.clear}>
          Clear filters
        </Button>
      }
    >
      {nothingWords(filter)}
    </EmptyState>
  )
}

function nothingWords({ search, status, cohort }: PurchaseFilter): string {
  const among = [status && `${status} purchases`, cohort && 'this cohort'].filter(Boolean)
  if (!search)
    return cohort ? 'No one has bought this cohort yet.' : 'No purchases have this status.'
  const where = among.length > 0 ? ` among ${among.join(' of ')}` : ''
  return `Nothing matches “${search}”${where}.`
}

function NoSuchPage({ onFirstPage }: { onFirstPage: () => void }) {
  return (
    <EmptyState
      icon={SearchX}
      title="This page doesn't exist"
      action={
        <Button variant="outline" onClick={onFirstPage}>
          First page
        </Button>
      }
    >
      The list has fewer pages than this.
    </EmptyState>
  )
}
