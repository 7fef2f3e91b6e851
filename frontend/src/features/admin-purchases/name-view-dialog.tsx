/** Asks for the name under which a view of the list is kept. */
import { type FormEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog, DialogClose, DialogContent, DialogFooter } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'

const LONGEST = 40

interface NameViewDialogProps {
  onSave: (name: string) => void
  onClose: () => void
}

export function NameViewDialog({ onSave, onClose }: NameViewDialogProps) {
  const [name, setName] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim()) onSave(name.trim())
  }
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent title="Save this view" description="It's kept in this browser.">
        <form noValidate aria-label="Save this view" className="grid gap-5" onSubmit={submit}>
          <Field label="Name" hint="A view with the same name is replaced.">
            <Input
              autoComplete="off"
              maxLength={LONGEST}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          </Field>
          <DialogFooter>
            <DialogClose asChild>
              <Button variant="outline">Cancel</Button>
            </DialogClose>
            <Button type="submit" disabled={!name.trim()}>
              Save view
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  )
}
