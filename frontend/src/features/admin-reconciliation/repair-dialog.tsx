/** Asks before a repair; where only a person can decide, also what was decided. */
import { type FormEvent, useState } from 'react'
import type { components } from '@/api/schema'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Dialog, DialogClose, DialogFooter } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { FormDialogContent } from '@/components/ui/form-dialog'
import { Input } from '@/components/ui/input'

interface RepairDialogProps {
  row: components['schemas']['MismatchOut']
  open: boolean
  onOpenChange: (open: boolean) => void
  pending: boolean
  onRepair: (note: string) => void
}

export function RepairDialog({ row, open, onOpenChange, pending, onRepair }: RepairDialogProps) {
  if (row.needsNote) {
    return (
      <Dialog open={open} onOpenChange={onOpenChange}>
        <FormDialogContent title={`${row.repair}?`} description={row.detail}>
          <NoteForm pending={pending} label={row.repair} onRepair={onRepair} />
        </FormDialogContent>
      </Dialog>
    )
  }
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`${row.repair}?`}
      description={row.detail}
      confirmLabel={row.repair}
      pendingLabel="Fixing..."
      pending={pending}
      onConfirm={() => onRepair('')}
    />
  )
}

interface NoteFormProps {
  label: string
  pending: boolean
  onRepair: (note: string) => void
}

function NoteForm({ label, pending, onRepair }: NoteFormProps) {
  const [note, setNote] = useState('')
  const [isTried, setIsTried] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (note.trim() && !pending) onRepair(note.trim())
  }
  return (
    <form noValidate aria-label={label} className="grid gap-5" onSubmit={submit}>
      <Field label="Note" error={isTried && !note.trim() ? 'Enter a note.' : null} required>
        <Input
          autoComplete="off"
          maxLength={500}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      </Field>
      <DialogFooter>
        <DialogClose asChild>
          <Button variant="outline">Cancel</Button>
        </DialogClose>
        <Button type="submit" busy={pending} busyLabel="Saving...">
          {label}
        </Button>
      </DialogFooter>
    </form>
  )
}
