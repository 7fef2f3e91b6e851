/** Changing the password, or choosing a first one after signing in through an identity provider. */
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { api } from '@/api/client'
import { markRefused, showError } from '@/api/form-failure'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { toast } from '@/lib/toast'
import { useRefreshSession } from '@/session/session'
import { changePasswordSchema } from '../account-schemas'
import { PasswordInput } from '../password-input'
import { Section } from './section'

interface Values {
  currentPassword: string
  newPassword: string
  confirmPassword: string
}

const empty: Values = { currentPassword: '', newPassword: '', confirmPassword: '' }

export function PasswordSection({ hasPassword }: { hasPassword: boolean }) {
  const refreshSession = useRefreshSession()
  const form = useForm<Values>({
    resolver: zodResolver(changePasswordSchema({ hasPassword })),
    defaultValues: empty,
  })
  const { register, handleSubmit, reset, formState } = form
  const { errors, isSubmitting } = formState

  async function change({ currentPassword, newPassword }: Values) {
    try {
      const body = { currentPassword, newPassword }
      const { data } = await api.POST('/api/auth/change-password', { body })
      reset(empty)
      toast({
        title: data?.message ?? 'Your password has been changed.',
        description: "You're signed out on your other devices.",
      })
      await refreshSession().catch(() => null)
    } catch (error) {
      showError(error, "We couldn't change your password. Please try again.")
      markRefused(error, form, ['currentPassword', 'newPassword'])
    }
  }

  return (
    <Section
      title="Password"
      lead={
        hasPassword
          ? 'Changing it signs you out everywhere else.'
          : 'Your account has no password. Add one to have another way to sign in.'
      }
      className="print:hidden"
    >
      <form
        noValidate
        aria-label="Password"
        className="grid gap-5"
        onSubmit={(event) => void handleSubmit(change)(event)}
      >
        {hasPassword && (
          <Field label="Current password" error={errors.currentPassword?.message} required>
            <PasswordInput autoComplete="current-password" {...register('currentPassword')} />
          </Field>
        )}
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <Field
            label="New password"
            hint="At least 6 characters, and not one of the most common passwords."
            error={errors.newPassword?.message}
            required
          >
            <PasswordInput autoComplete="new-password" {...register('newPassword')} />
          </Field>
          <Field label="Confirm password" error={errors.confirmPassword?.message} required>
            <PasswordInput autoComplete="new-password" {...register('confirmPassword')} />
          </Field>
        </div>
        <Button
          type="submit"
          className="justify-self-start"
          busy={isSubmitting}
          busyLabel="Saving..."
        >
          {hasPassword ? 'Change Password' : 'Choose Password'}
        </Button>
      </form>
    </Section>
  )
}
