/** The window in which a bootcamp is made or changed. */
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Dialog, DialogContent, DialogFooter } from '@/components/ui/dialog'
import { useUnsaved } from '@/lib/unsaved'
import { type AdminBootcamp, isDraft } from './bootcamp-form'
import { CourseFields } from './course-fields'
import { DeliveryFields } from './delivery-fields'
import { LikeTheLast } from './like-the-last'
import { MeetingFields } from './meeting-fields'
import { MoveQuestion } from './move-question'
import { SalesFields } from './sales-fields'
import { ScheduleFields } from './schedule-fields'
import { useBootcampForm } from './use-bootcamp-form'

interface BootcampDialogProps {
  /** The one to change; without it a new one is made. */
  bootcamp?: AdminBootcamp | undefined
  onClose: () => void
}

export function BootcampDialog({ bootcamp, onClose }: BootcampDialogProps) {
  const state = useBootcampForm({ bootcamp, onSaved: onClose })
  const { form, isSaving, submit } = state
  const [asksToDiscard, setAsksToDiscard] = useState(false)
  const draft = bootcamp !== undefined && isDraft(bootcamp)
  // Read here, or the form does not keep count of it.
  const { isDirty } = form.formState
  const dismiss = () => {
    if (isSaving) return
    if (isDirty) setAsksToDiscard(true)
    else onClose()
  }
  useUnsaved({ isTyped: () => isDirty, ask: dismiss })
  return (
    <Dialog open onOpenChange={(open) => !open && dismiss()}>
      <DialogContent
        title={bootcamp ? 'Edit Bootcamp' : 'Create Bootcamp'}
        description={
          draft
            ? 'Not on sale yet. Nobody can see it or buy a seat until you publish it.'
            : bootcamp
              ? `Changes to ${bootcamp.name} will show on the site immediately.`
              : "It'll be on sale as soon as it's created."
        }
        // The row of buttons at the foot must not lie over the field one tabs to.
        className="scroll-pb-24 sm:max-w-2xl"
        // A click beside the window must not throw away what was typed. Escape asks, Cancel says so.
        onInteractOutside={(event) => event.preventDefault()}
      >
        <form
          noValidate
          aria-label="Bootcamp"
          className="grid min-w-0 gap-8"
          onSubmit={(event) => void submit(event)}
        >
          {!bootcamp && <LikeTheLast form={form} />}
          <CourseFields
            form={form}
            bootcampId={bootcamp?.id ?? null}
            takenSeats={state.takenSeats}
          />
          <ScheduleFields form={form} asksAboutPast={draft || !bootcamp} />
          <SalesFields form={form} />
          <DeliveryFields form={form} bootcamp={bootcamp} />
          {bootcamp && <MeetingFields form={form} bootcamp={bootcamp} />}
          <ProblemCount count={Object.keys(form.formState.errors).length} />
          <DialogFooter isSticky className="flex-row flex-wrap max-sm:[&>button]:flex-1">
            <Button variant="outline" disabled={isSaving} onClick={onClose}>
              Cancel
            </Button>
            <Button
              type="submit"
              variant={draft ? 'outline' : 'primary'}
              busy={isSaving && !state.isPublishing}
              busyLabel={bootcamp ? 'Saving...' : 'Creating...'}
            >
              {draft ? 'Save draft' : bootcamp ? 'Save Changes' : 'Create Bootcamp'}
            </Button>
            {draft && (
              <Button
                busy={state.isPublishing}
                busyLabel="Publishing..."
                disabled={isSaving && !state.isPublishing}
                onClick={() => void state.publish()}
              >
                Save and publish
              </Button>
            )}
          </DialogFooter>
        </form>
        <MoveQuestion state={state} />
        <ConfirmDialog
          open={asksToDiscard}
          onOpenChange={setAsksToDiscard}
          title="Discard your changes?"
          description={
            bootcamp ? "Your changes haven't been saved." : "The new bootcamp hasn't been created."
          }
          confirmLabel="Discard"
          cancelLabel="Keep editing"
          destructive
          onConfirm={onClose}
        />
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
