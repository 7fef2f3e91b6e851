/** The second half of a sign-in: six digits from a phone, or a recovery code. */
import { zodResolver } from '@hookform/resolvers/zod'
import { useLayoutEffect } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError } from '@/api/api-error'
import { api } from '@/api/client'
import { markRefused, showError } from '@/api/form-failure'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { codeSchema } from './account-schemas'

interface CodeFormProps {
  hasArrived: boolean
  onDone: () => Promise<void>
  /** The server no longer knows about the first half. */
  onExpired: () => void
}

export function CodeForm({ hasArrived, onDone, onExpired }: CodeFormProps) {
  const form = useForm({ resolver: zodResolver(codeSchema), defaultValues: { code: '' } })
  const { register, handleSubmit, setFocus, formState } = form
  const { errors, isSubmitting } = formState

  // The page did not change, only what it asks for; the keyboard goes there.
  useLayoutEffect(() => setFocus('code'), [setFocus])

  async function giveCode({ code }: { code: string }) {
    try {
      await api.POST('/api/auth/second-factor', { body: { code } })
      await onDone()
    } catch (error) {
      showError(error, 'Invalid credentials. Please try again.', 'Login Failed')
      markRefused(error, form, ['code'])
      if (error instanceof ApiError && error.status === 401) onExpired()
    }
  }

  return (
    <form
      noValidate
      aria-label="Two-step verification"
      className="grid gap-5"
      onSubmit={(event) => void handleSubmit(giveCode)(event)}
    >
      <Field
        label="Code"
        hint="The six-digit code from your app. Lost your phone? Use a recovery code."
        error={errors.code?.message}
        required
      >
        <Input
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          className="h-13 text-xl tracking-[0.2em] tabular-nums"
          {...register('code')}
        />
      </Field>
      <Button
        type="submit"
        size="lg"
        busy={isSubmitting || hasArrived}
        busyLabel={hasArrived ? 'Signing you in...' : 'Checking...'}
      >
        Continue
      </Button>
    </form>
  )
}
