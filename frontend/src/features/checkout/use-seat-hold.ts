/** The courtesy hold of this buyer's seat, which begins at the Pay click and ends by itself. */
import { useCallback, useEffect, useState } from 'react'
import { packageKeyOf } from './package'
import type { CheckoutFacts } from './use-checkout-facts'

export interface Hold {
  /** On this computer's clock. */
  endsAt: number
  isOver: boolean
}

export interface SeatHold {
  /** Null when no seat of this package was held; nothing is claimed then. */
  of: (packageKey: string) => Hold | null
  set: (packageKey: string, answer: HoldAnswer) => void
}

export interface HoldAnswer {
  heldUntil: string | null
  /** The server's clock when it answered: this computer's may be minutes off. */
  serverTime: number | null
  /** For whoever pays on another page. */
  isLonger: boolean
}

type Known = Pick<CheckoutFacts, 'hold' | 'holdSeconds' | 'answeredAt'>

/** What is left is counted from one clock to the same clock; both may be wrong, if equally. */
function holdUntil(heldUntil: string, here: number, there: number | null): Hold {
  const left = Date.parse(heldUntil) - (there ?? here)
  return { endsAt: here + left, isOver: left <= 0 }
}

export function useSeatHold({ hold: known, holdSeconds, answeredAt }: Known): SeatHold {
  const [hold, setHold] = useState<(Hold & { packageKey: string }) | null>(null)

  // A reload forgets the click, the server does not.
  useEffect(() => {
    if (!known || !answeredAt) return
    const found = holdUntil(known.heldUntil, answeredAt.here, answeredAt.there)
    setHold((clicked) => clicked ?? { packageKey: packageKeyOf(known, known.seatsIn), ...found })
  }, [known, answeredAt])

  useEffect(() => {
    if (!hold || hold.isOver) return
    const end = () => setHold({ ...hold, isOver: true })
    const timer = setTimeout(end, hold.endsAt - Date.now())
    return () => clearTimeout(timer)
  }, [hold])

  const set = useCallback(
    (packageKey: string, { heldUntil, serverTime, isLonger }: HoldAnswer) => {
      if (!heldUntil) {
        setHold(null)
        return
      }
      const now = Date.now()
      const { endsAt, isOver } = holdUntil(heldUntil, now, serverTime)
      // The server tells whole seconds, so that a hold of ten minutes may seem to be one longer.
      const seconds = isLonger ? undefined : holdSeconds
      const longest = now + (seconds ?? Number.POSITIVE_INFINITY) * 1000
      setHold({ packageKey, endsAt: Math.min(endsAt, longest), isOver })
    },
    [holdSeconds],
  )

  return { of: (packageKey) => (hold?.packageKey === packageKey ? hold : null), set }
}
