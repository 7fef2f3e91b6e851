/** The other dates with their live seats; one is chosen, and the seat moves there. */
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { errorMessage } from '@/api/api-error'
import { Button } from '@/components/ui/button'
import { Radio, RadioGroup } from '@/components/ui/radio-group'
import { formatCents, toCents } from '@/lib/money'
import { Hours } from './hours'
import { Refusal } from './refusal'
import type { MoveDate, Moved, SeatActs } from './seat-types'

const FAILED = "We couldn't move your seat. Nothing has changed. Please try again."

interface DateChoiceProps {
  /** Dates whose class is called otherwise say so. */
  seatName: string
  dates: readonly MoveDate[]
  acts: SeatActs
  onMoved: (moved: Moved) => void
}

export function DateChoice({ seatName, dates, acts, onMoved }: DateChoiceProps) {
  const [chosen, setChosen] = useState('')
  const date = dates.find(({ bootcampId }) => String(bootcampId) === chosen)
  const move = useMutation({
    mutationFn: () => acts.move(Number(chosen)),
    onSuccess: (moved) => moved && onMoved(moved),
    // The last seat may have gone meanwhile: what is shown is asked for again.
    onError: () => acts.reload(),
  })
  if (dates.length === 0) {
    return (
      <p className="rounded-xl bg-surface-2 p-4">
        There's no other date on sale right now. Your seat stays as it is, and new dates appear
        here.
      </p>
    )
  }
  return (
    <div className="grid gap-5">
      <RadioGroup aria-label="Other dates" value={chosen} onValueChange={setChosen}>
        {dates.map((one) => (
          <Radio
            key={one.bootcampId}
            value={String(one.bootcampId)}
            disabled={one.refusal !== '' || move.isPending}
            label={
              <>
                {one.name !== seatName && <strong className="wrap-anywhere">{one.name}</strong>}
                <Hours {...one} />
              </>
            }
            hint={one.refusal || `${seatsLeft(one.availableSeats)}${costs(one)}`}
            className="rounded-xl border p-4 has-[[data-state=checked]]:border-primary has-[[data-state=checked]]:bg-accent-soft"
          />
        ))}
      </RadioGroup>
      <div className="grid gap-3 empty:hidden">
        {date?.note && <p className="text-sm text-muted-foreground">{date.note}</p>}
        {move.error && <Refusal words={errorMessage(move.error, FAILED)} />}
      </div>
      {date && toCents(date.toPay) > 0 ? (
        <Button asChild className="justify-self-start max-sm:w-full">
          <Link to={acts.payPath(date.bootcampId)}>
            Pay {formatCents(toCents(date.toPay), { exact: true })} and move
          </Link>
        </Button>
      ) : (
        <Button
          className="justify-self-start max-sm:w-full"
          disabled={!date}
          busy={move.isPending}
          busyLabel="Moving…"
          onClick={() => move.mutate()}
        >
          Move my seat
        </Button>
      )}
    </div>
  )
}

const costs = ({ toPay }: MoveDate) =>
  toCents(toPay) > 0 ? ` · ${formatCents(toCents(toPay), { exact: true })} more` : ''

const seatsLeft = (seats: number) => (seats === 1 ? '1 seat left' : `${seats} seats left`)
