/** One seat: where it is, the dates it can move to, and whom it can be handed over to. */
import { CalendarCheck, CalendarDays } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Card } from '@/components/ui/card'
import { DateChoice } from './date-choice'
import { HandOver } from './hand-over'
import { Hours } from './hours'
import type { Moved, SeatActs, SeatChanges } from './seat-types'

interface SeatPanelProps {
  seat: SeatChanges
  acts: SeatActs
  onChanged: (seat: SeatChanges) => void
  /** A refund by the emailed link; the portal has it in Billing. */
  refund?: ReactNode
}

export function SeatPanel({ seat, acts, onChanged, refund }: SeatPanelProps) {
  const [moved, setMoved] = useState<Moved | null>(null)
  if (moved) return <HasMoved moved={moved} />
  // One reason for both, as when it was refunded: said once.
  const nothingChanges = seat.staysBecause !== '' && seat.staysBecause === seat.keptBecause
  return (
    <div className="grid gap-6">
      <Card>
        <h2 className="text-xl font-bold tracking-tight wrap-anywhere">{seat.name}</h2>
        <p className="flex gap-3">
          <CalendarDays aria-hidden className="mt-0.5 size-5 shrink-0 opacity-70" />
          <Hours {...seat} />
        </p>
      </Card>
      {nothingChanges ? (
        <p className="rounded-xl bg-surface-2 p-4">{seat.staysBecause}</p>
      ) : (
        <>
          <Card>
            <div className="grid gap-1">
              <h2 className="text-xl font-bold tracking-tight">Choose another date</h2>
              {!seat.staysBecause && <p className="text-muted-foreground">{movesLeft(seat)}</p>}
            </div>
            {seat.staysBecause ? (
              <p className="rounded-xl bg-surface-2 p-4">{seat.staysBecause}</p>
            ) : (
              <DateChoice seatName={seat.name} dates={seat.dates} acts={acts} onMoved={setMoved} />
            )}
          </Card>
          <Card>
            <h2 className="text-xl font-bold tracking-tight">Hand over your seat</h2>
            <HandOver seat={seat} acts={acts} onChanged={onChanged} />
          </Card>
        </>
      )}
      {refund && (
        <Card>
          <h2 className="text-xl font-bold tracking-tight">Get a refund</h2>
          {refund}
        </Card>
      )}
    </div>
  )
}

const movesLeft = ({ movesLeft: left }: SeatChanges) =>
  left === 1
    ? 'You can change your date once more.'
    : `You can change your date up to ${left} times.`

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
