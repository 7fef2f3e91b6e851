/** Signing in by an emailed code: first the address, then the six digits. */
import { useLocation } from 'react-router'
import { api } from '@/api/client'
import { Button } from '@/components/ui/button'
import { AddressForm } from './address-form'
import { AuthPage } from './auth-page'
import { ChoosePasswordForm, saveAfterCode } from './choose-password-form'
import { EmailedCodeForm } from './emailed-code-form'
import { readInvitation } from './invitation'
import { TextLink } from './text-link'

/** Kept with the place in the history, so that a reload and the way back still know it. */
function useKnownEmail(): string {
  const state: unknown = useLocation().state
  const isKnown = typeof state === 'object' && state !== null && 'email' in state
  return isKnown && typeof state.email === 'string' ? state.email : ''
}

const sendCode = async (email: string) => {
  await api.POST('/api/auth/sign-in-code', { body: { email } })
}

interface CodeAddressStepProps {
  signInPage: string
  onSent: (email: string) => void
}

export function CodeAddressStep({ signInPage, onSent }: CodeAddressStepProps) {
  const known = useKnownEmail()
  return (
    <AuthPage
      heading="Sign In With a Code"
      lead="We'll email you a six-digit code. You won't need your password."
      back={{ to: signInPage, label: 'Back to sign in' }}
    >
      <AddressForm
        label="Sign in with a code"
        button="Email Me a Code"
        email={known || readInvitation()?.email || ''}
        takesFocus
        onSend={async (email) => {
          await sendCode(email)
          onSent(email)
        }}
      />
    </AuthPage>
  )
}

interface EmailedCodeStepProps {
  signInPage: string
  addressPage: string
  hasArrived: boolean
  onDone: () => Promise<void>
  onPasswordRemoved: () => void
  onSecondFactor: () => void
}

export function EmailedCodeStep({ signInPage, addressPage, ...form }: EmailedCodeStepProps) {
  const email = useKnownEmail()
  return (
    <AuthPage
      heading="Check Your Email"
      lead={
        <>
          If there's an account for{' '}
          {email ? (
            <strong className="font-semibold wrap-anywhere text-foreground">{email}</strong>
          ) : (
            'your address'
          )}
          , we've sent a six-digit code.
        </>
      }
      back={{ to: signInPage, label: 'Back to sign in' }}
      foot={
        <>
          Didn't get it? Check your spam folder, or{' '}
          <TextLink to={addressPage} state={email ? { email } : null}>
            use a different email
          </TextLink>
          .
        </>
      }
    >
      <EmailedCodeForm {...form} onSendAgain={email ? () => sendCode(email) : null} />
    </AuthPage>
  )
}

const LATER = 'You can choose a password in your profile.'

/** After a code that took the password along: said here, and a new one asked for. */
export function NewPasswordStep({ onDone }: { onDone: (note?: string) => Promise<void> }) {
  return (
    <AuthPage
      heading="Choose a New Password"
      lead="You're signed in, and your email address is confirmed. The password set before it was confirmed no longer works, because anyone could have typed your address."
    >
      <ChoosePasswordForm save={saveAfterCode} onDone={() => void onDone()} />
      <Button variant="ghost" size="lg" onClick={() => void onDone(LATER)}>
        Not now
      </Button>
    </AuthPage>
  )
}
