/** How many seats remain: the true figure, or a simulation where the operator says so. */
import { Armchair } from 'lucide-react'
import { type ReactNode, useSyncExternalStore } from 'react'
import { Badge } from '@/components/ui/badge'
import { cn } from '@/lib/cn'
import { NO_DATES_YET, nextOpen, upcoming } from '@/lib/offer'
import { site } from '@/lib/site'
import { type Bootcamp, useCatalogue } from './catalogue'
import { asOfWords } from './own-times'
import { PULSE_AT, seatsRemaining, simulatedSeats } from './simulated-seats'
import { browserZone } from './use-own-zone'

export function SeatsBadge({ mode = site.seatsBadge }: { mode?: typeof site.seatsBadge }) {
  return mode === 'live' ? <LiveSeats /> : <SimulatedSeats />
}

function SimulatedSeats() {
  const { subscribe, read } = simulatedSeats
  const seats = useSyncExternalStore(subscribe, read, read)
  return (
    <Shown urgent={seats <= PULSE_AT} simulated>
      {seatsRemaining(seats)}
    </Shown>
  )
}

/** The next bootcamp with a free seat, or else the next one; asked again with every tick. */
function LiveSeats() {
  const { bootcamps, asOf } = useCatalogue({ keepFresh: true })
  if (!bootcamps) return <Shown>20 seats per bootcamp</Shown>
  const next = nextOpen(bootcamps, asOf) ?? upcoming(bootcamps, asOf)[0]
  return next ? <Counted seats={next.seats} /> : <Shown>{NO_DATES_YET}</Shown>
}

/** They add up: the server counts them all at one moment, and that is said. */
function Counted({ seats }: { seats: Bootcamp['seats'] }) {
  const { total, sold, held, offered, free, asOf } = seats
  return (
    <details>
      <summary className="cursor-pointer list-none rounded-2xl [&::-webkit-details-marker]:hidden">
        <Shown urgent={free <= PULSE_AT}>
          {free} of {total} {total === 1 ? 'seat' : 'seats'} left
        </Shown>
      </summary>
      <p className="mt-2 text-sm text-inverse-muted tabular-nums">
        {sold} sold · {held} held · {offered} offered
        {/* Empty from the server, which does not know the reader's clock. */}
        <span data-as-of={asOf} suppressHydrationWarning>
          {asOfWords(asOf, browserZone())}
        </span>
      </p>
    </details>
  )
}

interface ShownProps {
  urgent?: boolean
  /** Counted down by a script until the app does. */
  simulated?: boolean
  children: ReactNode
}

function Shown({ urgent = false, simulated = false, children }: ShownProps) {
  return (
    <Badge
      data-testid="seats-badge"
      className={cn(
        'shrink rounded-2xl border border-inverse-foreground/25 bg-inverse-foreground/8 px-3.5 py-1.5 text-sm whitespace-normal text-inverse-foreground tabular-nums',
        urgent && 'border-accent/60 text-accent motion-safe:animate-pulse',
      )}
    >
      <Armchair aria-hidden className="size-4" />
      <span {...(simulated ? { 'data-simulated-seats': '' } : {})}>{children}</span>
    </Badge>
  )
}
