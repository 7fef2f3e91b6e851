/** `/`: the sales page for visitors; signed-in people are taken to where they work. */
import { Navigate, useLocation } from 'react-router'
import { FullPageSpinner } from '@/components/full-page-spinner'
import { LandingPage } from '@/features/landing/landing-page'
import { codeIn, withCode } from '@/lib/discount-code'
import { homeOf } from '@/session/home'
import { useSession } from '@/session/session'

export function FrontDoor() {
  const { user, isLoading } = useSession()
  const code = codeIn(useLocation().search)
  if (isLoading) return <FullPageSpinner />
  if (!user) return <LandingPage />
  const home = homeOf(user)
  // Somebody who follows a link with a code comes to buy.
  return <Navigate to={code && home === '/portal' ? withCode('/checkout', code) : home} replace />
}
