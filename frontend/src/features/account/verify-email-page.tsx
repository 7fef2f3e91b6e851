/**
 * Proving that an address is one's own, with the link from an email.
 *
 * Only a press of the button does it: programs that open every link of an email must change nothing.
 */
import { CircleCheck, Unlink } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { ApiError } from '@/api/api-error'
import { api } from '@/api/client'
import { showError } from '@/api/form-failure'
import { Button } from '@/components/ui/button'
import { useRefreshSession, useSession } from '@/session/session'
import { AuthPage } from './auth-page'
import { ChoosePasswordForm, saveByKey } from './choose-password-form'
import { Outcome } from './outcome'
import { PasswordIsSet } from './reset-password-page'
import { useLinkKey } from './use-link-key'

type Stage =
  | { name: 'asking' }
  | { name: 'broken' }
  | { name: 'verified' }
  | { name: 'choosing'; passwordKey: string }
  | { name: 'password set' }

export function VerifyEmailPage() {
  const key = useLinkKey()
  // A second link opened in the same tab starts over.
  return (
    <AuthPage heading="Confirm Your Email">
      {key === null ? (
        <BrokenLink title="This link is incomplete" takesFocus={false} />
      ) : (
        <Verification key={key} linkKey={key} />
      )}
    </AuthPage>
  )
}

function Verification({ linkKey }: { linkKey: string }) {
  const [stage, setStage] = useState<Stage>({ name: 'asking' })
  const [isBusy, setIsBusy] = useState(false)
  const refreshSession = useRefreshSession()

  async function verify() {
    setIsBusy(true)
    try {
      const { data } = await api.POST('/api/auth/verify-email', { body: { key: linkKey } })
      const passwordKey = data?.passwordKey
      setStage(passwordKey ? { name: 'choosing', passwordKey } : { name: 'verified' })
      await refreshSession().catch(() => null)
    } catch (error) {
      if (error instanceof ApiError && error.fields.key) setStage({ name: 'broken' })
      else showError(error, "We couldn't confirm your email address. Please try again.")
    } finally {
      setIsBusy(false)
    }
  }

  switch (stage.name) {
    case 'asking':
      return (
        <div className="grid justify-items-start gap-6">
          <p className="text-lead text-muted-foreground">
            Confirm that this email address is yours, so that our emails reach you and you can get
            back in if you lose your password.
          </p>
          <Button size="lg" busy={isBusy} busyLabel="Confirming..." onClick={() => void verify()}>
            Confirm My Email
          </Button>
        </div>
      )
    case 'broken':
      return <BrokenLink title="This link is no longer valid" takesFocus />
    case 'verified':
      return (
        <Outcome
          icon={CircleCheck}
          title="Your email is confirmed"
          actions={
            <Button asChild>
              <Link to="/portal">Go to My Bootcamps</Link>
            </Button>
          }
        >
          <p>Thank you. You're all set.</p>
        </Outcome>
      )
    case 'choosing':
      return (
        <div className="grid gap-7">
          <Outcome icon={CircleCheck} title="Your email is confirmed">
            <p>
              One more step. You opened the email in a different browser from the one that created
              the account, so we can't tell whether both were you. To keep your account safe, we've
              signed it out everywhere, and its old password no longer works. Please choose a new
              password.
            </p>
          </Outcome>
          <ChoosePasswordForm
            save={saveByKey(stage.passwordKey)}
            onDone={() => setStage({ name: 'password set' })}
            onUsedUp={() => setStage({ name: 'broken' })}
          />
        </div>
      )
    case 'password set':
      return <PasswordIsSet />
  }
}

function BrokenLink({ title, takesFocus }: { title: string; takesFocus: boolean }) {
  const { isAuthenticated } = useSession()
  return (
    <Outcome
      icon={Unlink}
      tone="bad"
      title={title}
      takesFocus={takesFocus}
      actions={
        <Button asChild>
          <Link to={isAuthenticated ? '/profile' : '/auth/login?returnTo=%2Fprofile'}>
            {isAuthenticated ? 'Go to your profile' : 'Sign in'}
          </Link>
        </Button>
      }
    >
      <p>
        A link works once, for three days, and only exactly as it appears in the email. You can get
        a new one from your profile.
      </p>
    </Outcome>
  )
}
