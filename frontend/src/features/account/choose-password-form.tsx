/** A new password, typed twice; `save` says with which proof. */
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { ApiError } from '@/api/api-error'
import { api } from '@/api/client'
import { showError } from '@/api/form-failure'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { type ChoosePasswordValues, choosePasswordSchema } from './account-schemas'
import { PasswordInput } from './password-input'

interface ChoosePasswordFormProps {
  save: (password: string) => Promise<unknown>
  onDone: () => void
  /** The key of an emailed link is no longer valid. */
  onUsedUp?: () => void
}

export function ChoosePasswordForm({ save, onDone, onUsedUp }: ChoosePasswordFormProps) {
  const form = useForm<ChoosePasswordValues>({
    resolver: zodResolver(choosePasswordSchema),
    defaultValues: { password: '', confirmPassword: '' },
  })
  const { register, handleSubmit, formState } = form
  const { errors, isSubmitting } = formState

  async function choose({ password }: ChoosePasswordValues) {
    try {
      await save(password)
      onDone()
    } catch (error) {
      const refused = error instanceof ApiError ? error.fields : {}
      if (onUsedUp && refused.key) {
        onUsedUp()
        return
      }
      showError(error, "We couldn't save your password. Please try again.")
      const problem = refused.password ?? refused.newPassword
      if (problem) form.setError('password', { message: problem }, { shouldFocus: true })
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

/** With the key of an emailed link. */
export const saveByKey = (key: string) => (password: string) =>
  api.POST('/api/auth/reset-password', { body: { key, password } })

/** For whoever signed in a moment ago and has no password any more. */
export const saveAfterCode = (newPassword: string) =>
  api.POST('/api/auth/change-password', { body: { newPassword } })
