/** The seat that the address names: held from the waiting list, and paid for like any other. */
import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { type SeatOffer, useSeatOffer } from '@/session/seat-offer'
import type { Package } from './package'
import type { Offer } from './use-offer'
import type { SeatHold } from './use-seat-hold'

export interface HeldOffer {
  token: string
  /** Undefined until the server has answered. */
  offer: SeatOffer | undefined
  error: unknown
  isFetching: boolean
  retry: () => void
  /** On this computer's clock. */
  endsAt: number | null
  /** Undefined until the catalogue is known, too. */
  chosen: Package | undefined
  /** The catalogue no longer has it. */
  isGone: boolean
  isOpen: boolean
  hold: SeatHold
}

/** Null for whoever came to choose. */
export function useHeldOffer(catalogue: Offer | undefined): HeldOffer | null {
  const [params] = useSearchParams()
  const token = params.get('offer') || null
  const { data: offer, error, isFetching, refetch, endsAt } = useSeatOffer(token)
  const isOpen = offer?.state === 'open'
  const chosen = useMemo(
    () => offer && catalogue && packageOf(offer, catalogue),
    [offer, catalogue],
  )
  const key = chosen?.key
  const hold: SeatHold = useMemo(
    () => ({
      of: (packageKey) =>
        packageKey === key && endsAt !== null ? { endsAt, isOver: !isOpen } : null,
      // The Pay click neither begins nor prolongs it.
      set: () => undefined,
    }),
    [key, endsAt, isOpen],
  )
  const retry = useCallback(() => void refetch(), [refetch])
  if (token === null) return null
  const isGone = offer !== undefined && catalogue !== undefined && !chosen
  return { token, offer, error, isFetching, retry, endsAt, chosen, isGone, isOpen, hold }
}

/** Full for everybody else, and for less or more than the list says if the offer does. */
function packageOf(offer: SeatOffer, { bootcamps, bundles }: Offer): Package | undefined {
  const found =
    offer.bundleId === null
      ? bootcamps.find(({ bootcamp }) => bootcamp.id === offer.bootcampId)
      : bundles.find(({ bundle }) => bundle.id === offer.bundleId)
  const standing = offer.state === 'open' ? 'open' : 'soldOut'
  return found && { ...found, price: offer.price, standing }
}
