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
  /** Days of the operator's calendar, both included. */
  since: string | null
  until: string | null
  buyer: 'guest' | 'member' | null
  complimentary: boolean | null
  partlyRefunded: boolean | null
  disputed: boolean | null
  sort: PurchaseSort
  direction: SortDirection
  page: number
}

function cohortOf(text: string | null): number | null {
  return text && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null
}

function dayOf(text: string | null): string | null {
  const isDay = text !== null && /^\d{4}-\d\d-\d\d$/.test(text)
  return isDay && !Number.isNaN(Date.parse(text)) ? text : null
}

const isOn = (text: string | null) => (text === 'true' ? true : null)

/** The newest first, until somebody chooses otherwise. */
function read(params: URLSearchParams): Chosen {
  return {
    search: (params.get('search') ?? '').slice(0, 100),
    status: oneOf(STATUSES, params.get('status')),
    cohort: cohortOf(params.get('cohort')),
    since: dayOf(params.get('since')),
    until: dayOf(params.get('until')),
    buyer: oneOf(['guest', 'member'], params.get('buyer')),
    complimentary: isOn(params.get('complimentary')),
    partlyRefunded: isOn(params.get('partlyRefunded')),
    disputed: isOn(params.get('disputed')),
    sort: oneOf(SORTS, params.get('sort')) ?? 'date',
    direction: oneOf(['ascending', 'descending'], params.get('direction')) ?? 'descending',
    page: readPage(params, HIGHEST_PAGE),
  }
}

const NO_FILTERS = {
  status: null,
  cohort: null,
  since: null,
  until: null,
  buyer: null,
  complimentary: null,
  partlyRefunded: null,
  disputed: null,
} satisfies Partial<Chosen>
type Filter = keyof typeof NO_FILTERS

export function usePurchaseFilter() {
  const { chosen, text, setText, choose, clear } = useListParams(read)
  return {
    ...chosen,
    text,
    setText,
    isFiltered:
      Boolean(chosen.search) || Object.keys(NO_FILTERS).some((name) => chosen[name as Filter]),
    choose: (changes: Partial<Chosen>) => choose(changes, { preventScrollReset: true }),
    clear: () => clear(NO_FILTERS, {}),
  }
}

export type PurchaseFilter = ReturnType<typeof usePurchaseFilter>

/** What is shown, as the server takes it. */
export function narrowed(filter: PurchaseFilter) {
  const { search, status, cohort, since, until, buyer } = filter
  const { complimentary, partlyRefunded, disputed } = filter
  return {
    search,
    ...(status ? { status } : {}),
    ...(cohort ? { bootcampId: cohort } : {}),
    ...(since ? { since } : {}),
    ...(until ? { until } : {}),
    ...(buyer ? { buyer } : {}),
    ...(complimentary ? { complimentary } : {}),
    ...(partlyRefunded ? { partlyRefunded } : {}),
    ...(disputed ? { disputed } : {}),
  }
}

/** The same with its order. */
export function asQuery(filter: PurchaseFilter) {
  const { sort, direction } = filter
  return {
    ...narrowed(filter),
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
