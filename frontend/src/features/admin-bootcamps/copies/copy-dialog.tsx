/** Several more classes like this one: drafts at dates of their own, and then on sale together. */
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '@/api/client'
import { showError } from '@/api/form-failure'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { Dialog, DialogContent, DialogFooter } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import type { AdminBootcamp } from '../bootcamp-form'
import { useRefreshCatalogue } from '../use-bootcamps'
import { copyDate, firstProposal, MOST_COPIES, withCount } from './copy-dates'
import { CopyRow } from './copy-row'
import { NewDrafts } from './new-drafts'

interface CopyDialogProps {
  bootcamp: AdminBootcamp
  onClose: () => void
  /** Chooses a time for all of them. */
  onPublishLater: (drafts: AdminBootcamp[]) => void
}

export function CopyDialog({ bootcamp, onClose, onPublishLater }: CopyDialogProps) {
  const [made, setMade] = useState<AdminBootcamp[] | null>(null)
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={made ? drafts(made.length, 'created') : 'Copy to dates'}
        description={
          made
            ? "Nobody can see them until they're published."
            : `New drafts of ${bootcamp.name}, with its price, seats and resources. Nothing goes on sale until you publish it.`
        }
        className="sm:max-w-xl"
        // A click beside the window must not throw away dates that were typed.
        onInteractOutside={(event) => event.preventDefault()}
      >
        {made ? (
          <NewDrafts drafts={made} onClose={onClose} onPublishLater={() => onPublishLater(made)} />
        ) : (
          <DatesForm bootcamp={bootcamp} onClose={onClose} onMade={setMade} />
        )}
      </DialogContent>
    </Dialog>
  )
}

const drafts = (count: number, done: string) =>
  count === 1 ? `1 draft ${done}` : `${count} drafts ${done}`

interface DatesFormProps {
  bootcamp: AdminBootcamp
  onClose: () => void
  onMade: (drafts: AdminBootcamp[]) => void
}

function DatesForm({ bootcamp, onClose, onMade }: DatesFormProps) {
  const [dates, setDates] = useState(() => [firstProposal(bootcamp)])
  const [count, setCount] = useState('1')
  const [isHeld, setIsHeld] = useState(false)
  const refresh = useRefreshCatalogue()
  const copies = dates.map((local) => copyDate(local, bootcamp))
  const starts = copies.flatMap(({ startDate }) => startDate ?? [])
  const hasPast = copies.some(({ isPast }) => isPast)
  const hasTwins = new Set(starts).size < starts.length
  const isWhole = starts.length === dates.length && !hasTwins && (!hasPast || isHeld)
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      api.POST('/api/admin/bootcamps/{bootcamp_id}/copies', {
        params: { path: { bootcamp_id: bootcamp.id } },
        body: { starts, alreadyHeld: isHeld && hasPast },
      }),
    onSuccess: ({ data }) => onMade(data ?? []),
    onError: (error) => showError(error, "The drafts couldn't be created. Please try again."),
    onSettled: () => void refresh(),
  })
  const chooseCount = (text: string) => {
    setCount(text)
    const wanted = Number(text)
    if (Number.isInteger(wanted) && wanted >= 1 && wanted <= MOST_COPIES) {
      setDates((now) => withCount(now, wanted))
    }
  }
  const change = (next: typeof dates) => {
    setDates(next)
    setCount(String(next.length))
  }
  return (
    <form
      noValidate
      aria-label="Copy to dates"
      className="grid min-w-0 gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (isWhole && !isPending) mutate()
      }}
    >
      <Field label="Number of weekly copies">
        <Input
          type="number"
          min={1}
          max={MOST_COPIES}
          value={count}
          onChange={(event) => chooseCount(event.target.value)}
          className="w-28"
        />
      </Field>
      <ol aria-label="New dates" className="grid gap-2">
        {dates.map((local, index) => (
          <CopyRow
            // biome-ignore lint/suspicious/noArrayIndexKey: a date has no other name than its place.
            key={index}
            number={index + 1}
            local={local}
            copy={copies[index] ?? copyDate(local, bootcamp)}
            zone={bootcamp.timezone}
            onChange={(next) => change(dates.map((one, at) => (at === index ? next : one)))}
            onRemove={
              dates.length > 1 ? () => change(dates.filter((_, at) => at !== index)) : undefined
            }
          />
        ))}
      </ol>
      {hasTwins && (
        <p role="alert" className="text-sm text-destructive">
          Two of these dates are the same.
        </p>
      )}
      {hasPast && (
        <Checkbox
          label="The dates in the past are records of classes already held"
          hint="No one can buy them, and no one will be emailed."
          checked={isHeld}
          onCheckedChange={(checked) => setIsHeld(checked === true)}
        />
      )}
      <DialogFooter>
        <Button variant="outline" onClick={onClose} disabled={isPending}>
          Cancel
        </Button>
        <Button type="submit" disabled={!isWhole} busy={isPending} busyLabel="Creating...">
          Create {drafts(dates.length, '').trim()}
        </Button>
      </DialogFooter>
    </form>
  )
}
