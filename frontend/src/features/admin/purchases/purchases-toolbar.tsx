/** Above the list: whom to look for, which status, and what can be done with all of them. */
import { Download, Search, UserPlus } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { Input } from '@/components/ui/input'
import { Select } from '@/components/ui/select'
import { useNarrow } from '../use-narrow'
import { asQuery, type PurchaseFilter, SORTS, STATUSES } from './use-purchase-filter'

const ALL = 'all'
/** The server takes no more. */
const SEARCH_LIMIT = 100

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
  onEnrol: () => void
}

export function PurchasesToolbar({ filter, onEnrol }: PurchasesToolbarProps) {
  const narrow = useNarrow()
  const { text, setText, status, sort, direction, choose } = filter
  return (
    <div className="flex flex-wrap items-center gap-3">
      <div className="relative min-w-0 grow basis-72 sm:max-w-104">
        <Search
          aria-hidden
          className="pointer-events-none absolute top-1/2 left-3.5 size-4 -translate-y-1/2 text-muted-foreground"
        />
        <Input
          type="search"
          aria-label="Search purchases"
          placeholder="Search by customer name or e-mail"
          className="pl-10"
          maxLength={SEARCH_LIMIT}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      <Select
        aria-label="Filter by status"
        options={statusOptions}
        value={status ?? ALL}
        onValueChange={(value) =>
          choose({ status: STATUSES.find((known) => known === value) ?? null })
        }
        className="w-44 max-sm:grow"
      />
      {/* Cards have no column heads to press. */}
      {narrow && (
        <Select
          aria-label="Sort purchases"
          options={sortOptions}
          value={`${sort} ${direction}`}
          onValueChange={(value) => {
            const [by, way] = value.split(' ')
            choose({
              sort: SORTS.find((known) => known === by) ?? 'date',
              direction: way === 'ascending' ? 'ascending' : 'descending',
            })
          }}
          className="w-44 max-sm:grow"
        />
      )}
      <div className="flex gap-3 max-sm:w-full sm:ml-auto [&>*]:max-sm:grow">
        <Button asChild variant="outline">
          <a href={`/api/admin/purchases/export?${new URLSearchParams(asQuery(filter))}`} download>
            <Download aria-hidden />
            Export CSV
          </a>
        </Button>
        <Button onClick={onEnrol}>
          <UserPlus aria-hidden />
          Enrol
        </Button>
      </div>
    </div>
  )
}
