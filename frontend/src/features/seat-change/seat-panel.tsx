/** One seat: where it is, the dates it can move to, and whom it can be handed over to. */
import { CalendarCheck, CalendarDays } from 'lucide-react'
import { useState } from 'react'
import { Card } from '@/components/ui/card'
import { DateChoice } from './date-choice'
import { HandOver } from './hand-over'
import { Hours } from './hours'
import type { Moved, SeatActs, SeatChanges } from './seat-types'

interface SeatPanelProps {
  seat: SeatChanges
  acts: SeatActs
  onChanged: (seat: SeatChanges) => void
}

export function SeatPanel({ seat, acts, onChanged }: SeatPanelProps) {
  const [moved, setMoved] = useState<Moved | null>(null)
  if (moved) return <HasMoved moved={moved} />
  return (
    <div className="grid gap-6">
      <Card>
        <h2 className="text-xl font-bold tracking-tight wrap-anywhere">{seat.name}</h2>
        <p className="flex gap-3">
          <CalendarDays aria-hidden className="mt-0.5 size-5 shrink-0 opacity-70" />
          <Hours {...seat} />
        </p>
      </Card>
      <Card>
        <div className="grid gap-1">
          <h2 className="text-xl font-bold tracking-tight">Choose another date</h2>
          {!seat.staysBecause && <p className="text-muted-foreground">{movesLeft(seat)}</p>}
        </div>
        {seat.staysBecause ? (
          <p className="rounded-xl bg-muted p-4">{seat.staysBecause}</p>
        ) : (
          <DateChoice seatName={seat.name} dates={seat.dates} acts={acts} onMoved={setMoved} />
        )}
      </Card>
      <Card>
        <h2 className="text-xl font-bold tracking-tight">Hand over your seat</h2>
        <HandOver seat={seat} acts={acts} onChanged={onChanged} />
      </Card>
    </div>
  )
}

const movesLeft = ({ movesLeft: left }: SeatChanges) =>
  left === 1 ? 'You can move this seat once more.' : 'You can move this seat twice.'

function HasMoved({ moved }: { moved: Moved }) {
  return (
    <Card role="status">
      <CalendarCheck aria-hidden className="size-8 text-primary" />
      <h2 className="text-xl font-bold tracking-tight">Your seat has moved</h2>
      <p className="wrap-anywhere">
        <strong>{moved.name}</strong>
      </p>
      <Hours {...moved} />
      <p className="text-muted-foreground">
        We've emailed you the new date. Open its calendar file to move the entry in your calendar.
      </p>
    </Card>
  )
}
