/** How far a student has come in one bootcamp, as the server has it. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '@/api/client'
import type { components } from '@/api/schema'

export type BootcampProgressFacts = components['schemas']['ProgressOut']

const PROGRESS = 'progress of bootcamps'

export function useProgress(bootcampId: number) {
  return useQuery({
    queryKey: [PROGRESS, bootcampId],
    queryFn: async ({ signal }) => {
      const { data } = await api.GET('/api/user/bootcamps/{bootcamp_id}/progress', {
        params: { path: { bootcamp_id: bootcampId } },
        signal,
      })
      if (!data) throw new Error('The progress came without content')
      return data
    },
    staleTime: 0,
  })
}

/** To be called when a resource was opened or a session joined. */
export function useReloadProgress() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: [PROGRESS] })
}
