/** Every order and how it stands: looked up, filtered and sorted on the server, page by page. */
import { keepPreviousData } from '@tanstack/react-query'
import { ReceiptText, SearchX } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useLocation, useMatch } from 'react-router'
import { $api } from '@/api/client'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { BulkBar } from '@/features/admin-kit/bulk/bulk-bar'
import { useSelection } from '@/features/admin-kit/bulk/selection'
import { DataList } from '@/features/admin-kit/data-list'
import { actOf, receiptNumber } from '@/features/admin-kit/record-links'
import { useRights } from '@/session/rights'
import { PurchaseChips } from './purchase-chips'
import { PurchaseCard, purchaseColumns } from './purchase-rows'
import { PurchaseStats, PurchaseStatsSkeleton } from './purchase-stats'
import { PurchasesToolbar } from './purchases-toolbar'
import { asQuery, narrowed, type PurchaseFilter, usePurchaseFilter } from './use-purchase-filter'

// With the first window come the code of forms and their rules, which the list can do without.
const EnrollDialog = lazy(async () => ({
  default: (await import('./enroll-dialog')).EnrollDialog,
}))
const PurchaseDrawer = lazy(async () => ({
  default: (await import('./purchase-drawer')).PurchaseDrawer,
}))

const words = {
  label: 'Purchases',
  one: 'purchase',
  many: 'purchases',
  failed: 'Failed to load purchases',
  pages: 'Pages of purchases',
}

export function PurchasesSection() {
  const filter = usePurchaseFilter()
  const asked = actOf(useLocation().state)
  const [isEnrolling, setIsEnrolling] = useState<boolean | null>(
    asked?.act === 'enroll' ? true : null,
  )
  const may = useRights()
  const purchases = usePurchases(filter)
  const selection = useSelection(JSON.stringify(narrowed(filter)))
  const opened = useMatch('/admin/purchases/:id')
  const timezone = purchases.data?.timezone ?? 'UTC'
  return (
    <div className="grid min-w-0 gap-2.5">
      <PurchasesToolbar filter={filter} timezone={timezone} onEnroll={() => setIsEnrolling(true)} />
      <PurchaseChips filter={filter} />
      {purchases.data ? (
        <PurchaseStats figures={purchases.data.stats} />
      ) : (
        !purchases.error && <PurchaseStatsSkeleton />
      )}
      <BulkBar
        selection={selection}
        subject="purchases"
        kinds={['resend_confirmation', 'message', 'note']}
        words={words}
        page={purchases.data}
        filter={{ purchases: narrowed(filter) }}
      />
      <DataList
        words={words}
        query={purchases}
        choosing={{
          selection,
          idOf: ({ purchase }) => purchase.id,
          nameOf: ({ purchase, customerName, customerEmail }) =>
            `${receiptNumber(purchase.id)}, ${customerName || customerEmail}`,
        }}
        page={filter.page}
        onPageChange={(page) => filter.choose({ page })}
        idOf={({ purchase }) => purchase.id}
        columns={purchaseColumns(timezone).filter(({ sort }) => may('money') || sort !== 'amount')}
        card={(row) => <PurchaseCard row={row} timezone={timezone} />}
        sorted={{
          by: filter.sort,
          direction: filter.direction,
          onSort: (sort, direction) => filter.choose({ sort, direction }),
        }}
        empty={<NothingFound filter={filter} />}
      />
      <Suspense fallback={null}>
        {/* It stays when it is closed: it gives the focus back. */}
        {isEnrolling !== null && (
          <EnrollDialog
            open={isEnrolling}
            onOpenChange={setIsEnrolling}
            {...(asked?.who ? { who: asked.who } : {})}
          />
        )}
        {opened && (
          <PurchaseDrawer
            id={opened.params.id ?? ''}
            neighbors={(purchases.data?.rows ?? []).map(({ purchase }) => purchase.id)}
          />
        )}
      </Suspense>
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

function nothingWords({ search, status, cohort, ...filter }: PurchaseFilter): string {
  const among = [status && `${status} purchases`, cohort && 'this cohort'].filter(Boolean)
  const where = among.length > 0 ? ` among ${among.join(' of ')}` : ''
  if (search) return `Nothing matches “${search}”${where}.`
  const { since, until, buyer, complimentary, partlyRefunded, disputed } = filter
  if (since || until || buyer || complimentary || partlyRefunded || disputed) {
    return 'No purchases match these filters.'
  }
  return cohort ? 'No one has bought this cohort yet.' : 'No purchases have this status.'
}
