/** What the checkout offers, asked for again every quarter of a minute: seats go while one types. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { getQuery } from '@/api/get-query'
import { pricedAt } from '@/lib/prices'
import {
  type BootcampPackage,
  type BundlePackage,
  bootcampPackage,
  bundlePackage,
  type Possessions,
} from './package'

const REFRESH_MS = 15_000
const BOOTCAMPS = getQuery('/api/bootcamps')
const BUNDLES = getQuery('/api/bundles')

export interface Offer {
  bundles: BundlePackage[]
  bootcamps: BootcampPackage[]
}

export interface OfferState {
  /** Undefined until the server has answered. */
  offer: Offer | undefined
  hasFailed: boolean
  isFetching: boolean
  /** Asks again at once. */
  refresh: () => void
}

interface Wanted extends Possessions {
  hold: { seatsIn: readonly number[] } | null
}

const nothing: readonly number[] = []

/** A price that ended by `endedAt`, on the server's clock, is shown as the one that follows it. */
export function useOffer(
  { owned, ownedBundles, upgrades, hold }: Wanted,
  wanted: readonly number[],
  endedAt: number,
): OfferState {
  const queryClient = useQueryClient()
  const fresh = { staleTime: REFRESH_MS, refetchInterval: REFRESH_MS }
  const bootcamps = useQuery({ ...BOOTCAMPS, ...fresh })
  const bundles = useQuery({ ...BUNDLES, ...fresh })

  const refresh = useCallback(() => {
    for (const { queryKey } of [BOOTCAMPS, BUNDLES]) {
      // What went wrong is in the query itself.
      queryClient.refetchQueries({ queryKey }).catch(() => undefined)
    }
  }, [queryClient])

  const heldIn = hold?.seatsIn ?? nothing
  const offer = useMemo(() => {
    if (!bootcamps.data || !bundles.data) return undefined
    const circumstances = { now: bootcamps.dataUpdatedAt, owned, ownedBundles, upgrades }
    const priced = bootcamps.data.map((bootcamp) => pricedAt(bootcamp, endedAt))
    const dates = { wanted, heldIn, bootcamps: priced }
    return {
      bundles: bundles.data
        .filter(({ isActive }) => isActive)
        .map((bundle) => bundlePackage(pricedAt(bundle, endedAt), { ...circumstances, ...dates })),
      bootcamps: priced
        .map((bootcamp) => bootcampPackage(bootcamp, circumstances))
        .sort(byStepAndDate),
    }
  }, [
    bootcamps.data,
    bootcamps.dataUpdatedAt,
    bundles.data,
    owned,
    ownedBundles,
    upgrades,
    wanted,
    heldIn,
    endedAt,
  ])

  return {
    offer,
    hasFailed: !offer && (bootcamps.isError || bundles.isError),
    isFetching: bootcamps.isFetching || bundles.isFetching,
    refresh,
  }
}

function byStepAndDate({ bootcamp: a }: BootcampPackage, { bootcamp: b }: BootcampPackage) {
  return a.step - b.step || Date.parse(a.startDate) - Date.parse(b.startDate)
}
