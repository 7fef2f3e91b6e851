/** Every bootcamp there is, and word to everything else that shows one when one has changed. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { api } from '@/api/client'
import { getJson } from '@/api/get-json'
import { pathOf } from '@/api/get-query'

const LIST = '/api/admin/bootcamps'
/** What shows bootcamps or counts them: at the desk, and in the public lists. */
const TOUCHED = [
  LIST,
  '/api/admin/bundles',
  '/api/admin/stats',
  '/api/admin/summary',
  '/api/bootcamps',
  '/api/bundles',
]

/** What is over goes to the archive before the list is read. The list comes whether it did or not. */
async function archiveExpired() {
  try {
    await api.POST('/api/admin/bootcamps/archive-expired')
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: nobody can act on it, so it is only written down.
    console.warn("Expired bootcamps couldn't be archived", error)
  }
}

export function useBootcamps() {
  return useQuery({
    queryKey: ['get', LIST],
    queryFn: async ({ signal }) => {
      await archiveExpired()
      return getJson(LIST, signal)
    },
    // Seats go while nobody looks: each visit reads the list again.
    staleTime: 0,
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
