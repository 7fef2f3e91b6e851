/** From which day to which, both included; with the ranges that are asked for most. */
import { type FormEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog, DialogClose, DialogContent, DialogFooter } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'

interface Range {
  since: string | null
  until: string | null
}

const iso = (at: Date) =>
  [at.getFullYear(), at.getMonth() + 1, at.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')

function usualRanges(now: Date): readonly { label: string; range: Range }[] {
  const month = (back: number, last: boolean) =>
    iso(new Date(now.getFullYear(), now.getMonth() - back + (last ? 1 : 0), last ? 0 : 1))
  const ago = (days: number) =>
    iso(new Date(now.getFullYear(), now.getMonth(), now.getDate() - days))
  return [
    { label: 'Today', range: { since: ago(0), until: ago(0) } },
    { label: 'Last 7 days', range: { since: ago(6), until: ago(0) } },
    { label: 'This month', range: { since: month(0, false), until: month(0, true) } },
    { label: 'Last month', range: { since: month(1, false), until: month(1, true) } },
  ]
}

interface DateRangeDialogProps extends Range {
  onChoose: (range: Range) => void
  onClose: () => void
}

export function DateRangeDialog({ since, until, onChoose, onClose }: DateRangeDialogProps) {
  const [from, setFrom] = useState(since ?? '')
  const [to, setTo] = useState(until ?? '')
  const isBackwards = from !== '' && to !== '' && from > to
  const choose = (range: Range) => {
    onChoose(range)
    onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isBackwards) choose({ since: from || null, until: to || null })
  }
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent title="Date range" description="Both days are included.">
        <div className="flex flex-wrap gap-2">
          {usualRanges(new Date()).map(({ label, range }) => (
            <Button key={label} variant="outline" size="sm" onClick={() => choose(range)}>
              {label}
            </Button>
          ))}
        </div>
        <form noValidate aria-label="Date range" className="grid gap-5" onSubmit={submit}>
          <div className="grid items-start gap-5 sm:grid-cols-2">
            <Field label="From">
              <Input type="date" value={from} onChange={(event) => setFrom(event.target.value)} />
            </Field>
            <Field label="To" error={isBackwards ? 'Choose a day after the first' : null}>
              <Input type="date" value={to} onChange={(event) => setTo(event.target.value)} />
            </Field>
          </div>
          <DialogFooter>
            <DialogClose asChild>
              <Button variant="outline">Cancel</Button>
            </DialogClose>
            <Button type="submit">Apply</Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  )
}
