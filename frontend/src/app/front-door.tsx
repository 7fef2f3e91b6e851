/** `/`: the sales page for visitors; signed-in people are taken to where they work. */
import { Navigate, useLocation } from 'react-router'
import { FullPageSpinner } from '@/components/full-page-spinner'
import { LandingPage } from '@/features/landing/landing-page'
import { codeIn, withCode } from '@/lib/discount-code'
import { roleInEffect, useSession } from '@/session/session'

export function FrontDoor() {
  const { user, isLoading } = useSession()
  const code = codeIn(useLocation().search)
  if (isLoading) return <FullPageSpinner />
  if (user && roleInEffect(user) === 'ADMIN') return <Navigate to="/admin" replace />
  // Whoever follows a link with a code comes to buy.
  if (user) return <Navigate to={code ? withCode('/checkout', code) : '/portal'} replace />
  return <LandingPage />
}
