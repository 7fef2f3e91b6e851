/** Why a payment did not go through, for the notice above the Pay button. */
import { useCallback, useState } from 'react'
import type { Payable } from './package'
import type { Buyer } from './use-buyer'

export interface PayFailure {
  message: string
  /** What to do, or that nothing was charged. */
  advice: string
  /** The seat that was taken for this try may still be the buyer's. */
  keepsSeat?: boolean
  /** Where one can wait for a seat, when none was left. */
  waitAt?: string | undefined
  /** It was paid in another tab: nothing is left to pay here. */
  isPaid?: boolean
}

export interface Failing {
  failure: PayFailure | null
  /** Null takes it back. */
  tell: (failure: PayFailure | null) => void
}

/** It is about one order: with another package, address or name it is gone. */
export function usePayFailure(chosen: Payable | undefined, buyer: Buyer): Failing {
  const order = JSON.stringify([chosen?.key, buyer])
  const [failed, setFailed] = useState<{ order: string; failure: PayFailure } | null>(null)
  const tell = useCallback(
    (failure: PayFailure | null) => setFailed(failure && { order, failure }),
    [order],
  )
  return { failure: failed?.order === order ? failed.failure : null, tell }
}
