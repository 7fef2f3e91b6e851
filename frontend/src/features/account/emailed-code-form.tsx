/** The six digits from an email, and another email where they don't work any more. */
import { zodResolver } from '@hookform/resolvers/zod'
import { useLayoutEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError, errorMessage } from '@/api/api-error'
import { api } from '@/api/client'
import { markRefused, showError } from '@/api/form-failure'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { emailedCodeSchema } from './account-schemas'

const NOT_CHECKED = "We couldn't check the code. Please try again."

interface EmailedCodeFormProps {
  hasArrived: boolean
  onDone: () => Promise<void>
  /** In, and the password from before the address was confirmed is gone: a new one is asked for. */
  onPasswordRemoved: () => void
  onSecondFactor: () => void
  /** Sends a new code; missing when we no longer know where to. */
  onSendAgain: (() => Promise<void>) | null
}

export function EmailedCodeForm(props: EmailedCodeFormProps) {
  const { hasArrived, onDone, onPasswordRemoved, onSecondFactor, onSendAgain } = props
  const form = useForm({ resolver: zodResolver(emailedCodeSchema), defaultValues: { code: '' } })
  const { register, handleSubmit, setFocus, formState } = form
  const { errors, isSubmitting } = formState
  const [sending, setSending] = useState(false)
  const [news, setNews] = useState('')

  // The page did not change, only what it asks for; the keyboard goes there.
  useLayoutEffect(() => setFocus('code'), [setFocus])

  async function signIn({ code }: { code: string }) {
    setNews('')
    try {
      const { data } = await api.POST('/api/auth/sign-in-code/use', { body: { code } })
      if (data?.next === 'second_factor') onSecondFactor()
      else if (data?.passwordRemoved) onPasswordRemoved()
      else await onDone()
    } catch (error) {
      markRefused(error, form, ['code'])
      if (error instanceof ApiError && error.status === 410)
        form.setError('code', { message: errorMessage(error, NOT_CHECKED) }, { shouldFocus: true })
      else if (!(error instanceof ApiError && error.fields.code))
        showError(error, NOT_CHECKED, 'Login Failed')
    }
  }

  async function sendAgain(send: () => Promise<void>) {
    setSending(true)
    try {
      await send()
      form.setValue('code', '')
      form.clearErrors()
      setNews("We've sent another code. Only the newest one works.")
      setFocus('code')
    } catch (error) {
      showError(error, "The email couldn't be sent. Please try again.")
    } finally {
      setSending(false)
    }
  }

  return (
    <form
      noValidate
      aria-label="Sign in with a code"
      className="grid gap-5"
      onSubmit={(event) => void handleSubmit(signIn)(event)}
    >
      <Field
        label="Six-digit code"
        hint="It works for 10 minutes, in this browser."
        error={errors.code?.message}
        required
      >
        <Input
          autoComplete="one-time-code"
          inputMode="numeric"
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
        Sign In
      </Button>
      {onSendAgain && (
        <Button
          variant="outline"
          size="lg"
          busy={sending}
          busyLabel="Sending..."
          onClick={() => void sendAgain(onSendAgain)}
        >
          Send a new code
        </Button>
      )}
      <p role="status" className="min-h-6 text-muted-foreground">
        {news}
      </p>
    </form>
  )
}
