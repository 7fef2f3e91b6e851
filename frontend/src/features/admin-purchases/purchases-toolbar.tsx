/** Above the list: whom to look for, what to narrow it by, and what can be done with all of them. */
import { UserPlus } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Button } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/skeleton'
import { datedFile, ExportButton } from '@/features/admin-kit/export-button'
import { SearchField } from '@/features/admin-kit/search-field'
import { SectionTools } from '@/features/admin-kit/section-tools'
import { zoneAbbreviation } from '@/lib/zones'
import { useRights } from '@/session/rights'
import { asParams, type PurchaseFilter } from './use-purchase-filter'

// Lists that open, menus and their positions: the rows need not wait for that code.
const PurchaseFilters = lazy(async () => ({
  default: (await import('./purchase-filters')).PurchaseFilters,
}))

interface PurchasesToolbarProps {
  filter: PurchaseFilter
  /** Whose days the list's are. */
  timezone: string
  onEnroll: () => void
}

export function PurchasesToolbar({ filter, timezone, onEnroll }: PurchasesToolbarProps) {
  const { text, setText } = filter
  const may = useRights()
  return (
    <SectionTools
      filters={
        <>
          <SearchField
            label="Search purchases"
            placeholder="Search by name, email or bootcamp"
            text={text}
            onTextChange={setText}
          />
          <Suspense fallback={<FiltersSkeleton />}>
            <PurchaseFilters filter={filter} />
          </Suspense>
          <span className="shrink-0 text-sm text-muted-foreground" title={timezone}>
            Times in {zoneAbbreviation(timezone, new Date())}
          </span>
        </>
      }
      actions={
        <>
          {may('money') && (
            <ExportButton
              address={`/api/admin/purchases/export?${asParams(filter)}`}
              fileName={datedFile('purchases')}
              failed="The purchases couldn't be exported. Please try again."
            />
          )}
          {may('seats') && (
            <Button size="sm" onClick={onEnroll}>
              <UserPlus aria-hidden />
              Enroll
            </Button>
          )}
        </>
      }
    />
  )
}

/** As wide as they are, so that nothing beside them moves. */
function FiltersSkeleton() {
  return (
    <>
      <Skeleton className="h-11 w-36 shrink-0 rounded-lg md:h-10" />
      <Skeleton className="h-11 w-44 shrink-0 rounded-lg md:h-10" />
      <Skeleton className="h-9 w-22 shrink-0 rounded-full md:h-10" />
    </>
  )
}
