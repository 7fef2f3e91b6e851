/** A new password, typed twice, for whoever holds the key of a mailed link. */
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { ApiError } from '@/api/api-error'
import { api } from '@/api/client'
import { markRefused, showError } from '@/api/form-failure'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { type ChoosePasswordValues, choosePasswordSchema } from './account-schemas'
import { PasswordInput } from './password-input'

interface ChoosePasswordFormProps {
  resetKey: string
  onDone: () => void
  onUsedUp: () => void
}

export function ChoosePasswordForm({ resetKey, onDone, onUsedUp }: ChoosePasswordFormProps) {
  const form = useForm<ChoosePasswordValues>({
    resolver: zodResolver(choosePasswordSchema),
    defaultValues: { password: '', confirmPassword: '' },
  })
  const { register, handleSubmit, formState } = form
  const { errors, isSubmitting } = formState

  async function choose({ password }: ChoosePasswordValues) {
    try {
      await api.POST('/api/auth/reset-password', { body: { key: resetKey, password } })
      onDone()
    } catch (error) {
      if (error instanceof ApiError && error.fields.key) {
        onUsedUp()
        return
      }
      showError(error, "We couldn't save your password. Please try again.")
      markRefused(error, form, ['password'])
    }
  }

  return (
    <form
      noValidate
      aria-label="Choose a password"
      className="grid gap-5"
      onSubmit={(event) => void handleSubmit(choose)(event)}
    >
      <Field
        label="New password"
        hint="At least 6 characters, and not one of the most common passwords."
        error={errors.password?.message}
        required
      >
        <PasswordInput autoComplete="new-password" {...register('password')} />
      </Field>
      <Field label="Confirm password" error={errors.confirmPassword?.message} required>
        <PasswordInput autoComplete="new-password" {...register('confirmPassword')} />
      </Field>
      <Button type="submit" size="lg" busy={isSubmitting} busyLabel="Saving...">
        Save Password
      </Button>
    </form>
  )
}
