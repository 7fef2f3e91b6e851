/** The courtesy hold of this buyer's seat, which begins at the Pay click and ends by itself. */
import { useCallback, useEffect, useState } from 'react'
import type { components } from '@/api/schema'
import { packageKeyOf } from './package'

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
}

type KnownHold = components['schemas']['SeatHoldOut'] | null

export function useSeatHold(known: KnownHold): SeatHold {
  const [hold, setHold] = useState<(Hold & { packageKey: string }) | null>(null)

  // A reload forgets the click, the server does not.
  useEffect(() => {
    if (!known) return
    const packageKey = packageKeyOf(known)
    const endsAt = Date.parse(known.heldUntil)
    setHold((clicked) => clicked ?? { packageKey, endsAt, isOver: endsAt <= Date.now() })
  }, [known])

  useEffect(() => {
    if (!hold || hold.isOver) return
    const end = () => setHold({ ...hold, isOver: true })
    const timer = setTimeout(end, hold.endsAt - Date.now())
    return () => clearTimeout(timer)
  }, [hold])

  const set = useCallback((packageKey: string, { heldUntil, serverTime }: HoldAnswer) => {
    if (!heldUntil) {
      setHold(null)
      return
    }
    const now = Date.now()
    const left = Date.parse(heldUntil) - (serverTime ?? now)
    setHold({ packageKey, endsAt: now + left, isOver: left <= 0 })
  }, [])

  return { of: (packageKey) => (hold?.packageKey === packageKey ? hold : null), set }
}
