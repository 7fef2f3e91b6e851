/** The server's clock on this screen: doors open by it, whatever the phone in the hand shows. */
import { useEffect, useState } from 'react'
import type { JoinStanding } from './purchases'

const SECOND_MS = 1000

/** How far the server's clock is ahead of this computer's. */
export function clockOffset({ asOf }: Pick<JoinStanding, 'asOf'>, receivedAt: number): number {
  return Date.parse(asOf) - receivedAt
}

/** The server's time, moving on each second. It ticks on the second, so that no number is skipped. */
export function useServerTime(offset: number): number {
  const [now, setNow] = useState(() => Date.now() + offset)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const tick = () => {
      const time = Date.now() + offset
      setNow(time)
      timer = setTimeout(tick, SECOND_MS - (time % SECOND_MS))
    }
    tick()
    return () => clearTimeout(timer)
  }, [offset])
  return now
}

export type Door = 'waiting' | 'open' | 'ended'

export function doorAt({ opensAt, closesAt }: JoinStanding, now: number): Door {
  if (now < Date.parse(opensAt)) return 'waiting'
  return now < Date.parse(closesAt) ? 'open' : 'ended'
}
