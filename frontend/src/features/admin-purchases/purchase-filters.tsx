/** What narrows the list beside its search: status, cohort, days and kinds; views by name; the order. */
import { ListFilter } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '@/components/ui/button'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu'
import { Select } from '@/components/ui/select'
import { CohortPicker } from '@/features/admin-kit/cohort-picker'
import { useNarrow } from '@/lib/use-narrow'
import { useRights } from '@/session/rights'
import { chips } from './chip-kinds'
import { SavedViews } from './saved-views'
import { type PurchaseFilter, SORTS, STATUSES } from './use-purchase-filter'

const DateRangeDialog = lazy(async () => ({
  default: (await import('@/features/admin-kit/date-range-dialog')).DateRangeDialog,
}))

const ALL = 'all'

const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
const statusOptions = [
  { value: ALL, label: 'All statuses' },
  ...STATUSES.map((status) => ({ value: status, label: capitalized(status) })),
]
const sortOptions = SORTS.flatMap((sort) => [
  { value: `${sort} descending`, label: sort === 'date' ? 'Newest first' : labelOf(sort, true) },
  { value: `${sort} ascending`, label: sort === 'date' ? 'Oldest first' : labelOf(sort, false) },
])

function labelOf(sort: (typeof SORTS)[number], isDown: boolean): string {
  if (sort === 'amount') return isDown ? 'Highest amount' : 'Lowest amount'
  return `${capitalized(sort)} ${isDown ? 'Z to A' : 'A to Z'}`
}

interface PurchaseFiltersProps {
  filter: PurchaseFilter
}

export function PurchaseFilters({ filter }: PurchaseFiltersProps) {
  const narrow = useNarrow()
  const { status, cohort, sort, direction, choose } = filter
  const may = useRights()
  return (
    <>
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
          options={sortOptions.filter(({ value }) => may('money') || !value.startsWith('amount'))}
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
    </>
  )
}

/** Adds what the list is not narrowed by yet. */
function FilterMenu({ filter }: PurchaseFiltersProps) {
  const [isDating, setIsDating] = useState(false)
  const { since, until, choose } = filter
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button variant="outline" size="sm" className="md:h-10">
            <ListFilter aria-hidden />
            Filter
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="start">
          <DropdownMenuItem onSelect={() => setIsDating(true)}>Date range</DropdownMenuItem>
          {chips
            .filter(({ isOn }) => !isOn(filter))
            .map(({ label, on }) => (
              <DropdownMenuItem key={label} onSelect={() => choose(on)}>
                {label}
              </DropdownMenuItem>
            ))}
        </DropdownMenuContent>
      </DropdownMenu>
      <SavedViews isFiltered={filter.isFiltered} />
      {isDating && (
        <Suspense fallback={null}>
          <DateRangeDialog
            since={since}
            until={until}
            onChoose={choose}
            onClose={() => setIsDating(false)}
          />
        </Suspense>
      )}
    </>
  )
}
