/** A guest's address put right without leaving the board. */
import { type FormEvent, useState } from 'react'
import { ApiError } from '@/api/api-error'
import { api } from '@/api/client'
import { showError } from '@/api/form-failure'
import { PasswordNotConfirmed } from '@/api/password-asked'
import { Button } from '@/components/ui/button'
import { Dialog, DialogClose, DialogFooter } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { FormDialogContent } from '@/components/ui/form-dialog'
import { Input } from '@/components/ui/input'
import { toast } from '@/lib/toast'
import type { Attendee } from './readiness-queries'

interface CorrectAddressProps {
  attendee: Attendee
  onClose: () => void
  onRepaired: () => void
}

export function CorrectAddress({ attendee, onClose, onRepaired }: CorrectAddressProps) {
  const [email, setEmail] = useState(attendee.email)
  const [problem, setProblem] = useState<string>()
  const [isSaving, setIsSaving] = useState(false)

  async function save() {
    setIsSaving(true)
    setProblem(undefined)
    try {
      const params = { path: { purchase_id: attendee.purchaseId } }
      const body = { email: email.trim(), fullName: attendee.name }
      const { data } = await api.PATCH('/api/admin/purchases/{purchase_id}/customer', {
        params,
        body,
      })
      toast({ title: 'Address corrected', description: data?.message })
      onRepaired()
      onClose()
    } catch (error) {
      if (error instanceof PasswordNotConfirmed) return
      const refused = error instanceof ApiError ? error.fields.email : undefined
      if (refused) setProblem(refused)
      else showError(error, "The address wasn't corrected. Please try again.")
    } finally {
      setIsSaving(false)
    }
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isSaving) return
    if (email.trim()) void save()
    else setProblem('Required')
  }
  return (
    <Dialog open onOpenChange={(open) => !open && !isSaving && onClose()}>
      <FormDialogContent
        title={`Correct ${attendee.name}'s address`}
        description="We'll send the confirmation and a new invitation to the new address. Links we sent before will stop working."
      >
        <form noValidate aria-label="Correct address" className="grid gap-5" onSubmit={submit}>
          <Field label="Email" error={problem} required>
            <Input
              type="email"
              autoComplete="off"
              value={email}
              onChange={(event) => setEmail(event.target.value)}
            />
          </Field>
          <DialogFooter>
            <DialogClose asChild>
              <Button variant="outline">Cancel</Button>
            </DialogClose>
            <Button type="submit" busy={isSaving} busyLabel="Saving…">
              Save and send
            </Button>
          </DialogFooter>
        </form>
      </FormDialogContent>
    </Dialog>
  )
}
