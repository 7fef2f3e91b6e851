/** Puts a guest's name or address right in everything they bought and nobody has claimed. */

import { zodResolver } from '@hookform/resolvers/zod'
import type { FormEvent } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import { api } from '@/api/client'
import { markRefused, showError } from '@/api/form-failure'
import { Button } from '@/components/ui/button'
import { Dialog, DialogClose, DialogFooter } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { FormDialogContent } from '@/components/ui/form-dialog'
import { Input } from '@/components/ui/input'
import { personPath } from '@/features/admin-kit/record-links'
import { emailField } from '@/lib/email-field'
import { personName } from '@/lib/person-name-schema'
import { toast } from '@/lib/toast'
import { type Guest, useRecordChanged } from './record'

const schema = z.object({
  newEmail: emailField('Required'),
  fullName: personName('Required'),
})
type Values = z.infer<typeof schema>

interface EditGuestProps {
  guest: Guest
  onClose: () => void
}

export function EditGuest({ guest, onClose }: EditGuestProps) {
  return (
    <Dialog open onOpenChange={onClose}>
      <FormDialogContent
        title="Edit name or email"
        description="We'll send each confirmation and a new invitation to the new address. Links sent earlier will stop working."
      >
        <EditForm guest={guest} onSaved={onClose} />
      </FormDialogContent>
    </Dialog>
  )
}

function EditForm({ guest, onSaved }: { guest: Guest; onSaved: () => void }) {
  const changed = useRecordChanged()
  const navigate = useNavigate()
  const form = useForm<Values>({
    resolver: zodResolver(schema),
    defaultValues: { newEmail: guest.email, fullName: guest.name },
  })
  const { errors, isSubmitting } = form.formState

  async function save(values: Values) {
    try {
      const { data } = await api.PATCH('/api/admin/people/guest', {
        body: { email: guest.email, ...values },
      })
      toast({ title: 'Saved', description: data?.message })
      onSaved()
      // Their record stands under the address they have now.
      await navigate(personPath({ userId: null, email: data?.email ?? values.newEmail }), {
        replace: true,
      })
      await changed()
    } catch (error) {
      showError(error, "The changes couldn't be saved.")
      markRefused(error, form, ['newEmail', 'fullName'])
    }
  }

  const submit = (event: FormEvent) => {
    if (isSubmitting) event.preventDefault()
    else void form.handleSubmit(save)(event)
  }
  return (
    <form noValidate aria-label="Edit name or email" className="grid gap-5" onSubmit={submit}>
      <Field label="Full name" error={errors.fullName?.message} required>
        <Input autoComplete="off" {...form.register('fullName')} />
      </Field>
      <Field label="Email" error={errors.newEmail?.message} required>
        <Input type="email" autoComplete="off" {...form.register('newEmail')} />
      </Field>
      <DialogFooter>
        <DialogClose asChild>
          <Button variant="outline">Cancel</Button>
        </DialogClose>
        <Button type="submit" busy={isSubmitting} busyLabel="Saving...">
          Save and send
        </Button>
      </DialogFooter>
    </form>
  )
}
