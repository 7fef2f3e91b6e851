/** How many seats remain: a simulation by default, the true figure where the operator says so. */
import { Armchair } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { Badge } from '@/components/ui/badge'
import { cn } from '@/lib/cn'
import { nextOpen } from '@/lib/offer'
import { site } from '@/lib/site'
import { useCatalogue } from './catalogue'
import { PULSE_AT, seatsRemaining, simulatedSeats } from './simulated-seats'

export function SeatsBadge({ mode = site.seatsBadge }: { mode?: typeof site.seatsBadge }) {
  return mode === 'live' ? <LiveSeats /> : <SimulatedSeats />
}

function SimulatedSeats() {
  const { subscribe, read } = simulatedSeats
  return <Remaining simulated seats={useSyncExternalStore(subscribe, read, read)} />
}

/** The next bootcamp with a free seat; asked again with every tick. */
function LiveSeats() {
  const { bootcamps, asOf } = useCatalogue({ keepFresh: true })
  if (!bootcamps) return <Shown>20 seats per bootcamp</Shown>
  return <Remaining seats={nextOpen(bootcamps, asOf)?.availableSeats ?? 0} />
}

function Remaining({ seats, simulated = false }: { seats: number; simulated?: boolean }) {
  return (
    <Shown urgent={seats <= PULSE_AT} simulated={simulated}>
      {seatsRemaining(seats)}
    </Shown>
  )
}

interface ShownProps {
  urgent?: boolean
  /** Counted down by a script until the app does. */
  simulated?: boolean
  children: string
}

function Shown({ urgent = false, simulated = false, children }: ShownProps) {
  return (
    <Badge
      data-testid="seats-badge"
      className={cn(
        'border border-inverse-foreground/25 bg-inverse-foreground/8 px-3.5 py-1.5 text-sm text-inverse-foreground tabular-nums',
        urgent && 'border-accent/60 text-accent motion-safe:animate-pulse',
      )}
    >
      <Armchair aria-hidden className="size-4" />
      <span {...(simulated ? { 'data-simulated-seats': '' } : {})}>{children}</span>
    </Badge>
  )
}
