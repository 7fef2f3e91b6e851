/** How many seats remain: a simulation by default, the true figure where the operator says so. */
import { Armchair } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Badge } from '@/components/ui/badge'
import { cn } from '@/lib/cn'
import { nextOpen } from '@/lib/offer'
import { site } from '@/lib/site'
import { useCatalogue } from './catalogue'

const START = 7
const TICK_MS = 15_000
const CHANCE_TO_DROP = 0.1
const PULSE_AT = 3

export function SeatsBadge({ mode = site.seatsBadge }: { mode?: typeof site.seatsBadge }) {
  return mode === 'live' ? <LiveSeats /> : <SimulatedSeats />
}

function SimulatedSeats() {
  const [seats, setSeats] = useState(START)

  useEffect(() => {
    const tick = setInterval(() => {
      if (Math.random() < CHANCE_TO_DROP) setSeats((left) => Math.max(0, left - 1))
    }, TICK_MS)
    return () => clearInterval(tick)
  }, [])

  return <Remaining seats={seats} />
}

/** The next bootcamp with a free seat; asked again with every tick. */
function LiveSeats() {
  const { bootcamps, asOf } = useCatalogue({ keepFresh: true })
  if (!bootcamps) return <Shown>20 seats per bootcamp</Shown>
  return <Remaining seats={nextOpen(bootcamps, asOf)?.availableSeats ?? 0} />
}

function Remaining({ seats }: { seats: number }) {
  return (
    <Shown urgent={seats <= PULSE_AT}>
      {seats} {seats === 1 ? 'seat' : 'seats'} remaining
    </Shown>
  )
}

function Shown({ urgent = false, children }: { urgent?: boolean; children: React.ReactNode }) {
  return (
    <Badge
      data-testid="seats-badge"
      className={cn(
        'border border-inverse-foreground/25 bg-inverse-foreground/8 px-3.5 py-1.5 text-sm text-inverse-foreground tabular-nums',
        urgent && 'border-accent/60 text-accent motion-safe:animate-pulse',
      )}
    >
      <Armchair aria-hidden className="size-4" />
      <span>{children}</span>
    </Badge>
  )
}
