/** Pages for people who are signed in; everyone else is told so and taken to sign in. */
import { type ReactNode, useEffect } from 'react'
import { FullPageSpinner } from '@/components/full-page-spinner'
import { toast } from '@/lib/toast'
import { useSession } from './session'

const REDIRECT_DELAY_MS = 500

export function RequireSignIn({ children }: { children: ReactNode }) {
  const { isLoading, isAuthenticated, error } = useSession()
  const loggedOut = !isLoading && !isAuthenticated && !error

  useEffect(() => {
    if (!loggedOut) return
    toast({
      title: 'Unauthorized',
      description: 'You are logged out. Logging in again...',
      variant: 'destructive',
    })
    const redirect = setTimeout(() => window.location.assign('/api/login'), REDIRECT_DELAY_MS)
    return () => clearTimeout(redirect)
  }, [loggedOut])

  // A server in trouble has not signed anyone out: the error screen offers to try again.
  if (error) throw error
  if (isLoading) return <FullPageSpinner />
  if (loggedOut) return <FullPageSpinner label="Taking you to sign in" />
  return children
}
