/** What the coach wants to remember. The student never sees it. */
import { useState } from 'react'
import { showError } from '@/api/form-failure'
import { Button } from '@/components/ui/button'
import { Dialog, DialogClose, DialogFooter } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { FormDialogContent } from '@/components/ui/form-dialog'
import { Textarea } from '@/components/ui/textarea'
import { toast } from '@/lib/toast'

interface NotesDialogProps {
  session: { studentName: string; notes: string }
  save: (notes: string) => Promise<void>
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function NotesDialog({ session, save, open, onOpenChange }: NotesDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <FormDialogContent title="Notes" description="Only your team sees them, never the student.">
        <NotesForm session={session} send={save} onSaved={() => onOpenChange(false)} />
      </FormDialogContent>
    </Dialog>
  )
}

interface NotesFormProps extends Pick<NotesDialogProps, 'session'> {
  send: NotesDialogProps['save']
  onSaved: () => void
}

function NotesForm({ session, send, onSaved }: NotesFormProps) {
  const [notes, setNotes] = useState(session.notes)
  const [isSaving, setIsSaving] = useState(false)

  async function save() {
    if (isSaving) return
    setIsSaving(true)
    try {
      await send(notes)
      toast({ title: 'Notes saved', description: session.studentName })
      onSaved()
    } catch (error) {
      showError(error, 'Failed to save the notes')
      setIsSaving(false)
    }
  }

  return (
    <form
      aria-label="Notes"
      className="grid min-w-0 gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <Field label={`About ${session.studentName || 'this session'}`}>
        <Textarea
          rows={8}
          maxLength={10_000}
          value={notes}
          onChange={(event) => setNotes(event.target.value)}
        />
      </Field>
      <DialogFooter>
        <DialogClose asChild>
          <Button variant="outline">Cancel</Button>
        </DialogClose>
        <Button type="submit" busy={isSaving} busyLabel="Saving...">
          Save Notes
        </Button>
      </DialogFooter>
    </form>
  )
}
