/** The material of one bootcamp, in order, and how a change reaches the list. */
import { useQueryClient } from '@tanstack/react-query'
import { $api } from '@/api/client'
import type { AdminResource } from './resource-kinds'

const PATH = '/api/admin/bootcamps/{bootcamp_id}/resources'
const byId = (bootcampId: number) => ({ params: { path: { bootcamp_id: bootcampId } } })

export function useResources(bootcampId: number) {
  return $api.useQuery('get', PATH, byId(bootcampId), { staleTime: 0 })
}

export function useResourceChanges(bootcampId: number) {
  const queryClient = useQueryClient()
  const { queryKey } = $api.queryOptions('get', PATH, byId(bootcampId))
  return {
    change: async (next: (resources: AdminResource[]) => AdminResource[]) => {
      // An answer that is still on its way knows nothing of this change.
      await queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData<AdminResource[]>(
        queryKey,
        (resources) => resources && next(resources),
      )
    },
    reload: () => queryClient.invalidateQueries({ queryKey }),
  }
}
