/** What the list is narrowed by, each as a chip that takes itself away; and what it sums to. */
import { $api } from '@/api/client'
import { Button } from '@/components/ui/button'
import { FilterChip } from '@/features/admin-kit/filter-chip'
import { rangeWords } from '@/features/admin-kit/range-words'
import { formatCents, toCents } from '@/lib/money'
import { useRights } from '@/session/rights'
import { chips } from './chip-kinds'
import { narrowed, type PurchaseFilter } from './use-purchase-filter'

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
