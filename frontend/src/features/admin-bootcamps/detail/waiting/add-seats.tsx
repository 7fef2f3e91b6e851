/** More seats for the people in line: added and offered in one act. */
import { type FormEvent, useState } from 'react'
import { errorMessage } from '@/api/api-error'
import { Button } from '@/components/ui/button'
import { Dialog, DialogContent, DialogFooter } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import type { AdminBootcamp } from '../bootcamp-query'
import { wouldBring } from './waiting-figures'
import { type Board, useAddSeats } from './waiting-query'

const USUAL = 5
const MOST = 100
const NOT_ADDED = "The seats weren't added. Please try again."

interface AddSeatsProps {
  bootcamp: AdminBootcamp
  figures: Board['figures']
  onClose: () => void
}

export function AddSeats({ bootcamp, figures, onClose }: AddSeatsProps) {
  const [text, setText] = useState(String(USUAL))
  const [wasTried, setWasTried] = useState(false)
  const add = useAddSeats(bootcamp.id, onClose)
  const count = Number(text)
  const isCount = Number.isInteger(count) && count >= 1 && count <= MOST
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setWasTried(true)
    if (isCount && !add.isPending) add.mutate(count)
  }
  return (
    <Dialog open onOpenChange={(open) => !open && !add.isPending && onClose()}>
      <DialogContent
        title="Add seats"
        description="The next people in line are emailed an offer right away. What nobody waits for goes on sale."
      >
        <form noValidate aria-label="Add seats" className="grid gap-5" onSubmit={submit}>
          <Field
            label="How many"
            hint={
              isCount
                ? `${bootcamp.maxSeats + count} seats in all.`
                : `${bootcamp.maxSeats} seats now.`
            }
            error={wasTried && !isCount ? `Enter a number from 1 to ${MOST}` : undefined}
            required
          >
            <Input
              type="number"
              inputMode="numeric"
              min={1}
              max={MOST}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          </Field>
          {wouldBring(figures) && (
            <p className="text-sm text-muted-foreground tabular-nums">{wouldBring(figures)}</p>
          )}
          {add.error && (
            <p role="alert" className="rounded-xl bg-market-soft p-4 text-market">
              {errorMessage(add.error, NOT_ADDED)}
            </p>
          )}
          <DialogFooter>
            <Button variant="outline" disabled={add.isPending} onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" busy={add.isPending} busyLabel="Adding…">
              {isCount ? `Add ${count} ${count === 1 ? 'seat' : 'seats'}` : 'Add seats'}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  )
}
