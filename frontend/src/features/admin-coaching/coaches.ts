/** The coaches, and how a change of one reaches the list. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { $api } from '@/api/client'
import type { Coach } from '@/features/coach-kit/calendar'

const listQuery = $api.queryOptions('get', '/api/admin/coaching/coaches')

export function useCoaches() {
  return useQuery({ ...listQuery, staleTime: 0 })
}

export function useCoachChange() {
  const queryClient = useQueryClient()
  return async (changed: Coach) => {
    await queryClient.cancelQueries({ queryKey: listQuery.queryKey })
    queryClient.setQueryData<Coach[]>(listQuery.queryKey, (coaches) =>
      coaches?.some(({ id }) => id === changed.id)
        ? coaches.map((coach) => (coach.id === changed.id ? changed : coach))
        : [...(coaches ?? []), changed],
    )
    // A new link changes the sessions too.
    void queryClient.invalidateQueries({ queryKey: ['get', '/api/admin/coaching/sessions'] })
  }
}
