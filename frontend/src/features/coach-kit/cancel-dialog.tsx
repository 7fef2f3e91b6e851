/** Cancels a booked coaching session; the reason is part of the student's email. */
import { type FormEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog, DialogClose, DialogFooter, useStaysOpen } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { FormDialogContent } from '@/components/ui/form-dialog'
import { Input } from '@/components/ui/input'

interface CancelDialogProps {
  studentName: string
  /** Says when it fails, and answers whether it was done. */
  cancel: (reason: string) => Promise<boolean>
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function CancelDialog({ studentName, cancel, open, onOpenChange }: CancelDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <FormDialogContent
        title="Cancel this session?"
        description={`We'll email ${studentName || 'the student'} and the coach. The student can pick another time, and this doesn't use up one of their reschedules.`}
      >
        <CancelForm cancel={cancel} onDone={() => onOpenChange(false)} />
      </FormDialogContent>
    </Dialog>
  )
}

interface CancelFormProps extends Pick<CancelDialogProps, 'cancel'> {
  onDone: () => void
}

function CancelForm({ cancel, onDone }: CancelFormProps) {
  const [reason, setReason] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  useStaysOpen(isBusy)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setIsBusy(true)
    void cancel(reason.trim())
      .then((isDone) => isDone && onDone())
      .finally(() => setIsBusy(false))
  }
  return (
    <form aria-label="Cancel session" className="grid min-w-0 gap-5" onSubmit={submit}>
      <Field label="Reason" aside="Optional" hint="The student reads it in the email.">
        <Input
          autoComplete="off"
          maxLength={300}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
      <DialogFooter>
        <DialogClose asChild>
          <Button variant="outline">Keep it</Button>
        </DialogClose>
        <Button type="submit" variant="destructive" busy={isBusy} busyLabel="Canceling...">
          Cancel session
        </Button>
      </DialogFooter>
    </form>
  )
}
