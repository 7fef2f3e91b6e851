/**
 * Who may see the dashboard, decided in a fixed order. The server decides again on every call;
 * this only chooses which screen to show.
 */
import { CloudAlert, Lock, ShieldAlert } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useContext, useEffect } from 'react'
import { Link, Navigate } from 'react-router'
import { errorMessage } from '@/api/api-error'
import { $api } from '@/api/client'
import type { SessionUser } from '@/api/types'
import { FullPageSpinner } from '@/components/full-page-spinner'
import { NoticePage } from '@/components/notice-page'
import { SignInAgain } from '@/components/sign-in-again'
import { Button } from '@/components/ui/button'
import { homeOf } from '@/session/home'
import { useRefreshSession, useSession } from '@/session/session'
import { BackToHome } from './back-to-home'

// Seen once in the life of a site.
const FirstAdminScreen = lazy(async () => ({
  default: (await import('./first-admin-screen')).FirstAdminScreen,
}))

interface AdminGateProps {
  children: (user: SessionUser) => ReactNode
}

export function AdminGate({ children }: AdminGateProps) {
  const { user } = useSession()
  // Whoever is not signed in was turned away further out.
  if (!user) return <FullPageSpinner />
  // Also for a real admin: who looks through a student's eyes sees what the student would.
  if (user.isImpersonating) return <Navigate to="/" replace />
  const home = homeOf(user)
  if (home === '/coach') return <Navigate to={home} replace />
  if (home === '/portal') return <NotAnAdmin />
  if (user.secondFactorRequired && !user.hasSecondFactor) return <SecondFactorScreen />
  return children(user)
}

function NotAnAdmin() {
  const { data, error, refetch, isFetching } = $api.useQuery('get', '/api/admin/exists')
  if (error) {
    return (
      <UncheckedScreen
        reason={errorMessage(error, 'The server sent an unexpected answer.')}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    )
  }
  if (!data) return <FullPageSpinner />
  if (!data.adminsExist) {
    return (
      <Suspense fallback={<FullPageSpinner />}>
        <FirstAdminScreen />
      </Suspense>
    )
  }
  return (
    <NoticePage icon={Lock} heading="Access Denied" actions={<BackToHome />}>
      <p>Admin access required. Contact an existing admin to grant you access.</p>
    </NoticePage>
  )
}

interface UncheckedScreenProps {
  reason: string
  onRetry: () => void
  retrying: boolean
}

function UncheckedScreen({ reason, onRetry, retrying }: UncheckedScreenProps) {
  const isSignedOut = useContext(SignInAgain) !== null
  return (
    <NoticePage
      icon={CloudAlert}
      heading="Your access couldn't be checked"
      actions={
        <>
          {!isSignedOut && (
            <Button size="lg" busy={retrying} onClick={onRetry}>
              Retry
            </Button>
          )}
          <BackToHome variant="outline" />
        </>
      }
    >
      <p role="alert">{reason}</p>
    </NoticePage>
  )
}

/** An operator can demand a second factor of admins; without one every call would be refused. */
function SecondFactorScreen() {
  const refreshSession = useRefreshSession()
  // It may have been set up a moment ago, in another tab.
  useEffect(() => {
    refreshSession().catch(() => undefined)
  }, [refreshSession])
  return (
    <NoticePage
      icon={ShieldAlert}
      heading="Two-step verification required"
      actions={
        <>
          <Button asChild size="lg">
            <Link to="/profile">Set up two-step verification</Link>
          </Button>
          <BackToHome variant="outline" />
        </>
      }
    >
      <p>Set up two-step verification to continue.</p>
      <p className="text-base">
        Everyone who works at this desk confirms each sign-in with a code from their phone. It takes
        about a minute.
      </p>
    </NoticePage>
  )
}
