/** Opening an account. */
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { BACK_WITH_INVITATION } from '@/session/invitation'
import { AuthPage } from './auth-page'
import { readInvitation } from './invitation'
import { RegisterForm } from './register-form'
import { keepReturnTo, safeReturnTo } from './return-to'
import { SignInMethods } from './sign-in-methods'
import { TextLink } from './text-link'
import { VisitorsOnly } from './visitors-only'

export function RegisterPage() {
  const [search] = useSearchParams()
  const returnTo = safeReturnTo(search.get('returnTo'))
  // As it was on arrival: redeeming it must not change the page under the reader.
  const [invitation] = useState(readInvitation)
  return (
    <VisitorsOnly returnTo={returnTo}>
      <AuthPage
        heading="Create Account"
        lead={
          invitation
            ? "It's free and takes a minute. Your purchase will be waiting inside."
            : "It's free and takes a minute."
        }
        foot={
          <>
            Already have an account?{' '}
            <TextLink to={keepReturnTo('/auth/login', returnTo)}>Sign in</TextLink>
          </>
        }
      >
        <RegisterForm
          returnTo={returnTo}
          invitedEmail={invitation?.email ?? ''}
          addressProof={invitation?.proof ?? ''}
        />
        <SignInMethods returnTo={invitation ? BACK_WITH_INVITATION : returnTo} />
      </AuthPage>
    </VisitorsOnly>
  )
}
