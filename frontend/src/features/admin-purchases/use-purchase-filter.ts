/** Which purchases are shown: search, filter, order and page. */
import type { PurchaseStatus } from '@/components/status-badge'
import type { SortDirection } from '@/components/ui/table'
import { oneOf, readPage, useListParams } from '@/features/admin-kit/use-list-params'
import type { PurchaseSort } from './purchase-types'

/** The server takes no more. */
const HIGHEST_PAGE = 1_000_000

export const STATUSES = ['completed', 'pending', 'failed', 'refunded'] as const
export const SORTS = ['date', 'customer', 'product', 'amount', 'status'] as const

interface Chosen {
  search: string
  status: PurchaseStatus | null
  /** The bootcamp whose buyers are shown. */
  cohort: number | null
  sort: PurchaseSort
  direction: SortDirection
  page: number
}

function cohortOf(text: string | null): number | null {
  return text && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null
}

/** The newest first, until somebody chooses otherwise. */
function read(params: URLSearchParams): Chosen {
  return {
    search: (params.get('search') ?? '').slice(0, 100),
    status: oneOf(STATUSES, params.get('status')),
    cohort: cohortOf(params.get('cohort')),
    sort: oneOf(SORTS, params.get('sort')) ?? 'date',
    direction: oneOf(['ascending', 'descending'], params.get('direction')) ?? 'descending',
    page: readPage(params, HIGHEST_PAGE),
  }
}

export function usePurchaseFilter() {
  const { chosen, text, setText, choose, clear } = useListParams(read)
  return {
    ...chosen,
    text,
    setText,
    isFiltered: Boolean(chosen.search || chosen.status || chosen.cohort),
    choose: (changes: Partial<Chosen>) => choose(changes, { preventScrollReset: true }),
    clear: () => clear({ status: null, cohort: null }, {}),
  }
}

export type PurchaseFilter = ReturnType<typeof usePurchaseFilter>

/** The filter as the server takes it. */
export function asQuery({ search, status, cohort, sort, direction }: PurchaseFilter) {
  return {
    search,
    ...(status ? { status } : {}),
    ...(cohort ? { bootcampId: cohort } : {}),
    sort,
    direction: direction === 'ascending' ? ('asc' as const) : ('desc' as const),
  }
}

/** The same for an address of our own. */
export function asParams(filter: PurchaseFilter): URLSearchParams {
  return new URLSearchParams(
    Object.entries(asQuery(filter)).map(([name, value]) => [name, String(value)]),
  )
}
