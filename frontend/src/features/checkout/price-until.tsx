/** Until when the order costs what it says; in the last minutes, how long that still is. */
import { type ReactNode, useEffect, useState } from 'react'
import { formatCountdown, spokenCountdown } from '@/lib/countdown'
import { viewerZone } from '@/lib/dates'
import { timerUntil } from '@/lib/timers'
import { isLowered, type OrderPrice, untilWords } from './order-price'
import type { Package } from './package'

const SECOND_MS = 1000
const LAST_MS = 10 * 60 * SECOND_MS

interface PriceUntilProps {
  chosen: Package
  price: OrderPrice
}

export function PriceUntil({ chosen, price }: PriceUntilProps) {
  const left = useTimeLeft(price.endsAt)
  const words = untilWords(chosen, price, viewerZone())
  const isLast = left !== null && left <= LAST_MS
  const [hadEarly, setHadEarly] = useState(false)
  const isEarly = price.lines.some(({ kind }) => kind === 'early')
  if (isEarly && !hadEarly) setHadEarly(true)
  if (hadEarly && !isLowered(price)) return <Note>The early price has ended.</Note>
  if (!words) return null
  const ending = isLowered(price) ? 'This price ends in' : 'Sales close in'
  return (
    <>
      <Note>
        {isLast ? (
          <>
            {ending}{' '}
            <span className="font-semibold text-foreground tabular-nums">
              {formatCountdown(left)}
            </span>
            .
          </>
        ) : (
          words
        )}
      </Note>
      {/* Spoken at a few moments, not every second. */}
      <p role="status" className="sr-only">
        {isLast && left > 0 && `${ending} ${spokenCountdown(left)}.`}
      </p>
    </>
  )
}

const Note = ({ children }: { children: ReactNode }) => (
  <p className="text-sm text-muted-foreground">{children}</p>
)

/** Ticks each second at the end; until then it sleeps. */
function useTimeLeft(endsAt: number | null): number | null {
  const [now, setNow] = useState(Date.now)
  const left = endsAt === null ? null : Math.max(0, endsAt - now)
  useEffect(() => {
    if (endsAt === null) return
    const wait = () => {
      const time = Date.now()
      if (time >= endsAt) return undefined
      const starts = endsAt - LAST_MS
      const pause =
        time < starts ? timerUntil(starts, time) : SECOND_MS - ((time - endsAt) % SECOND_MS)
      return setTimeout(tick, Math.max(1, pause))
    }
    const tick = () => {
      setNow(Date.now())
      timer = wait()
    }
    let timer = wait()
    return () => clearTimeout(timer)
  }, [endsAt])
  return left
}
