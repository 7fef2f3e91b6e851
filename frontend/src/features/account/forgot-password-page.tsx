/** Asking for an email with a link to a new password. Known and unknown addresses look the same. */
import { zodResolver } from '@hookform/resolvers/zod'
import { MailCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { api } from '@/api/client'
import { markRefused, showError } from '@/api/form-failure'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { forgotPasswordSchema } from './account-schemas'
import { AuthPage } from './auth-page'
import { Outcome } from './outcome'

const toSignIn = { to: '/auth/login', label: 'Back to sign in' }

export function ForgotPasswordPage() {
  const [sent, setSent] = useState<Sent | null>(null)
  const [startsOver, setStartsOver] = useState(false)
  return (
    <AuthPage
      heading="Forgot Password"
      lead={!sent && "Enter your email address and we'll send you a link to choose a new password."}
      back={toSignIn}
    >
      {sent ? (
        <Outcome
          icon={MailCheck}
          title="Check your inbox"
          actions={
            <Button
              variant="outline"
              onClick={() => {
                setSent(null)
                setStartsOver(true)
              }}
            >
              Use a different email
            </Button>
          }
        >
          <p>{sent.message}</p>
          <p>
            It goes to <strong className="wrap-anywhere text-foreground">{sent.to}</strong>. The
            link works for two hours. Don't see it? Check your spam folder.
          </p>
        </Outcome>
      ) : (
        <AddressForm takesFocus={startsOver} onSent={setSent} />
      )}
    </AuthPage>
  )
}

interface Sent {
  to: string
  message: string
}

interface AddressFormProps {
  /** The button that brought the form back is gone, and the focus with it. */
  takesFocus: boolean
  onSent: (sent: Sent) => void
}

function AddressForm({ takesFocus, onSent }: AddressFormProps) {
  const form = useForm({
    resolver: zodResolver(forgotPasswordSchema),
    defaultValues: { email: '' },
  })
  const { register, handleSubmit, setFocus, formState } = form

  useEffect(() => {
    if (takesFocus) setFocus('email')
  }, [takesFocus, setFocus])

  async function ask({ email }: { email: string }) {
    try {
      const { data } = await api.POST('/api/auth/forgot-password', { body: { email } })
      onSent({ to: email, message: data?.message ?? '' })
    } catch (error) {
      showError(error, "The email couldn't be sent. Please try again.")
      markRefused(error, form, ['email'])
    }
  }

  return (
    <form
      noValidate
      aria-label="Forgot password"
      className="grid gap-5"
      onSubmit={(event) => void handleSubmit(ask)(event)}
    >
      <Field label="Email" error={formState.errors.email?.message} required>
        <Input type="email" autoComplete="email" {...register('email')} />
      </Field>
      <Button type="submit" size="lg" busy={formState.isSubmitting} busyLabel="Sending...">
        Send Link
      </Button>
    </form>
  )
}
