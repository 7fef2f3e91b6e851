/** Choosing a new password with the link from an email. */
import { CircleCheck, Unlink } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { Button } from '@/components/ui/button'
import { useRefreshSession } from '@/session/session'
import { AuthPage } from './auth-page'
import { ChoosePasswordForm, saveByKey } from './choose-password-form'
import { Outcome } from './outcome'
import { useLinkKey } from './use-link-key'

const toSignIn = { to: '/auth/login', label: 'Back to sign in' }

export function ResetPasswordPage() {
  const key = useLinkKey()
  const refreshSession = useRefreshSession()
  const [isDone, setIsDone] = useState(false)
  const [usedUpKey, setUsedUpKey] = useState<string | null>(null)

  const finish = () => {
    setIsDone(true)
    // Every session of the account has ended, this browser's too if it had one.
    void refreshSession().catch(() => null)
  }

  return (
    <AuthPage
      heading="Choose a New Password"
      lead={!isDone && key !== null && key !== usedUpKey && 'It replaces your old password.'}
      back={toSignIn}
    >
      {isDone ? (
        <PasswordIsSet />
      ) : key === null ? (
        <LinkIsBroken title="This link is incomplete" takesFocus={false} />
      ) : key === usedUpKey ? (
        <LinkIsBroken title="This link is no longer valid" takesFocus />
      ) : (
        <ChoosePasswordForm
          key={key}
          save={saveByKey(key)}
          onDone={finish}
          onUsedUp={() => setUsedUpKey(key)}
        />
      )}
    </AuthPage>
  )
}

export function PasswordIsSet() {
  return (
    <Outcome
      icon={CircleCheck}
      title="Your password is set"
      actions={
        <Button asChild>
          <Link to="/auth/login">Sign In</Link>
        </Button>
      }
    >
      <p>You can sign in with it now. For your safety, we've signed you out everywhere.</p>
    </Outcome>
  )
}

function LinkIsBroken({ title, takesFocus }: { title: string; takesFocus: boolean }) {
  return (
    <Outcome
      icon={Unlink}
      tone="bad"
      title={title}
      takesFocus={takesFocus}
      actions={
        <Button asChild>
          <Link to="/auth/forgot-password">Get a new link</Link>
        </Button>
      }
    >
      <p>
        A link works once, for two hours, and only exactly as it appears in the email. Get a new one
        and open it from there.
      </p>
    </Outcome>
  )
}
