/** Whom is searched for, by which role and status, and which page is open. */
import { IN_PLACE, oneOf, readPage, useListParams } from '@/features/admin-kit/use-list-params'
import type { PeopleQuery } from './people'

/** The server takes no more. */
const HIGHEST_PAGE = 100_000
const LONGEST_SEARCH = 100

function read(params: URLSearchParams): PeopleQuery {
  return {
    search: (params.get('search') ?? '').slice(0, LONGEST_SEARCH),
    role: oneOf(['ADMIN', 'STUDENT'], params.get('role')),
    status: oneOf(['active', 'inactive'], params.get('status')),
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
    isNarrowed: Boolean(chosen.search || chosen.role || chosen.status),
    clear: () => clear({ role: null, status: null }),
    goToPage: (page: number) => choose({ page }),
  }
}

export type PeopleSearch = ReturnType<typeof usePeopleSearch>
