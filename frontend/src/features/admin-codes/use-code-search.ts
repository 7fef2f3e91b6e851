/** Which codes are looked for, in which order, and which page is open: kept in the address. */
import type { SortDirection } from '@/components/ui/table'
import { IN_PLACE, oneOf, readPage, useListParams } from '@/features/admin-kit/use-list-params'
import type { CodeSort } from './code-rows'
import type { CodeQuery } from './codes'

/** The server takes no more. */
const HIGHEST_PAGE = 100_000
const LONGEST_SEARCH = 100
const LONGEST_LOT = 64
const STATES = ['active', 'upcoming', 'paused', 'used_up', 'ended'] as const
const AUDIENCES = ['everybody', 'personal', 'generated'] as const
const SORTS = ['date', 'code', 'uses', 'ends'] as const satisfies CodeSort[]

function read(params: URLSearchParams) {
  return {
    search: (params.get('search') ?? '').slice(0, LONGEST_SEARCH),
    state: oneOf(STATES, params.get('state')),
    audience: oneOf(AUDIENCES, params.get('audience')),
    lot: (params.get('lot') ?? '').slice(0, LONGEST_LOT),
    sort: oneOf(SORTS, params.get('sort')) ?? 'date',
    direction:
      oneOf<SortDirection>(['ascending', 'descending'], params.get('direction')) ?? 'descending',
    page: readPage(params, HIGHEST_PAGE),
  }
}

type Chosen = ReturnType<typeof read>

const NOT_NARROWED = { state: null, audience: null, lot: '' }

function asked({ search, state, audience, lot, sort, direction, page }: Chosen): CodeQuery {
  return {
    search,
    lot,
    sort,
    page,
    descending: direction === 'descending',
    ...(state && { state }),
    ...(audience && { audience }),
  }
}

export function useCodeSearch() {
  const { chosen, text, setText, choose, clear } = useListParams(read)
  return {
    chosen,
    query: asked(chosen),
    text,
    setText,
    narrow: (change: Partial<Chosen>) => choose(change, IN_PLACE),
    asState: (value: string) => oneOf(STATES, value),
    asAudience: (value: string) => oneOf(AUDIENCES, value),
    sortBy: (sort: CodeSort, direction: SortDirection) => choose({ sort, direction }, IN_PLACE),
    isNarrowed: Boolean(chosen.search || chosen.state || chosen.audience || chosen.lot),
    clear: () => clear(NOT_NARROWED),
    goToPage: (page: number) => choose({ page }),
  }
}

export type CodeSearch = ReturnType<typeof useCodeSearch>
