/** The seat is no longer held for this buyer: why, whether money moved, and what to do. */
import { CircleCheck, Hourglass } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { Button } from '@/components/ui/button'
import { cn } from '@/lib/cn'
import type { SeatOffer } from '@/session/seat-offer'
import { bringIntoView } from './bring-into-view'

const words: Record<SeatOffer['state'], string> = {
  open: '',
  taken: 'This seat is already yours.',
  declined: "You've passed this seat on.",
  expired: "The time to take this seat is over. You haven't been charged.",
}

interface OfferOverProps {
  state: SeatOffer['state']
  /** It ended while somebody was filling in the form. */
  isJustLost: boolean
}

export function OfferOver({ state, isJustLost }: OfferOverProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isJustLost && box.current) bringIntoView(box.current)
  }, [isJustLost])
  const isTaken = state === 'taken'
  const Icon = isTaken ? CircleCheck : Hourglass
  return (
    <div
      ref={box}
      tabIndex={-1}
      className={cn('grid gap-4 rounded-xl p-5', isTaken ? 'bg-accent-soft' : 'bg-build-soft')}
    >
      <p role="alert" className="flex gap-3 font-medium">
        <Icon aria-hidden className="mt-0.5 size-5 shrink-0" />
        {words[state]}
      </p>
      <Button asChild variant="outline" className="justify-self-start">
        {isTaken ? (
          <Link to="/portal">Go to My Bootcamps</Link>
        ) : (
          <Link to="/checkout">See open dates</Link>
        )}
      </Button>
    </div>
  )
}
