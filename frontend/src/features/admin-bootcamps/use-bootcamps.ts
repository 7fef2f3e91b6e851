/** A page of the bootcamps, and word to everything else that shows one when one has changed. */
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import { api } from '@/api/client'
import { pathOf } from '@/api/get-query'
import type { paths } from '@/api/schema'
import { useRights } from '@/session/rights'

const LIST = '/api/admin/bootcamps'
const PAGE = '/api/admin/bootcamps/page'
/** What shows bootcamps or counts them: at the desk, and in the public lists. */
const TOUCHED = [
  LIST,
  '/api/admin/bundles',
  '/api/admin/stats',
  '/api/admin/summary',
  '/api/bootcamps',
  '/api/bundles',
]

export type PageQuery = NonNullable<paths[typeof PAGE]['get']['parameters']['query']>

/** What is over goes to the archive before the list is read. The list comes whether it did or not. */
async function archiveExpired() {
  try {
    await api.POST('/api/admin/bootcamps/archive-expired')
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: nobody can act on it, so it is only written down.
    console.warn("Expired bootcamps couldn't be archived", error)
  }
}

export function useBootcampPage(query: PageQuery) {
  const may = useRights()
  const archiving = useRef<Promise<void>>(null)
  return useQuery({
    queryKey: ['get', PAGE, { params: { query } }],
    queryFn: async ({ signal }) => {
      // When the section opens, and not again for each page and each word that is searched for.
      if (may('catalogue')) archiving.current ??= archiveExpired()
      await archiving.current
      const { data } = await api.GET(PAGE, { params: { query }, signal })
      if (!data) throw new Error('The list came without an answer')
      return data
    },
    // Seats go while nobody looks: each visit reads the list again.
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
}

function isTouched(queryKey: readonly unknown[]): boolean {
  const path = pathOf(queryKey)
  return TOUCHED.some((touched) => path === touched || path.startsWith(`${touched}/`))
}

/** To be called after every change to a bootcamp. */
export function useRefreshCatalogue() {
  const queryClient = useQueryClient()
  return useCallback(
    () => queryClient.invalidateQueries({ predicate: ({ queryKey }) => isTouched(queryKey) }),
    [queryClient],
  )
}
