/** Chooses for one student who told us by phone or email. */
import { type FormEvent, useState } from 'react'
import { errorMessage } from '@/api/api-error'
import { isFailure } from '@/api/password-asked'
import { Button } from '@/components/ui/button'
import { Dialog, DialogClose, DialogContent, DialogFooter } from '@/components/ui/dialog'
import { Radio, RadioGroup } from '@/components/ui/radio-group'
import { cohortName } from '@/lib/cohorts'
import { formatCents, toCents } from '@/lib/money'
import { type ChangeRow, type Choice, type ClassChange, useChooseFor } from './change-queries'

const NOT_CHOSEN = 'Nothing has changed. Please try again.'

interface Option {
  choice: Choice
  toBootcampId: number | null
  label: string
  hint?: string
  isFull?: boolean
}

/** What can be chosen, a date for each that is offered. */
function optionsOf(row: ChangeRow, { alternatives }: ClassChange): Option[] {
  const share = formatCents(toCents(row.share), { exact: true })
  const plain: Record<Exclude<Choice, 'date'>, string> = {
    keep: 'Keep the seat on the new date',
    refund: `Refund ${share}`,
    refund_all: 'Refund everything of this purchase',
    credit: 'Credit: the share plus 10%',
  }
  return row.options.flatMap((choice): Option[] => {
    if (choice !== 'date') return [{ choice, toBootcampId: null, label: plain[choice] }]
    return alternatives.map(({ id, name, startDate, timezone, freeSeats }) => ({
      choice,
      toBootcampId: id,
      label: cohortName(name, { startDate, timezone }),
      hint: freeSeats > 0 ? `${freeSeats} free. Their seat moves right away.` : 'Sold out',
      isFull: freeSeats === 0,
    }))
  })
}

interface ChooseDialogProps {
  bootcampId: number
  change: ClassChange
  row: ChangeRow
  onClose: () => void
}

export function ChooseDialog({ bootcampId, change, row, onClose }: ChooseDialogProps) {
  const [picked, setPicked] = useState('')
  const choose = useChooseFor(bootcampId, row, onClose)
  const options = optionsOf(row, change).map((option, index) => ({ ...option, key: String(index) }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const option = options.find(({ key }) => key === picked)
    if (!option || choose.isPending) return
    choose.mutate({ choice: option.choice, toBootcampId: option.toBootcampId })
  }
  return (
    <Dialog open onOpenChange={(open) => !open && !choose.isPending && onClose()}>
      <DialogContent
        title={`Choose for ${row.name}`}
        description="What they told you. They're emailed when it's carried out, and can change it by their link until then."
      >
        <form
          noValidate
          aria-label={`Choose for ${row.name}`}
          className="grid gap-5"
          onSubmit={submit}
        >
          <RadioGroup
            aria-label="What they chose"
            value={picked}
            onValueChange={(key) => {
              setPicked(key)
              choose.reset()
            }}
          >
            {options.map(({ key, label, hint, isFull }) => (
              <Radio key={key} value={key} label={label} hint={hint} disabled={isFull} />
            ))}
          </RadioGroup>
          {isFailure(choose.error) && (
            <p role="alert" className="rounded-xl bg-market-soft p-4 text-market">
              {errorMessage(choose.error, NOT_CHOSEN)}
            </p>
          )}
          <DialogFooter>
            <DialogClose asChild>
              <Button variant="outline">Cancel</Button>
            </DialogClose>
            <Button type="submit" disabled={!picked} busy={choose.isPending} busyLabel="Saving…">
              Choose this
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  )
}
