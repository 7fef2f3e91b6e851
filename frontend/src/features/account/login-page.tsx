/** Signing in: the password or an emailed code, then the code of a second factor where there is one. */
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { BACK_WITH_INVITATION } from '@/session/invitation'
import { useAddressNotices } from './address-notices'
import { AuthPage } from './auth-page'
import { CodeForm } from './code-form'
import { readInvitation } from './invitation'
import { LoginForm } from './login-form'
import { keepReturnTo, safeReturnTo } from './return-to'
import { CodeAddressStep, EmailedCodeStep, NewPasswordStep } from './sign-in-code-steps'
import { SignInMethods } from './sign-in-methods'
import { TextLink } from './text-link'
import { useArrival } from './use-arrival'
import { VisitorsOnly } from './visitors-only'

/** `code` is the second factor's. */
type Step = 'password' | 'address' | 'emailed' | 'code' | 'new-password'

export function LoginPage() {
  useAddressNotices()
  const [search, setSearch] = useSearchParams()
  const returnTo = safeReturnTo(search.get('returnTo'))
  const { hasArrived, arrive } = useArrival({ by: 'login', returnTo })
  // As it was on arrival: redeeming it must not change the page under the reader.
  const [invitation] = useState(readInvitation)
  const signInPage = keepReturnTo('/auth/login', returnTo)

  // In the address, because the server remembers too: reloading must not start from the beginning.
  const withStep = (step: Step) => {
    const next = new URLSearchParams(search)
    if (step === 'password') next.delete('step')
    else next.set('step', step)
    return next
  }
  const showStep = (step: Step, email = '') =>
    setSearch(withStep(step), { state: email ? { email } : null })

  function page() {
    switch (search.get('step')) {
      case 'code':
        return (
          <AuthPage
            heading="Enter Your Code"
            lead="Now enter the code from your authenticator app."
            back={{ to: signInPage, label: 'Back to sign in' }}
          >
            <CodeForm
              hasArrived={hasArrived}
              onDone={arrive}
              onExpired={() => showStep('password')}
            />
          </AuthPage>
        )
      case 'address':
        return (
          <CodeAddressStep signInPage={signInPage} onSent={(email) => showStep('emailed', email)} />
        )
      case 'emailed':
        return (
          <EmailedCodeStep
            signInPage={signInPage}
            addressPage={`/auth/login?${withStep('address')}`}
            hasArrived={hasArrived}
            onDone={arrive}
            onPasswordRemoved={() => showStep('new-password')}
            onSecondFactor={() => showStep('code')}
          />
        )
      case 'new-password':
        return <NewPasswordStep onDone={arrive} />
      default:
        return (
          <AuthPage
            heading="Sign In"
            lead={
              invitation
                ? "Welcome back. Sign in and we'll add your purchase to your account."
                : 'Welcome back. Your sessions, recordings and coaching are waiting.'
            }
            foot={
              <>
                New here?{' '}
                <TextLink to={keepReturnTo('/auth/register', returnTo)}>Create an account</TextLink>
                <span className="mt-2 block">
                  Bought without an account?{' '}
                  <TextLink to={keepReturnTo('/auth/find-purchase', returnTo)}>
                    Find my purchase
                  </TextLink>
                </span>
              </>
            }
          >
            <LoginForm
              hasArrived={hasArrived}
              onDone={arrive}
              onCodeNeeded={() => showStep('code')}
              onCodeWanted={(email) => showStep('address', email)}
            />
            <SignInMethods returnTo={invitation ? BACK_WITH_INVITATION : returnTo} />
          </AuthPage>
        )
    }
  }

  return <VisitorsOnly returnTo={returnTo}>{page()}</VisitorsOnly>
}
