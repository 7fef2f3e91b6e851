/** Puts a member's name or address right; a new address has to be confirmed by its owner. */

import { zodResolver } from '@hookform/resolvers/zod'
import type { FormEvent } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { api } from '@/api/client'
import { markRefused, showError } from '@/api/form-failure'
import { Button } from '@/components/ui/button'
import { Dialog, DialogClose, DialogFooter } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { FormDialogContent } from '@/components/ui/form-dialog'
import { Input } from '@/components/ui/input'
import { emailField } from '@/lib/email-field'
import { personName } from '@/lib/person-name-schema'
import { toast } from '@/lib/toast'
import type { Person } from './people'
import { useRecordChanged } from './record'

const schema = z.object({
  email: emailField('Required'),
  // The server judges it: it may be the account's username, which may look like an address.
  firstName: z.string().trim(),
  lastName: personName(),
})
type Values = z.infer<typeof schema>

interface EditMemberProps {
  person: Person
  onClose: () => void
}

export function EditMember({ person, onClose }: EditMemberProps) {
  return (
    <Dialog open onOpenChange={onClose}>
      <FormDialogContent
        title="Edit name or email"
        description="We'll ask them to confirm a new address, and let the old one know."
      >
        <EditForm person={person} onSaved={onClose} />
      </FormDialogContent>
    </Dialog>
  )
}

function EditForm({ person, onSaved }: { person: Person; onSaved: () => void }) {
  const changed = useRecordChanged()
  const { email, firstName, lastName } = person
  const form = useForm<Values>({
    resolver: zodResolver(schema),
    defaultValues: { email, firstName, lastName },
  })
  const { errors, isSubmitting } = form.formState

  async function save(body: Values) {
    try {
      const params = { path: { user_id: person.id } }
      await api.PATCH('/api/admin/users/{user_id}', { params, body })
      const isMoved = body.email.toLowerCase() !== email.toLowerCase()
      toast({
        title: 'Saved',
        description: isMoved
          ? `We've asked ${body.email} to confirm the address.`
          : 'The name has been changed.',
      })
      onSaved()
      await changed()
    } catch (error) {
      showError(error, "The changes couldn't be saved.")
      markRefused(error, form, ['email', 'firstName', 'lastName'])
    }
  }

  const submit = (event: FormEvent) => {
    if (isSubmitting) event.preventDefault()
    else void form.handleSubmit(save)(event)
  }
  return (
    <form noValidate aria-label="Edit name or email" className="grid gap-5" onSubmit={submit}>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field label="First Name" error={errors.firstName?.message}>
          <Input autoComplete="off" {...form.register('firstName')} />
        </Field>
        <Field label="Last Name" error={errors.lastName?.message}>
          <Input autoComplete="off" {...form.register('lastName')} />
        </Field>
      </div>
      <Field label="Email" error={errors.email?.message} required>
        <Input type="email" autoComplete="off" {...form.register('email')} />
      </Field>
      <DialogFooter>
        <DialogClose asChild>
          <Button variant="outline">Cancel</Button>
        </DialogClose>
        <Button type="submit" busy={isSubmitting} busyLabel="Saving...">
          Save
        </Button>
      </DialogFooter>
    </form>
  )
}
