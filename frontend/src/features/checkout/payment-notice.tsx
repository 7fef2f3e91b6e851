/** What stands in place of the payment form: why something can't be bought, or that its price is new. */
import type { ReactNode } from 'react'
import { OfferOver } from './offer-over'
import type { Package } from './package'
import { PriceNews } from './price-news'
import { UnavailableNotice } from './unavailable-notice'
import type { HeldOffer } from './use-held-offer'
import type { Pricing } from './use-pricing'

interface Wanted extends Omit<Parameters<typeof UnavailableNotice>[0], 'chosen'> {
  /** Undefined until the catalogue is known. */
  chosen: Package | undefined
  canBuy: boolean
  held: HeldOffer | null
  pricing: Pricing
  /** What it costs now. */
  total: string
}

/** Nothing where the form can stand. */
export function paymentNotice(wanted: Wanted): ReactNode {
  const { chosen, canBuy, held, pricing, total, ...shown } = wanted
  if (chosen && !canBuy) {
    if (held?.offer) return <OfferOver state={held.offer.state} isJustLost={shown.isJustLost} />
    return <UnavailableNotice chosen={chosen} {...shown} />
  }
  if (!pricing.news) return null
  return (
    <PriceNews
      words={pricing.news}
      total={total}
      isAsking={pricing.quoted.isAsking}
      onContinue={pricing.accept}
    />
  )
}
