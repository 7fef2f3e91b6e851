/** `/`: the sales page for visitors; signed-in people are taken to where they work. */
import { Navigate } from 'react-router'
import { FullPageSpinner } from '@/components/full-page-spinner'
import { LandingPage } from '@/features/landing/landing-page'
import { roleInEffect, useSession } from '@/session/session'

export function FrontDoor() {
  const { user, isLoading } = useSession()
  if (isLoading) return <FullPageSpinner />
  if (user) return <Navigate to={roleInEffect(user) === 'ADMIN' ? '/admin' : '/portal'} replace />
  return <LandingPage />
}
