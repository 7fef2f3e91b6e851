/** Which bootcamps of the list are looked at: the tab and the page, kept in the address. */
import { useSearchParams } from 'react-router'
import type { AdminBootcamp } from './bootcamp-form'

export const views = ['active', 'archived', 'all'] as const
export type View = (typeof views)[number]

function readView(params: URLSearchParams): View {
  return views.find((view) => view === params.get('show')) ?? 'active'
}

function readPage(params: URLSearchParams, pageCount: number): number {
  const page = Number(params.get('page') ?? 1)
  // Archiving the last one of the last page must not leave an empty page behind.
  return Number.isInteger(page) && page >= 1 ? Math.min(page, Math.max(1, pageCount)) : 1
}

const isOver = ({ endDate }: AdminBootcamp) => Date.parse(endDate) <= Date.now()

export function useShownBootcamps(bootcamps: readonly AdminBootcamp[], pageSize: number) {
  const [params, setParams] = useSearchParams()
  const view = readView(params)
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
  const pageCount = Math.ceil(inView[view].length / pageSize)
  const page = readPage(params, pageCount)

  const show = (next: View, nextPage: number) => {
    const search = {
      ...(next === 'active' ? {} : { show: next }),
      ...(nextPage > 1 ? { page: String(nextPage) } : {}),
    }
    setParams(search, { replace: true, preventScrollReset: true })
  }
  return {
    view,
    showView: (next: string) => show(next as View, 1),
    counts: {
      active: inView.active.length,
      archived: inView.archived.length,
      all: inView.all.length,
    },
    shown: inView[view].slice((page - 1) * pageSize, page * pageSize),
    page,
    pageCount,
    showPage: (next: number) => show(view, next),
  }
}
