/** Whom is searched for, accounts or guests, by which role and status, and which page is open. */
import { IN_PLACE, oneOf, readPage, useListParams } from '@/features/admin-kit/use-list-params'
import { ROLES } from '@/lib/roles'
import type { PeopleQuery } from './people'

/** The server takes no more. */
const HIGHEST_PAGE = 100_000
const LONGEST_SEARCH = 100

function read(params: URLSearchParams): PeopleQuery {
  return {
    search: (params.get('search') ?? '').slice(0, LONGEST_SEARCH),
    role: oneOf(ROLES, params.get('role')),
    status: oneOf(['active', 'inactive'], params.get('status')),
    kind: oneOf(['guests'], params.get('kind')),
    page: readPage(params, HIGHEST_PAGE),
  }
}

export function usePeopleSearch() {
  const { chosen, text, setText, choose, clear } = useListParams(read)
  return {
    query: chosen,
    text,
    setText,
    narrow: (change: Partial<PeopleQuery>) => choose(change, IN_PLACE),
    isNarrowed: Boolean(chosen.search || chosen.role || chosen.status || chosen.kind),
    clear: () => clear({ role: null, status: null, kind: null }),
    goToPage: (page: number) => choose({ page }),
  }
}

export type PeopleSearch = ReturnType<typeof usePeopleSearch>
