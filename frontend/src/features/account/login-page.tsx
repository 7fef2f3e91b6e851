/** Signing in: the password, then the code of a second factor where there is one. */
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { BACK_WITH_INVITATION } from '@/session/invitation'
import { useAddressNotices } from './address-notices'
import { AuthPage } from './auth-page'
import { CodeForm } from './code-form'
import { readInvitation } from './invitation'
import { LoginForm } from './login-form'
import { keepReturnTo, safeReturnTo } from './return-to'
import { SignInMethods } from './sign-in-methods'
import { TextLink } from './text-link'
import { useArrival } from './use-arrival'
import { VisitorsOnly } from './visitors-only'

export function LoginPage() {
  useAddressNotices()
  const [search, setSearch] = useSearchParams()
  const returnTo = safeReturnTo(search.get('returnTo'))
  const { hasArrived, arrive } = useArrival({ by: 'login', returnTo })
  // As it was on arrival: redeeming it must not change the page under the reader.
  const [invitation] = useState(readInvitation)

  // In the address, because the server remembers too: reloading must not start from the beginning.
  const showStep = (step: 'password' | 'code') =>
    setSearch((current) => {
      if (step === 'code') current.set('step', 'code')
      else current.delete('step')
      return current
    })

  return (
    <VisitorsOnly returnTo={returnTo}>
      {search.get('step') === 'code' ? (
        <AuthPage
          heading="Enter Your Code"
          lead="Now enter the code from your authenticator app."
          back={{ to: keepReturnTo('/auth/login', returnTo), label: 'Back to sign in' }}
        >
          <CodeForm
            hasArrived={hasArrived}
            onDone={arrive}
            onExpired={() => showStep('password')}
          />
        </AuthPage>
      ) : (
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
            </>
          }
        >
          <LoginForm
            hasArrived={hasArrived}
            onDone={arrive}
            onCodeNeeded={() => showStep('code')}
          />
          <SignInMethods returnTo={invitation ? BACK_WITH_INVITATION : returnTo} />
        </AuthPage>
      )}
    </VisitorsOnly>
  )
}
