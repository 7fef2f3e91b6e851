/** The prices of one package over time: asked for, added to, withdrawn from. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '@/api/client'
import { pathOf } from '@/api/get-query'
import type { components } from '@/api/schema'

export type Timeline = components['schemas']['PriceTimelineOut']
export type PriceStep = Timeline['steps'][number]
type NewStep = components['schemas']['PriceStepIn']

/** A bootcamp by its number, or a bundle by its id. */
export type Priced = { bootcampId: number } | { bundleId: string }

const BOOTCAMP = '/api/admin/bootcamps/{bootcamp_id}/price-steps'
const BUNDLE = '/api/admin/bundles/{bundle_id}/price-steps'

function ways(priced: Priced) {
  if ('bootcampId' in priced) {
    const path = { bootcamp_id: priced.bootcampId }
    return {
      key: ['get', BOOTCAMP, { params: { path } }],
      read: () => api.GET(BOOTCAMP, { params: { path } }),
      add: (body: NewStep) => api.POST(BOOTCAMP, { params: { path }, body }),
      withdraw: (step: number) =>
        api.POST(`${BOOTCAMP}/{step_id}/withdraw`, {
          params: { path: { ...path, step_id: step } },
        }),
    }
  }
  const path = { bundle_id: priced.bundleId }
  return {
    key: ['get', BUNDLE, { params: { path } }],
    read: () => api.GET(BUNDLE, { params: { path } }),
    add: (body: NewStep) => api.POST(BUNDLE, { params: { path }, body }),
    withdraw: (step: number) =>
      api.POST(`${BUNDLE}/{step_id}/withdraw`, { params: { path: { ...path, step_id: step } } }),
  }
}

export function useTimeline(priced: Priced | null) {
  const way = priced && ways(priced)
  return useQuery({
    queryKey: way?.key ?? ['no prices'],
    enabled: way !== null,
    // Seats are sold while nobody looks, and with them the first ones run out.
    staleTime: 0,
    queryFn: async () => {
      const { data } = (await way?.read()) ?? {}
      if (!data) throw new Error('The prices came without an answer')
      return data
    },
  })
}

/** What shows the price of the moment: to visitors, and at the desk. */
const PRICED = [
  '/api/bootcamps',
  '/api/bundles',
  '/api/admin/bootcamps/page',
  '/api/admin/bootcamps/{bootcamp_id}',
]

export function usePriceChanges(priced: Priced) {
  const queryClient = useQueryClient()
  const { key, add, withdraw } = ways(priced)
  const keep = async ({ data }: { data?: Timeline | undefined }) => {
    if (data) queryClient.setQueryData(key, data)
    await queryClient.invalidateQueries({
      predicate: ({ queryKey }) => PRICED.includes(pathOf(queryKey)),
    })
  }
  return {
    add: async (body: NewStep) => keep(await add(body)),
    withdraw: async (step: number) => keep(await withdraw(step)),
    reload: () => queryClient.invalidateQueries({ queryKey: key }),
  }
}
