/**
 * What is chosen, kept in the address: it survives a reload, and a link can choose in advance.
 * There is one choice only, so choosing a bundle clears the bootcamp and the other way round.
 */
import { useSearchParams } from 'react-router'
import type { Package } from './package'
import { DATES } from './use-chosen-dates'
import type { Offer } from './use-offer'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export interface Selection {
  chosen: Package | undefined
  /** The address asks for something. */
  isGiven: boolean
  /** The address asks for something that is not on offer. */
  isGone: boolean
  choose: (chosen: Package) => void
  clear: () => void
}

function bundleFor(offer: Offer, wanted: string): Package | undefined {
  if (!UUID.test(wanted)) return offer.bundles[0]
  return offer.bundles.find(({ bundle }) => bundle.id === wanted.toLowerCase())
}

export function useSelection(offer: Offer | undefined): Selection {
  const [searchParams, setSearchParams] = useSearchParams()
  const bundle = searchParams.get('bundle')
  const bootcamp = searchParams.get('bootcamp')

  const find = (): Package | undefined => {
    if (!offer) return undefined
    if (bundle !== null) return bundleFor(offer, bundle)
    return offer.bootcamps.find(({ items }) => String(items.bootcampIds[0]) === bootcamp)
  }
  const chosen = find()

  // A bundle that is not named has a card of its own when there is none.
  const named = bundle !== null ? UUID.test(bundle) : bootcamp !== null

  const show = (params: Record<string, string>) =>
    setSearchParams(
      (before) => {
        const next = new URLSearchParams(before)
        next.delete('bundle')
        next.delete('bootcamp')
        next.delete(DATES)
        for (const [name, value] of Object.entries(params)) next.set(name, value)
        return next
      },
      { replace: true, preventScrollReset: true },
    )

  return {
    chosen,
    isGiven: bundle !== null || bootcamp !== null,
    isGone: offer !== undefined && named && !chosen,
    choose: (next) =>
      show(
        next.kind === 'bundle'
          ? { bundle: next.bundle.id }
          : { bootcamp: String(next.bootcamp.id) },
      ),
    clear: () => show({}),
  }
}
