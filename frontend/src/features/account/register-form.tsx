/** Username, email, and a password typed twice. */
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { api } from '@/api/client'
import { markRefused, showError } from '@/api/form-failure'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { type RegisterValues, registerSchema } from './account-schemas'
import { PasswordInput } from './password-input'
import { TextLink } from './text-link'
import { useArrival } from './use-arrival'

interface RegisterFormProps {
  returnTo: string
  /** The address of a guest's purchase, which the account must have; empty without an invitation. */
  invitedEmail: string
  /** From the emailed link of that invitation: the account needs no email to confirm the address. */
  addressProof?: string
}

/** What stands before the @, or the whole address where that is too short for a username. */
function usernameFrom(email: string): string {
  const [name = ''] = email.split('@')
  return [name, email].find((one) => one.length >= 3 && one.length <= 64) ?? ''
}

export function RegisterForm({ returnTo, invitedEmail, addressProof = '' }: RegisterFormProps) {
  const { hasArrived, arrive } = useArrival({ by: 'register', returnTo })
  const form = useForm<RegisterValues>({
    resolver: zodResolver(registerSchema),
    defaultValues: {
      username: usernameFrom(invitedEmail),
      email: invitedEmail,
      password: '',
      confirmPassword: '',
    },
  })
  const { register, handleSubmit, formState } = form
  const { errors, isSubmitting } = formState

  async function openAccount({ username, email, password }: RegisterValues) {
    try {
      await api.POST('/api/auth/register', {
        body: { username, email, password, firstName: username, lastName: '', addressProof },
      })
    } catch (error) {
      showError(error, 'Failed to create account. Please try again.', 'Registration Failed')
      markRefused(error, form, ['username', 'email', 'password'])
      return
    }
    await arrive()
  }

  return (
    <form
      noValidate
      aria-label="Create account"
      className="grid gap-5"
      onSubmit={(event) => void handleSubmit(openAccount)(event)}
    >
      <Field label="Username" error={errors.username?.message} required>
        <Input
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...register('username')}
        />
      </Field>
      <Field
        label="Email"
        hint={invitedEmail && 'The email you bought with.'}
        error={errors.email?.message}
        required
      >
        <Input
          type="email"
          autoComplete="email"
          readOnly={Boolean(invitedEmail)}
          {...register('email')}
        />
      </Field>
      <Field
        label="Password"
        hint="At least 6 characters, and not one of the most common passwords."
        error={errors.password?.message}
        required
      >
        <PasswordInput autoComplete="new-password" {...register('password')} />
      </Field>
      <Field label="Confirm password" error={errors.confirmPassword?.message} required>
        <PasswordInput autoComplete="new-password" {...register('confirmPassword')} />
      </Field>
      <Button
        type="submit"
        size="lg"
        className="mt-1"
        busy={isSubmitting || hasArrived}
        busyLabel={hasArrived ? 'Signing you in...' : 'Creating account...'}
      >
        Create Account
      </Button>
      <p className="text-sm text-muted-foreground">
        By creating an account you accept our{' '}
        <TextLink to="/terms-of-service">terms of service</TextLink> and{' '}
        <TextLink to="/privacy-policy">privacy policy</TextLink>.
      </p>
    </form>
  )
}
