/**
 * What a buyer typed into the checkout, kept by this tab so that a reload does not lose it. It belongs
 * to whoever was signed in then, or to nobody: the next person at this tab does not see it.
 */
import { forgetLeaving } from './left-to-pay'
import { forgetTab, readTab, writeTab } from './tab-memory'

export const TYPED_BUYER = 'checkout_buyer'

export interface TypedBuyer {
  email: string
  fullName: string
}

type Owner = number | null

export function readTypedBuyer(owner: Owner): TypedBuyer | null {
  try {
    const kept: unknown = JSON.parse(readTab(TYPED_BUYER) ?? 'null')
    if (typeof kept !== 'object' || kept === null) return null
    const { email, fullName, owner: keptFor } = kept as Record<string, unknown>
    if (keptFor !== owner || typeof email !== 'string' || typeof fullName !== 'string') return null
    return { email, fullName }
  } catch {
    return null
  }
}

export function keepTypedBuyer(owner: Owner, { email, fullName }: TypedBuyer) {
  writeTab(TYPED_BUYER, JSON.stringify({ owner, email, fullName }))
}

export function forgetTypedBuyer() {
  forgetTab(TYPED_BUYER)
  forgetLeaving()
}
