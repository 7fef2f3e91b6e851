/** For how long the buyer's seat is held, to the second, and what it means when it no longer is. */
import { Armchair } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { cn } from '@/lib/cn'
import { formatCountdown } from '@/lib/countdown'
import type { Hold } from './use-seat-hold'

const SECOND_MS = 1000
const MINUTE = 60
const HOUR = 60 * MINUTE

export function HoldNotice({ hold, seats }: { hold: Hold | null; seats: number }) {
  const words = seats > 1 ? 'Your seats are' : 'Your seat is'
  return (
    <>
      {hold && !hold.isOver && (
        <Notice className="bg-accent-soft">
          {words} held for <Countdown endsAt={hold.endsAt} />
        </Notice>
      )}
      {hold?.isOver && (
        <Notice className="bg-build-soft">
          {words} no longer held. You can still pay as long as seats remain.
        </Notice>
      )}
      {/* Spoken when it begins and when it ends, not every second. */}
      <p role="status" className="sr-only">
        {hold && (hold.isOver ? `${words} no longer held.` : `${words} held while you pay.`)}
      </p>
    </>
  )
}

function Notice({ className, children }: { className: string; children: ReactNode }) {
  return (
    <p className={cn('flex items-center gap-3 rounded-lg p-4 text-[0.9375rem]', className)}>
      <Armchair aria-hidden className="size-5 shrink-0 text-primary" />
      <span>{children}</span>
    </p>
  )
}

function Countdown({ endsAt }: { endsAt: number }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const tick = setInterval(() => setNow(Date.now()), SECOND_MS)
    return () => clearInterval(tick)
  }, [])
  const left = Math.max(0, Math.ceil((endsAt - now) / SECOND_MS))
  const seconds = String(left % MINUTE).padStart(2, '0')
  return (
    <span className="font-semibold tabular-nums">
      {left < HOUR ? `${Math.floor(left / MINUTE)}:${seconds}` : formatCountdown(left * SECOND_MS)}
    </span>
  )
}
