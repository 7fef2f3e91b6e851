/** The sessions as the coach sees them, and how a change of one reaches the lists. */
import { keepPreviousData, useQueryClient } from '@tanstack/react-query'
import { $api } from '@/api/client'
import type { components } from '@/api/schema'

export type DeskSession = components['schemas']['AdminCoachingSessionOut']
export type Shown = components['schemas']['SessionsShown']

const PATH = '/api/admin/coaching/sessions'

export interface SessionsQuery {
  shown: Shown
  coach: number | null
  search: string
  page: number
}

export function useDeskSessions({ shown, coach, search, page }: SessionsQuery) {
  return $api.useQuery(
    'get',
    PATH,
    { params: { query: { shown, search, page, ...(coach ? { coachId: coach } : {}) } } },
    { staleTime: 0, placeholderData: keepPreviousData },
  )
}

/** A change may move a session to another list and frees or fills the coach's calendar. */
export function useReloadSessions() {
  const queryClient = useQueryClient()
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: ['get', PATH] }),
      queryClient.invalidateQueries({ queryKey: ['get', '/api/admin/coaching/coaches'] }),
    ])
}
