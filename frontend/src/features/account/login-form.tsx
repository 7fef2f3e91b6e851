/** Username or email, and the password. */
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { errorMessage, isUnauthorized } from '@/api/api-error'
import { api } from '@/api/client'
import { markRefused, showError } from '@/api/form-failure'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { type LoginValues, loginSchema } from './account-schemas'
import { readInvitation } from './invitation'
import { PasswordInput } from './password-input'
import { TextLink } from './text-link'

const WRONG = 'Invalid credentials. Please try again.'

interface LoginFormProps {
  hasArrived: boolean
  onDone: () => Promise<void>
  onCodeNeeded: () => void
  /** With what was typed, where that is an address. */
  onCodeWanted: (email: string) => void
}

export function LoginForm({ hasArrived, onDone, onCodeNeeded, onCodeWanted }: LoginFormProps) {
  const form = useForm<LoginValues>({
    resolver: zodResolver(loginSchema),
    defaultValues: { username: readInvitation()?.email ?? '', password: '' },
  })
  const { register, handleSubmit, formState } = form
  const { errors, isSubmitting } = formState

  async function signIn(values: LoginValues) {
    try {
      const { data } = await api.POST('/api/auth/login', { body: values })
      if (data?.next === 'second_factor') onCodeNeeded()
      else await onDone()
    } catch (error) {
      showError(error, WRONG, 'Login Failed')
      markRefused(error, form, ['username', 'password'])
      // The toast goes by; beside the field it stays until something else is typed.
      if (isUnauthorized(error)) {
        const message = errorMessage(error, WRONG)
        form.setError('password', { message }, { shouldFocus: true })
      }
    }
  }

  return (
    <form
      noValidate
      aria-label="Sign in"
      className="grid gap-5"
      onSubmit={(event) => void handleSubmit(signIn)(event)}
    >
      <Field label="Username or email" error={errors.username?.message} required>
        <Input
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...register('username')}
        />
      </Field>
      <Field
        label="Password"
        aside={<TextLink to="/auth/forgot-password">Forgot password?</TextLink>}
        error={errors.password?.message}
        required
      >
        <PasswordInput autoComplete="current-password" {...register('password')} />
      </Field>
      <Button
        type="submit"
        size="lg"
        className="mt-1"
        busy={isSubmitting || hasArrived}
        busyLabel={hasArrived ? 'Signing you in...' : 'Signing in...'}
      >
        Sign In
      </Button>
      <Button
        variant="outline"
        size="lg"
        onClick={() => {
          const typed = form.getValues('username').trim()
          onCodeWanted(typed.includes('@') ? typed : '')
        }}
      >
        Email me a code instead
      </Button>
    </form>
  )
}
