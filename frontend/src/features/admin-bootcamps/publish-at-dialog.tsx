/** When drafts go on sale by themselves, on the clock of the class. */
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '@/api/client'
import { showError } from '@/api/form-failure'
import { Button } from '@/components/ui/button'
import { Dialog, DialogContent, DialogFooter } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { offerUndo } from '@/features/admin-kit/undo'
import { instantOf, localTimeAt } from '@/lib/local-times'
import { toast } from '@/lib/toast'
import type { AdminBootcamp } from './bootcamp-form'
import { daysLater } from './copies/copy-dates'
import { goesOnSale } from './sale-time'
import { useRefreshCatalogue } from './use-bootcamps'

interface PublishAtDialogProps {
  /** All of them go on sale at the same moment. */
  drafts: readonly AdminBootcamp[]
  onClose: () => void
}

export function PublishAtDialog({ drafts, onClose }: PublishAtDialogProps) {
  const zone = drafts[0]?.timezone ?? 'UTC'
  // Tomorrow morning, where the class is.
  const tomorrow = daysLater(localTimeAt(new Date().toISOString(), zone), 1).date
  const [local, setLocal] = useState({ date: tomorrow, time: '09:00' })
  const at = instantOf(local, zone)?.toISOString() ?? null
  const problem = problemOf(at, drafts)
  const { mutate, isPending } = useSchedule(drafts, onClose)
  return (
    <Dialog open onOpenChange={(open) => !open && !isPending && onClose()}>
      <DialogContent
        title="Publish at a time"
        description={
          drafts.length === 1
            ? `${drafts[0]?.name} stays a draft until then.`
            : `${drafts.length} drafts stay drafts until then.`
        }
        className="sm:max-w-md"
      >
        <form
          noValidate
          aria-label="Publish at a time"
          className="grid gap-5"
          onSubmit={(event) => {
            event.preventDefault()
            if (at && !problem && !isPending) mutate(at)
          }}
        >
          <div className="grid grid-cols-2 gap-4">
            <Field label="Date">
              <Input
                type="date"
                value={local.date}
                onChange={(event) => setLocal({ ...local, date: event.target.value })}
              />
            </Field>
            <Field label="Time">
              <Input
                type="time"
                value={local.time}
                onChange={(event) => setLocal({ ...local, time: event.target.value })}
              />
            </Field>
          </div>
          <p role="status" className={problem ? 'text-destructive' : 'font-medium'}>
            {problem ?? (at && goesOnSale(at, zone))}
          </p>
          <DialogFooter>
            <Button variant="outline" disabled={isPending} onClick={onClose}>
              Cancel
            </Button>
            <Button
              type="submit"
              disabled={problem !== null}
              busy={isPending}
              busyLabel="Scheduling..."
            >
              Schedule
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  )
}

function problemOf(at: string | null, drafts: readonly AdminBootcamp[]): string | null {
  if (at === null) return "This date and time don't exist. Choose others."
  if (Date.parse(at) <= Date.now()) return 'Choose a time in the future, or publish now.'
  const isLate = drafts.some(({ startDate }) => Date.parse(startDate) <= Date.parse(at))
  return isLate ? 'The class will have started by then. Choose an earlier time.' : null
}

function useSchedule(drafts: readonly AdminBootcamp[], onDone: () => void) {
  const refresh = useRefreshCatalogue()
  const undo = async () => {
    try {
      for (const { id } of drafts) await cancelPublishing(id)
      toast({ title: 'Publishing canceled', description: 'Nothing will go on sale by itself.' })
    } catch (error) {
      showError(error, "That couldn't be undone. Please try again.")
    }
    void refresh()
  }
  return useMutation({
    mutationFn: (at: string) =>
      api.POST('/api/admin/bootcamps/publish', { body: { ids: drafts.map(({ id }) => id), at } }),
    onSuccess: (_, at) => {
      toast({
        title: 'Scheduled',
        description: goesOnSale(at, drafts[0]?.timezone ?? 'UTC'),
        ...offerUndo(() => void undo()),
      })
      onDone()
    },
    onError: (error) => showError(error, "Publishing couldn't be scheduled. Please try again."),
    onSettled: () => void refresh(),
  })
}

function cancelPublishing(id: number) {
  return api.DELETE('/api/admin/bootcamps/{bootcamp_id}/publish', {
    params: { path: { bootcamp_id: id } },
  })
}
