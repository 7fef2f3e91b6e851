/** An email address and one button: somebody wants to be written to. */
import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { markRefused, showError } from '@/api/form-failure'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { addressSchema } from './account-schemas'

interface AddressFormProps {
  label: string
  button: string
  email?: string
  /** What had the focus before is gone. */
  takesFocus?: boolean
  onSend: (email: string) => Promise<void>
}

export function AddressForm({
  label,
  button,
  email = '',
  takesFocus = false,
  onSend,
}: AddressFormProps) {
  const form = useForm({ resolver: zodResolver(addressSchema), defaultValues: { email } })
  const { register, handleSubmit, setFocus, formState } = form

  useEffect(() => {
    if (takesFocus) setFocus('email')
  }, [takesFocus, setFocus])

  async function send(values: { email: string }) {
    try {
      await onSend(values.email)
    } catch (error) {
      showError(error, "The email couldn't be sent. Please try again.")
      markRefused(error, form, ['email'])
    }
  }

  return (
    <form
      noValidate
      aria-label={label}
      className="grid gap-5"
      onSubmit={(event) => void handleSubmit(send)(event)}
    >
      <Field label="Email" error={formState.errors.email?.message} required>
        <Input type="email" autoComplete="email" {...register('email')} />
      </Field>
      <Button type="submit" size="lg" busy={formState.isSubmitting} busyLabel="Sending...">
        {button}
      </Button>
    </form>
  )
}
