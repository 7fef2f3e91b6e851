/** Asks before a bootcamp moves that people hold seats in: whom it touches, and what they'll read. */
import { useMutation } from '@tanstack/react-query'
import { api } from '@/api/client'
import { showError } from '@/api/form-failure'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Field } from '@/components/ui/field'
import { Textarea } from '@/components/ui/textarea'
import { EmailLook } from '@/features/admin-kit/email-look'
import { scheduleOf, zoneOf } from './bootcamp-form'
import type { BootcampFormState } from './use-bootcamp-form'

/** The server takes no more. */
const LONGEST_NOTE = 1000

const counted = (count: number) => (count === 1 ? '1 person' : `${count} people`)

/** What the move does, and no email promised that is not sent. */
function moveWords({ attendees, beingRefunded, isOver }: NonNullable<BootcampFormState['move']>) {
  if (isOver) {
    const held = attendees + beingRefunded
    return {
      title: 'The new date is in the past',
      description: [
        held > 0 &&
          `${counted(held)} ${held === 1 ? 'holds' : 'hold'} a seat, and nobody will be emailed.`,
        'The bootcamp will be archived and can no longer be bought or joined.',
      ]
        .filter(Boolean)
        .join(' '),
      confirmLabel: 'Move to the past',
    }
  }
  const left =
    beingRefunded > 0 && `${counted(beingRefunded)} whose refund is in progress won't be emailed.`
  if (attendees === 0) {
    return {
      title: 'This moves the bootcamp',
      description: String(left),
      confirmLabel: 'Move it',
    }
  }
  const holders = attendees === 1 ? 'They hold a seat' : 'Each of them holds a seat'
  const notified = `${holders} and will get an email with the new date and a calendar file that updates their calendar.`
  return {
    title: `This moves the bootcamp for ${counted(attendees)}`,
    description: left ? `${notified} ${left}` : notified,
    confirmLabel: `Move and tell ${counted(attendees)}`,
  }
}

export function MoveQuestion({ state }: { state: BootcampFormState }) {
  const { move, isSaving, confirmMove, cancelMove } = state
  if (!move) return null
  const { title, description, confirmLabel } = moveWords(move)
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && cancelMove()}
      title={title}
      description={description}
      confirmLabel={confirmLabel}
      cancelLabel="Keep the old date"
      pendingLabel="Moving..."
      pending={isSaving}
      onConfirm={confirmMove}
    >
      {move.attendees > 0 && !move.isOver && <MoveEmail state={state} move={move} />}
    </ConfirmDialog>
  )
}

interface MoveEmailProps {
  state: BootcampFormState
  move: NonNullable<BootcampFormState['move']>
}

function MoveEmail({ state: { bootcampId, note, setNote }, move }: MoveEmailProps) {
  const preview = useMutation({
    mutationFn: () => {
      const schedule = scheduleOf(move.values)
      if (!schedule || bootcampId === undefined) throw new Error('A move has a bootcamp and a time')
      return api.POST('/api/admin/bootcamps/{bootcamp_id}/move-preview', {
        params: { path: { bootcamp_id: bootcampId } },
        body: { ...schedule, timezone: zoneOf(move.values), note },
      })
    },
    onError: (error) => showError(error, "The preview couldn't be loaded"),
  })
  const email = preview.data?.data
  return (
    <div className="grid min-w-0 gap-4">
      <Field label="Add a note to the email" hint="Optional. For example, why the date changes.">
        <Textarea
          className="min-h-20"
          maxLength={LONGEST_NOTE}
          value={note}
          onChange={(event) => {
            setNote(event.target.value)
            // What is shown would not be what is sent.
            preview.reset()
          }}
        />
      </Field>
      {email ? (
        <div className="grid min-w-0 gap-2">
          <p role="status" className="text-sm wrap-anywhere text-muted-foreground">
            As {email.recipient} would see it
          </p>
          <EmailLook subject={email.subject} html={email.html} />
        </div>
      ) : (
        <Button
          variant="outline"
          size="sm"
          className="w-fit"
          busy={preview.isPending}
          busyLabel="Loading..."
          onClick={() => preview.mutate()}
        >
          Preview the email
        </Button>
      )}
    </div>
  )
}
