/** Which bootcamps of the list are looked at: the tab, the search and the page, kept in the address. */
import { IN_PLACE, oneOf, readPage, useListParams } from '@/features/admin-kit/use-list-params'
import { cohortName } from '@/lib/cohorts'
import type { AdminBootcamp } from './bootcamp-form'

export const views = ['active', 'archived', 'all'] as const
export type View = (typeof views)[number]

const HIGHEST_PAGE = 100_000

function read(params: URLSearchParams) {
  return {
    show: oneOf(views, params.get('show')) ?? ('active' as View),
    search: params.get('search') ?? '',
    page: readPage(params, HIGHEST_PAGE),
  }
}

/** Every word somewhere in the name, its type or its day, in any order. */
function matches({ name, bootcampType, startDate, timezone }: AdminBootcamp, words: string[]) {
  const text = `${cohortName(name, { startDate, timezone })} ${bootcampType}`.toLowerCase()
  return words.every((word) => text.includes(word))
}

const isOver = ({ endDate }: AdminBootcamp) => Date.parse(endDate) <= Date.now()

export function useShownBootcamps(bootcamps: readonly AdminBootcamp[], pageSize: number) {
  const { chosen, text, setText, choose, clear } = useListParams(read)
  const inView = {
    // What is ahead: the soonest first, and after it what is over. The server has the latest first.
    active: bootcamps
      .filter(({ status }) => status === 'active')
      .sort(
        (one, other) =>
          Number(isOver(one)) - Number(isOver(other)) ||
          Date.parse(one.startDate) - Date.parse(other.startDate),
      ),
    archived: bootcamps.filter(({ status }) => status === 'archived'),
    all: bootcamps,
  }
  const words = chosen.search.toLowerCase().split(/\s+/).filter(Boolean)
  const found = inView[chosen.show].filter((bootcamp) => matches(bootcamp, words))
  // Archiving the last one of the last page must not leave an empty page behind.
  const page = Math.min(chosen.page, Math.max(1, Math.ceil(found.length / pageSize)))

  return {
    view: chosen.show,
    showView: (show: string) => choose({ show: oneOf(views, show) ?? 'active' }, IN_PLACE),
    search: chosen.search,
    text,
    setText,
    clear: () => clear(),
    counts: {
      active: inView.active.length,
      archived: inView.archived.length,
      all: inView.all.length,
    },
    rows: found.slice((page - 1) * pageSize, page * pageSize),
    total: found.length,
    page,
    showPage: (next: number) => choose({ page: next }, IN_PLACE),
  }
}
