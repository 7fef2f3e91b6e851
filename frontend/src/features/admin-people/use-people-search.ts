/** What is searched for, the filters and the page, kept in the address: shared and gone back to. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { PeopleQuery, Role, Status } from './people'

const DEBOUNCE_MS = 300
/** The server takes no more. */
const HIGHEST_PAGE = 100_000
const LONGEST_SEARCH = 100

const isRole = (text: string | null): text is Role => text === 'ADMIN' || text === 'STUDENT'
const isStatus = (text: string | null): text is Status => text === 'active' || text === 'inactive'

function readQuery(params: URLSearchParams): PeopleQuery {
  const page = Number(params.get('page') ?? 1)
  const role = params.get('role')
  const status = params.get('status')
  return {
    search: (params.get('search') ?? '').slice(0, LONGEST_SEARCH),
    role: isRole(role) ? role : null,
    status: isStatus(status) ? status : null,
    page: Number.isInteger(page) && page >= 1 && page <= HIGHEST_PAGE ? page : 1,
  }
}

/** Only what differs from the plain list, so that the plain list has a plain address. */
function written({ search, role, status, page }: PeopleQuery): Record<string, string> {
  return {
    ...(search ? { search } : {}),
    ...(role ? { role } : {}),
    ...(status ? { status } : {}),
    ...(page > 1 ? { page: String(page) } : {}),
  }
}

export function usePeopleSearch() {
  const [params, setParams] = useSearchParams()
  const query = readQuery(params)
  const { search } = query
  const [text, setText] = useState(search)
  const known = useRef(search)

  // Somebody went back or forward, or opened another address: the field follows.
  useEffect(() => {
    if (search === known.current) return
    known.current = search
    setText(search)
  }, [search])

  // Replaced, not added: the way back does not lead through every pause in typing.
  const narrow = useCallback(
    (change: Partial<PeopleQuery>) =>
      setParams((now) => written({ ...readQuery(now), page: 1, ...change }), {
        replace: true,
        preventScrollReset: true,
      }),
    [setParams],
  )

  useEffect(() => {
    const words = text.trim().slice(0, LONGEST_SEARCH)
    if (words === known.current) return
    const timer = setTimeout(() => {
      known.current = words
      narrow({ search: words })
    }, DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text, narrow])

  return {
    query,
    text,
    setText,
    narrow,
    isNarrowed: Boolean(search || query.role || query.status),
    clear: () => {
      setText('')
      known.current = ''
      narrow({ search: '', role: null, status: null })
    },
    goToPage: (page: number) => setParams(written({ ...query, page })),
  }
}

export type PeopleSearch = ReturnType<typeof usePeopleSearch>
