/** Opens an account for somebody, who then chooses a password by email. */
import { zodResolver } from '@hookform/resolvers/zod'
import type { FormEvent } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { z } from 'zod'
import { api } from '@/api/client'
import { markRefused, showError } from '@/api/form-failure'
import { Button } from '@/components/ui/button'
import { Dialog, DialogClose, DialogFooter } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { FormDialogContent } from '@/components/ui/form-dialog'
import { Input } from '@/components/ui/input'
import { Select } from '@/components/ui/select'
import { limitedText } from '@/features/admin-kit/limited-text'
import { personName } from '@/lib/person-name-schema'
import { ROLES, roleNames, roleWords } from '@/lib/roles'
import { toast } from '@/lib/toast'
import { useRights } from '@/session/rights'
import { useRefreshPeople } from './people'

const FILL_IN = 'Please fill in all required fields'

const schema = z.object({
  email: limitedText(1, 255),
  firstName: personName('Required'),
  lastName: personName('Required'),
  role: z.enum(ROLES),
})

type Values = z.infer<typeof schema>

const roles = ROLES.map((role) => ({ value: role, label: roleNames[role] }))

export function CreateUserDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onOpenChange={onClose}>
      <FormDialogContent
        title="Create User"
        description="We'll email them a link to choose their own password."
      >
        <CreateUserForm onSaved={onClose} />
      </FormDialogContent>
    </Dialog>
  )
}

function useCreateUserForm(onSaved: () => void) {
  const refresh = useRefreshPeople()
  const form = useForm<Values>({
    resolver: zodResolver(schema),
    defaultValues: { email: '', firstName: '', lastName: '', role: 'STUDENT' },
  })

  async function save(body: Values) {
    try {
      const { data } = await api.POST('/api/admin/create-user', { body })
      toast({
        title: 'User created',
        description: `We'll email ${data?.email ?? body.email} a link to choose a password.`,
      })
      onSaved()
      await refresh()
    } catch (error) {
      showError(error, 'Failed to create user')
      markRefused(error, form, ['email', 'firstName', 'lastName', 'role'])
    }
  }

  const sayWhatIsMissing = () => {
    const { email, firstName, lastName } = form.getValues()
    if (email.trim() && firstName.trim() && lastName.trim()) return
    toast({ title: 'Error', description: FILL_IN, variant: 'destructive' })
  }

  const submit = (event: FormEvent) => {
    // The button is busy while saving, but the Enter key knows nothing of that.
    if (form.formState.isSubmitting) event.preventDefault()
    else void form.handleSubmit(save, sayWhatIsMissing)(event)
  }
  return { form, submit }
}

function CreateUserForm({ onSaved }: { onSaved: () => void }) {
  const { form, submit } = useCreateUserForm(onSaved)
  const { register, control, formState } = form
  const may = useRights()
  const { errors, isSubmitting } = formState
  return (
    <form noValidate aria-label="New user" className="grid min-w-0 gap-5" onSubmit={submit}>
      <Field label="Email" error={errors.email?.message} required>
        <Input type="email" autoComplete="off" {...register('email')} />
      </Field>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field label="First Name" error={errors.firstName?.message} required>
          <Input autoComplete="off" {...register('firstName')} />
        </Field>
        <Field label="Last Name" error={errors.lastName?.message} required>
          <Input autoComplete="off" {...register('lastName')} />
        </Field>
      </div>
      {may('roles') && (
        <Controller
          control={control}
          name="role"
          render={({ field: { value, onChange, onBlur } }) => (
            <Field label="Role" hint={roleWords[value]} error={errors.role?.message}>
              <Select options={roles} value={value} onValueChange={onChange} onBlur={onBlur} />
            </Field>
          )}
        />
      )}
      <DialogFooter>
        <DialogClose asChild>
          <Button variant="outline">Cancel</Button>
        </DialogClose>
        <Button type="submit" busy={isSubmitting} busyLabel="Creating...">
          Create User
        </Button>
      </DialogFooter>
    </form>
  )
}
