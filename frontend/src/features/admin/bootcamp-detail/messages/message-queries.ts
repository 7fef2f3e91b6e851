/** Who would get a message, and how far those already sent have come. */
import { useQueryClient } from '@tanstack/react-query'
import { $api } from '@/api/client'
import type { components } from '@/api/schema'

type Schemas = components['schemas']
export type Audience = Schemas['AudienceOut']
export type LeftOut = Schemas['LeftOutOut']
export type Batch = Schemas['BatchSummaryOut']
export type BatchRecipient = Schemas['BatchRecipientOut']

const LOOK_AGAIN_MS = 1_000
const LOOK_AT_SCHEDULED_MS = 30_000

export function useAudiences(bootcampId: number) {
  return $api.useQuery(
    'get',
    '/api/admin/bootcamps/{bootcamp_id}/recipients',
    { params: { path: { bootcamp_id: bootcampId } } },
    { staleTime: 0 },
  )
}

/** Looks again as long as something is on its way. */
function pace(states: readonly Batch['state'][]): number | false {
  if (states.includes('sending')) return LOOK_AGAIN_MS
  return states.includes('scheduled') ? LOOK_AT_SCHEDULED_MS : false
}

export function useBatches(bootcampId: number) {
  return $api.useQuery(
    'get',
    '/api/admin/bootcamps/{bootcamp_id}/messages',
    { params: { path: { bootcamp_id: bootcampId } } },
    {
      staleTime: 0,
      refetchInterval: ({ state: { data } }) => pace((data ?? []).map(({ state }) => state)),
    },
  )
}

export function useBatch(bootcampId: number, batchId: string) {
  return $api.useQuery(
    'get',
    '/api/admin/bootcamps/{bootcamp_id}/messages/{batch_id}',
    { params: { path: { bootcamp_id: bootcampId, batch_id: batchId } } },
    {
      staleTime: 0,
      refetchInterval: ({ state: { data } }) => pace(data ? [data.state] : []),
    },
  )
}

export function useRefreshMessages() {
  const queryClient = useQueryClient()
  return () =>
    Promise.all(
      [
        '/api/admin/bootcamps/{bootcamp_id}/messages',
        '/api/admin/bootcamps/{bootcamp_id}/messages/{batch_id}',
        '/api/admin/summary',
      ].map((path) => queryClient.invalidateQueries({ queryKey: ['get', path] })),
    )
}
