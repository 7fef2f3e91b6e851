/** Stays above Pay when the toast has gone: what went wrong, whether money moved, and what to do. */
import { CircleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { TELL_ME_OF_SEAT } from '@/lib/waiting-list'
import { bringIntoView } from './bring-into-view'
import type { PayFailure } from './pay-failure'
import type { Hold } from './use-seat-hold'

interface PayAlertProps {
  failure: PayFailure
  hold: Hold | null
  /** How many were taken for it. */
  seats: number
}

const PAY_ALERT = 'pay-alert'

/** The buyer has not turned to anything else since it appeared. */
export const isReadingAlert = () => document.activeElement?.id === PAY_ALERT

export function PayAlert({ failure, hold, seats }: PayAlertProps) {
  const box = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another failure is another reason to look.
  useEffect(() => {
    if (box.current) bringIntoView(box.current)
  }, [failure])
  const isHeld = failure.keepsSeat && hold && !hold.isOver
  return (
    <div
      ref={box}
      id={PAY_ALERT}
      role="alert"
      tabIndex={-1}
      className="flex gap-3 rounded-lg border border-destructive/40 bg-market-soft/60 p-4 text-[0.9375rem]"
    >
      <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-market" />
      <div className="grid gap-1">
        <p className="font-semibold">{failure.message}</p>
        <p>
          {failure.advice}
          {isHeld ? `, and your ${seats > 1 ? 'seats are' : 'seat is'} still held.` : '.'}
        </p>
        {failure.waitAt && (
          <Link
            to={failure.waitAt}
            className="touch-target w-fit rounded-sm font-medium underline underline-offset-4 hover:decoration-2"
          >
            {TELL_ME_OF_SEAT}
          </Link>
        )}
      </div>
    </div>
  )
}
