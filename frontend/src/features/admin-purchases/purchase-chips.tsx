/** What the list is narrowed by, each as a chip that takes itself away; what it sums to; views by name. */
import { ListFilter } from 'lucide-react'
import { useState } from 'react'
import { $api } from '@/api/client'
import { Button } from '@/components/ui/button'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu'
import { DateRangeDialog, rangeWords } from '@/features/admin-kit/date-range-dialog'
import { FilterChip } from '@/features/admin-kit/filter-chip'
import { formatCents, toCents } from '@/lib/money'
import { useRights } from '@/session/rights'
import { SavedViews } from './saved-views'
import { narrowed, type PurchaseFilter } from './use-purchase-filter'

type Change = Parameters<PurchaseFilter['choose']>[0]

interface Chip {
  label: string
  isOn: (filter: PurchaseFilter) => boolean
  on: Change
  off: Change
}

const chips: readonly Chip[] = [
  {
    label: 'Guests',
    isOn: ({ buyer }) => buyer === 'guest',
    on: { buyer: 'guest' },
    off: { buyer: null },
  },
  {
    label: 'Members',
    isOn: ({ buyer }) => buyer === 'member',
    on: { buyer: 'member' },
    off: { buyer: null },
  },
  {
    label: 'Complimentary',
    isOn: ({ complimentary }) => Boolean(complimentary),
    on: { complimentary: true },
    off: { complimentary: null },
  },
  {
    label: 'Partly refunded',
    isOn: ({ partlyRefunded }) => Boolean(partlyRefunded),
    on: { partlyRefunded: true },
    off: { partlyRefunded: null },
  },
  {
    label: 'Disputed',
    isOn: ({ disputed }) => Boolean(disputed),
    on: { disputed: true },
    off: { disputed: null },
  },
]

/** Adds what the list is not narrowed by yet. */
export function FilterMenu({ filter }: { filter: PurchaseFilter }) {
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
        <DateRangeDialog
          since={since}
          until={until}
          onChoose={choose}
          onClose={() => setIsDating(false)}
        />
      )}
    </>
  )
}

/** Only while the list is narrowed: a plain one gives its room to the rows. */
export function PurchaseChips({ filter }: { filter: PurchaseFilter }) {
  const may = useRights()
  const { since, until, choose } = filter
  if (!filter.isFiltered) return null
  return (
    <div className="flex min-h-8 min-w-0 flex-wrap items-center gap-2">
      {(since !== null || until !== null) && (
        <FilterChip
          label={rangeWords(since, until)}
          onRemove={() => choose({ since: null, until: null })}
        />
      )}
      {chips
        .filter(({ isOn }) => isOn(filter))
        .map(({ label, off }) => (
          <FilterChip key={label} label={label} onRemove={() => choose(off)} />
        ))}
      {may('money') && <Sum filter={filter} />}
      <Button
        variant="link"
        size="sm"
        className="ml-auto h-8 px-0 text-muted-foreground"
        onClick={filter.clear}
      >
        Clear all
      </Button>
    </div>
  )
}

/** Of all that is listed, on every page of it. */
function Sum({ filter }: { filter: PurchaseFilter }) {
  const { data } = $api.useQuery(
    'get',
    '/api/admin/purchases/sum',
    { params: { query: narrowed(filter) } },
    { staleTime: 0 },
  )
  if (!data) return null
  const money = (amount: string) => formatCents(toCents(amount), { exact: true })
  return (
    <span role="status" className="text-sm text-muted-foreground tabular-nums">
      <span className="font-medium text-foreground">{money(data.kept)}</span>
      {toCents(data.refunded) > 0
        ? ` kept of ${money(data.paid)} paid, ${money(data.refunded)} refunded`
        : ' paid'}
    </span>
  )
}
