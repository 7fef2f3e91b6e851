/** The coaches, and how a change of one reaches the list. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { $api } from '@/api/client'
import type { components } from '@/api/schema'

export type Coach = components['schemas']['AdminCoachOut']
export type Opening = Coach['weeklyHours'][number]
export type CoachException = Coach['exceptions'][number]

export const dayNames = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const

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

/** "9:00 AM" for "09:00" */
export function clockTime(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const half = hour < 12 ? 'AM' : 'PM'
  return `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${half}`
}
