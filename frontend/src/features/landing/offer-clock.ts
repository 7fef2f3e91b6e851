/** Time changes what is offered: prices end, sales open and close while somebody reads. */
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { getQuery } from '@/api/get-query'
import { hasEnded, nextChange, type Priced, type SalesWindow } from '@/lib/prices'
import { timerUntil } from '@/lib/timers'

/** Answers are kept for a second on their way; one from before the change would be no news. */
const ASK_AFTER_MS = 2000
/** Where the answer is still from before it: ours may be lost, or this clock ahead of the server's. */
const ASK_AGAIN_MS = 15_000

/** The moment the offer is shown for: when the server answered, or the last change since. */
export function useOfferClock(
  asOf: number,
  offered: readonly (Pick<Priced, 'priceUntil'> & SalesWindow)[],
): number {
  const queryClient = useQueryClient()
  const [changedAt, setChangedAt] = useState(0)
  const now = Math.max(asOf, changedAt)
  const next = nextChange(offered, now)

  useEffect(() => {
    if (next === null) return
    const timer = setTimeout(() => setChangedAt(Date.now()), timerUntil(next))
    return () => clearTimeout(timer)
  }, [next])

  const ask = useCallback(() => {
    for (const path of ['/api/bootcamps', '/api/bundles'] as const) {
      void queryClient.invalidateQueries({ queryKey: getQuery(path).queryKey })
    }
  }, [queryClient])

  useEffect(() => {
    if (changedAt === 0) return
    const timer = setTimeout(ask, ASK_AFTER_MS)
    return () => clearTimeout(timer)
  }, [changedAt, ask])

  const isBehind = offered.some((one) => hasEnded(one, now))
  useEffect(() => {
    if (!isBehind) return
    const timer = setInterval(ask, ASK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [isBehind, ask])

  return now
}
