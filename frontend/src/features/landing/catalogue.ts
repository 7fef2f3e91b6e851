/** What is on offer right now. Seat counts move, so an answer is old after a quarter of a minute. */
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo } from 'react'
import { getQuery } from '@/api/get-query'
import type { components } from '@/api/schema'

export type Bootcamp = components['schemas']['BootcampOut']
export type Bundle = components['schemas']['BundleOut']

const REFRESH_MS = 15_000

export interface Catalogue {
  /** Undefined until the server has answered, and for as long as it cannot. */
  bootcamps: Bootcamp[] | undefined
  /** When it answered: what had started by then is not on offer. */
  asOf: number
}

export function useCatalogue({ keepFresh = false } = {}): Catalogue {
  const { data, dataUpdatedAt } = useQuery({
    ...getQuery('/api/bootcamps'),
    staleTime: REFRESH_MS,
    refetchInterval: keepFresh ? REFRESH_MS : false,
  })
  // Deferred: the answer changes half of the page, which must not freeze under a reader's finger.
  return useDeferredValue(
    useMemo(() => ({ bootcamps: data, asOf: dataUpdatedAt }), [data, dataUpdatedAt]),
  )
}

/** The bundle on offer: the first active one. */
export function useOfferedBundle(): Bundle | undefined {
  const { data } = useQuery({
    ...getQuery('/api/bundles'),
    staleTime: REFRESH_MS,
  })
  return useDeferredValue(data?.find(({ isActive }) => isActive))
}
