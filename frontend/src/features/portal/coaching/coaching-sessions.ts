/** The student's coaching sessions, and how a booking reaches the list. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { $api } from '@/api/client'
import type { components } from '@/api/schema'

export type CoachingSession = components['schemas']['CoachingSessionOut']

const listQuery = $api.queryOptions('get', '/api/user/coaching-sessions')

export function useCoachingSessions() {
  // Asked for at every visit: whether a session may still be moved depends on the clock.
  return useQuery({ ...listQuery, staleTime: 0 })
}

/** Asks for the list anew, for what only the server can tell by then. */
export function useFreshCoachingSessions() {
  const queryClient = useQueryClient()
  return useCallback(() => {
    void queryClient.invalidateQueries({ queryKey: listQuery.queryKey })
  }, [queryClient])
}

export function useCoachingChange() {
  const queryClient = useQueryClient()
  return async (changed: CoachingSession) => {
    // An answer that is still on its way knows nothing of this change.
    await queryClient.cancelQueries({ queryKey: listQuery.queryKey })
    queryClient.setQueryData<CoachingSession[]>(listQuery.queryKey, (sessions) =>
      sessions?.map((session) => (session.id === changed.id ? changed : session)),
    )
    void queryClient.invalidateQueries({ queryKey: listQuery.queryKey })
  }
}
