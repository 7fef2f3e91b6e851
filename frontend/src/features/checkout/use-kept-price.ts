/** The price of a payment that was begun: it stays for a while, through a reload too. */
import { useState } from 'react'
import { codeAlone } from '@/lib/discount-code'
import { toCents } from '@/lib/money'
import { endOnThisClock, type OrderPrice } from './order-price'
import { packageKeyOf } from './package'
import type { CheckoutFacts } from './use-checkout-facts'

export interface KeptPrice {
  orderKey: string
  code: string
  shownAmount: string
  /** Before the payment itself is there again. */
  price?: OrderPrice
}

/** Tells orders apart by what decides the price. */
export const orderKeyOf = (packageKey: string, code: string) => `${packageKey} ${codeAlone(code)}`

type Known = Pick<CheckoutFacts, 'begun' | 'answeredAt'>

/** What the server remembers of this browser's payment. */
function rememberedBy({ begun, answeredAt }: Known): KeptPrice | null {
  if (!begun || !answeredAt) return null
  const { code, totalAmount, lines, priceUntil } = begun
  return {
    orderKey: orderKeyOf(packageKeyOf(begun, begun.seatsIn), code),
    code,
    shownAmount: totalAmount,
    price: { totalAmount, lines, priceUntil, endsAt: endOnThisClock(priceUntil, answeredAt) },
  }
}

/** `now` is what the order would cost if it were begun anew. */
export function useKeptPrice(known: Known, orderKey: string, now: OrderPrice | undefined) {
  const [begun, setBegun] = useState<KeptPrice | null>(null)
  const [forgotten, setForgotten] = useState<string>()
  const remembered = known.begun?.priceUntil === forgotten ? null : rememberedBy(known)
  // Whoever would pay less by now is not held to it.
  const isWorthIt =
    remembered && (!now || toCents(remembered.shownAmount) <= toCents(now.totalAmount))
  const found = begun?.orderKey === orderKey ? begun : isWorthIt ? remembered : null
  return {
    kept: found?.orderKey === orderKey ? found : null,
    keep: setBegun,
    forget: () => {
      setBegun(null)
      setForgotten(known.begun?.priceUntil)
    },
  }
}
