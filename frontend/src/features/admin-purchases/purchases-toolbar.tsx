/** Above the list: whom to look for, which status, and what can be done with all of them. */
import { UserPlus } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { Select } from '@/components/ui/select'
import { CohortPicker } from '@/features/admin-kit/cohort-picker'
import { datedFile, ExportButton } from '@/features/admin-kit/export-button'
import { SearchField } from '@/features/admin-kit/search-field'
import { SectionTools } from '@/features/admin-kit/section-tools'
import { useNarrow } from '@/lib/use-narrow'
import { zoneAbbreviation } from '@/lib/zones'
import { useRights } from '@/session/rights'
import { FilterMenu } from './purchase-chips'
import { asParams, type PurchaseFilter, SORTS, STATUSES } from './use-purchase-filter'

const ALL = 'all'

const capitalised = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
const statusOptions = [
  { value: ALL, label: 'All statuses' },
  ...STATUSES.map((status) => ({ value: status, label: capitalised(status) })),
]
const sortOptions = SORTS.flatMap((sort) => [
  { value: `${sort} descending`, label: sort === 'date' ? 'Newest first' : labelOf(sort, true) },
  { value: `${sort} ascending`, label: sort === 'date' ? 'Oldest first' : labelOf(sort, false) },
])

function labelOf(sort: (typeof SORTS)[number], isDown: boolean): string {
  if (sort === 'amount') return isDown ? 'Highest amount' : 'Lowest amount'
  return `${capitalised(sort)} ${isDown ? 'Z to A' : 'A to Z'}`
}

interface PurchasesToolbarProps {
  filter: PurchaseFilter
  /** Whose days the list's are. */
  timezone: string
  onEnrol: () => void
}

export function PurchasesToolbar({ filter, timezone, onEnrol }: PurchasesToolbarProps) {
  const narrow = useNarrow()
  const { text, setText, status, cohort, sort, direction, choose } = filter
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
          <Select
            aria-label="Filter by status"
            options={statusOptions}
            value={status ?? ALL}
            onValueChange={(value) =>
              choose({ status: STATUSES.find((known) => known === value) ?? null })
            }
            className="w-36 shrink-0 md:h-10"
          />
          <CohortPicker
            aria-label="Filter by cohort"
            before={[{ value: ALL, label: 'All cohorts' }]}
            placeholder="All cohorts"
            value={cohort ? String(cohort) : ALL}
            onValueChange={(value) => choose({ cohort: Number(value) || null })}
            className="w-44 shrink-0 md:h-10"
          />
          <FilterMenu filter={filter} />
          {/* Cards have no column heads to press. */}
          {narrow && (
            <Select
              aria-label="Sort purchases"
              options={sortOptions.filter(
                ({ value }) => may('money') || !value.startsWith('amount'),
              )}
              value={`${sort} ${direction}`}
              onValueChange={(value) => {
                const [by, way] = value.split(' ')
                choose({
                  sort: SORTS.find((known) => known === by) ?? 'date',
                  direction: way === 'ascending' ? 'ascending' : 'descending',
                })
              }}
              className="w-40 shrink-0"
            />
          )}
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
            <Button size="sm" onClick={onEnrol}>
              <UserPlus aria-hidden />
              Enroll
            </Button>
          )}
        </>
      }
    />
  )
}
