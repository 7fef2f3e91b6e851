/** Search, filter, order and page, kept in the address: they can be shared and gone back to. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { PurchaseStatus } from '@/components/status-badge'
import type { SortDirection } from '@/components/ui/table'
import type { PurchaseSort } from './purchase-types'

const DEBOUNCE_MS = 300
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

/** The newest first, until somebody chooses otherwise. */
const usual: Chosen = {
  search: '',
  status: null,
  cohort: null,
  sort: 'date',
  direction: 'descending',
  page: 1,
}

function oneOf<Value extends string>(values: readonly Value[], text: string | null): Value | null {
  return values.find((value) => value === text) ?? null
}

function cohortOf(text: string | null): number | null {
  return text && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null
}

function read(params: URLSearchParams): Chosen {
  const page = Number(params.get('page') ?? 1)
  return {
    search: (params.get('search') ?? '').slice(0, 100),
    status: oneOf(STATUSES, params.get('status')),
    cohort: cohortOf(params.get('cohort')),
    sort: oneOf(SORTS, params.get('sort')) ?? usual.sort,
    direction:
      oneOf(['ascending', 'descending'] as const, params.get('direction')) ?? usual.direction,
    page: Number.isInteger(page) && page >= 1 && page <= HIGHEST_PAGE ? page : 1,
  }
}

/** Only what differs from the usual: a plain list has a plain address. */
function write(chosen: Chosen): URLSearchParams {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(chosen)) {
    if (value !== usual[name as keyof Chosen] && value !== null) params.set(name, String(value))
  }
  return params
}

export function usePurchaseFilter() {
  const [params, setParams] = useSearchParams()
  const chosen = read(params)
  const { search } = chosen
  const [text, setText] = useState(search)
  const written = useRef(search)

  // Somebody went back or forward, or opened another address: the field follows.
  useEffect(() => {
    if (search === written.current) return
    written.current = search
    setText(search)
  }, [search])

  const writeSearch = useCallback(
    (words: string) => {
      written.current = words
      // Replaced, not added: the way back does not lead through every pause in typing.
      setParams((now) => write({ ...read(now), search: words, page: 1 }), {
        replace: true,
        preventScrollReset: true,
      })
    },
    [setParams],
  )

  useEffect(() => {
    const words = text.trim()
    if (words === written.current) return
    const timer = setTimeout(() => writeSearch(words), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text, writeSearch])

  const choose = (changes: Partial<Chosen>) =>
    setParams(write({ ...chosen, page: 1, ...changes }), { preventScrollReset: true })

  return {
    ...chosen,
    text,
    setText,
    isFiltered: Boolean(search || chosen.status || chosen.cohort),
    choose,
    clear: () => {
      setText('')
      written.current = ''
      setParams(write({ ...chosen, search: '', status: null, cohort: null, page: 1 }))
    },
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
