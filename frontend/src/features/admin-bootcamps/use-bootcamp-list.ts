/** Which bootcamps are looked at: tab, search, filters, order and page, kept in the address. */
import { useEffect } from 'react'
import type { SortDirection } from '@/components/ui/table'
import { IN_PLACE, oneOf, readPage, useListParams } from '@/features/admin-kit/use-list-params'
import { type PageQuery, useBootcampPage } from './use-bootcamps'

export const views = ['active', 'archived', 'all'] as const
export const types = ['Build', 'Launch', 'Market'] as const
export const states = ['ahead', 'over', 'draft', 'canceled'] as const
const sorts = ['date', 'name', 'price'] as const
const directions = ['ascending', 'descending'] as const

export type View = (typeof views)[number]
export type Sort = (typeof sorts)[number]

/** The server takes no more. */
const HIGHEST_PAGE = 100_000

function read(params: URLSearchParams) {
  return {
    show: oneOf(views, params.get('show')) ?? ('active' as View),
    search: (params.get('search') ?? '').slice(0, 100),
    type: oneOf(types, params.get('type')),
    state: oneOf(states, params.get('state')),
    /** None is the order of the desk: what is next first, and then the latest. */
    sort: oneOf(sorts, params.get('sort')),
    direction: oneOf(directions, params.get('direction')) ?? ('ascending' as SortDirection),
    page: readPage(params, HIGHEST_PAGE),
  }
}

export type Chosen = ReturnType<typeof read>

function narrowed({ show, search, type, state }: Chosen) {
  return {
    search,
    ...(show === 'all' ? {} : { status: show }),
    ...(type ? { type } : {}),
    ...(state ? { state } : {}),
  }
}

function asQuery({ sort, direction, page, ...chosen }: Chosen): PageQuery {
  return {
    ...narrowed({ sort, direction, page, ...chosen }),
    ...(sort ? { sort, descending: direction === 'descending' } : {}),
    page,
  }
}

export function useBootcampList(pageSize: number) {
  const { chosen, text, setText, choose, clear } = useListParams(read)
  const query = useBootcampPage({ ...asQuery(chosen), size: pageSize })
  const { data, isPlaceholderData } = query

  // Archiving the last one of the last page must not leave an empty page behind.
  const last = data && !isPlaceholderData ? Math.max(1, Math.ceil(data.total / pageSize)) : null
  useEffect(() => {
    if (last !== null && chosen.page > last) choose({ page: last }, IN_PLACE)
  }, [last, chosen.page, choose])

  return {
    ...chosen,
    /** What is listed, whatever its order and page. */
    narrowed: narrowed(chosen),
    query,
    counts: data?.counts,
    text,
    setText,
    isFiltered: Boolean(chosen.search || chosen.type || chosen.state),
    choose: (changes: Partial<Chosen>) => choose(changes, IN_PLACE),
    clear: () => clear({ type: null, state: null }),
  }
}

export type BootcampList = ReturnType<typeof useBootcampList>
