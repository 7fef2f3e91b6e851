/** The window in which a bootcamp is made or changed. */
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Dialog, DialogClose, DialogContent, DialogFooter } from '@/components/ui/dialog'
import type { AdminBootcamp } from './bootcamp-form'
import { CourseFields } from './course-fields'
import { DeliveryFields } from './delivery-fields'
import { MeetingFields } from './meeting-fields'
import { ScheduleFields } from './schedule-fields'
import { type BootcampFormState, useBootcampForm } from './use-bootcamp-form'

interface BootcampDialogProps {
  /** The one to change; without it a new one is made. */
  bootcamp?: AdminBootcamp | undefined
  onClose: () => void
}

export function BootcampDialog({ bootcamp, onClose }: BootcampDialogProps) {
  const state = useBootcampForm({ bootcamp, onSaved: onClose })
  const { form, isSaving, submit } = state
  return (
    <Dialog open onOpenChange={(open) => !open && !isSaving && onClose()}>
      <DialogContent
        title={bootcamp ? 'Edit Bootcamp' : 'Create Bootcamp'}
        description={
          bootcamp
            ? `Changes to ${bootcamp.name} show on the site at once.`
            : 'It is on sale as soon as it is created.'
        }
        // The row of buttons at the foot must not lie over the field one tabs to.
        className="scroll-pb-24 sm:max-w-2xl"
        // A click beside the window must not throw away what was typed; Escape and Cancel may.
        onInteractOutside={(event) => event.preventDefault()}
      >
        <form
          noValidate
          aria-label="Bootcamp"
          className="grid min-w-0 gap-8"
          onSubmit={(event) => void submit(event)}
        >
          <CourseFields form={form} isNew={!bootcamp} takenSeats={state.takenSeats} />
          <ScheduleFields form={form} />
          <DeliveryFields form={form} />
          {bootcamp && <MeetingFields form={form} bootcamp={bootcamp} />}
          <ProblemCount count={Object.keys(form.formState.errors).length} />
          <DialogFooter className="sticky -bottom-6 z-10 -mx-6 -mb-6 flex-row border-t bg-surface px-6 py-4 sm:-bottom-7 sm:-mx-7 sm:-mb-7 sm:px-7 max-sm:[&>button]:flex-1">
            <DialogClose asChild>
              <Button variant="outline" disabled={isSaving}>
                Cancel
              </Button>
            </DialogClose>
            <Button
              type="submit"
              busy={isSaving}
              busyLabel={bootcamp ? 'Saving...' : 'Creating...'}
            >
              {bootcamp ? 'Save Changes' : 'Create Bootcamp'}
            </Button>
          </DialogFooter>
        </form>
        <MoveQuestion state={state} />
      </DialogContent>
    </Dialog>
  )
}

/** The focus goes to the first of them, whose own words are read out with it. */
function ProblemCount({ count }: { count: number }) {
  return (
    <p role="alert" className="sr-only">
      {count > 0 &&
        (count === 1 ? 'One field needs your attention.' : `${count} fields need your attention.`)}
    </p>
  )
}

function MoveQuestion({ state }: { state: BootcampFormState }) {
  const { move, isSaving, confirmMove, cancelMove } = state
  if (!move) return null
  const people = move.attendees === 1 ? '1 person' : `${move.attendees} people`
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && cancelMove()}
      title={`This moves the bootcamp for ${people}`}
      description="They have paid for a seat. Each of them gets an email with the new date and a calendar file that moves the entry in their calendar."
      confirmLabel={`Move and tell ${people}`}
      cancelLabel="Keep the old date"
      pendingLabel="Moving..."
      pending={isSaving}
      onConfirm={confirmMove}
    />
  )
}
