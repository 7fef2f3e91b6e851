/** How far a student has come in one bootcamp, as the server has it. */
import { useQueryClient } from '@tanstack/react-query'
import { $api } from '@/api/client'
import type { components } from '@/api/schema'

export type BootcampProgressFacts = components['schemas']['ProgressOut']

const PROGRESS = '/api/user/bootcamps/{bootcamp_id}/progress'

export function useProgress(bootcampId: number) {
  return $api.useQuery(
    'get',
    PROGRESS,
    { params: { path: { bootcamp_id: bootcampId } } },
    { staleTime: 0 },
  )
}

/** To be called when a resource was opened or a session joined. */
export function useReloadProgress() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: ['get', PROGRESS] })
}
