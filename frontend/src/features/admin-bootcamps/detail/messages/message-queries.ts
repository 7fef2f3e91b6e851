/** Who would get a message, and how far those already sent have come. */
import { useQueryClient } from '@tanstack/react-query'
import { $api, api } from '@/api/client'
import { showError } from '@/api/form-failure'
import type { components } from '@/api/schema'
import { toast } from '@/lib/toast'

type Schemas = components['schemas']
export type Audience = Schemas['AudienceOut']
export type LeftOut = Schemas['LeftOutOut']
export type Batch = Schemas['BatchSummaryOut']
export type BatchRecipient = Schemas['BatchRecipientOut']

const LOOK_AGAIN_MS = 1_000
const LOOK_AT_SCHEDULED_MS = 30_000
const ABOUT_TO_GO_MS = 60_000

export function useAudiences(bootcampId: number) {
  return $api.useQuery(
    'get',
    '/api/admin/bootcamps/{bootcamp_id}/recipients',
    { params: { path: { bootcamp_id: bootcampId } } },
    { staleTime: 0 },
  )
}

type Standing = Pick<Batch, 'state' | 'sendAt'>

/** Sent, and held back for the moment in which that can be undone. */
export function isAboutToGo({ state, sendAt }: Standing): boolean {
  return (
    state === 'scheduled' && sendAt !== null && Date.parse(sendAt) - Date.now() < ABOUT_TO_GO_MS
  )
}

/** Looks again as long as something is on its way. */
function pace(batches: readonly Standing[]): number | false {
  if (batches.some((batch) => batch.state === 'sending' || isAboutToGo(batch))) return LOOK_AGAIN_MS
  return batches.some(({ state }) => state === 'scheduled') ? LOOK_AT_SCHEDULED_MS : false
}

export function useBatches(bootcampId: number) {
  return $api.useQuery(
    'get',
    '/api/admin/bootcamps/{bootcamp_id}/messages',
    { params: { path: { bootcamp_id: bootcampId } } },
    {
      staleTime: 0,
      refetchInterval: ({ state: { data } }) => pace(data ?? []),
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
      refetchInterval: ({ state: { data } }) => pace(data ? [data] : []),
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

/** Calls a message off that is not on its way yet; whether that worked. */
export function useCancelBatch(bootcampId: number) {
  const refresh = useRefreshMessages()
  return async (batchId: string): Promise<boolean> => {
    try {
      const { data } = await api.DELETE('/api/admin/bootcamps/{bootcamp_id}/messages/{batch_id}', {
        params: { path: { bootcamp_id: bootcampId, batch_id: batchId } },
      })
      toast({ title: 'Message canceled', description: data?.subject || "It won't be sent." })
      return true
    } catch (error) {
      showError(error, 'Please try again', 'Failed to cancel message')
      return false
    } finally {
      await refresh()
    }
  }
}
