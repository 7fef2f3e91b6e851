/** What the coach's own desk is told, and how a change of it reaches the page. */
import { keepPreviousData, useQueryClient } from '@tanstack/react-query'
import { $api } from '@/api/client'
import type { components } from '@/api/schema'

export type OwnSession = components['schemas']['OwnSessionOut']
export type OwnShown = 'upcoming' | 'past'

/** Doors open while the page stands there. */
const REFRESH_MS = 30_000

export function useOwnDesk() {
  return $api.useQuery('get', '/api/coach/desk', {}, { staleTime: 0 })
}

export function useOwnSessions(shown: OwnShown, page: number) {
  return $api.useQuery(
    'get',
    '/api/coach/sessions',
    { params: { query: { shown, page } } },
    { staleTime: 0, refetchInterval: REFRESH_MS, placeholderData: keepPreviousData },
  )
}

export function useReloadOwn() {
  const queryClient = useQueryClient()
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: ['get', '/api/coach/desk'] }),
      queryClient.invalidateQueries({ queryKey: ['get', '/api/coach/sessions'] }),
    ])
}
