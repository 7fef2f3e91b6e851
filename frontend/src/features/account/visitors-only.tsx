/** The pages for getting in: whoever is signed in already is taken on. */
import { type ReactNode, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { FullPageSpinner } from '@/components/full-page-spinner'
import { useSession } from '@/session/session'
import { readInvitation } from './invitation'
import { LinkPurchases } from './link-purchases'

const REDIRECT_DELAY_MS = 100

interface VisitorsOnlyProps {
  returnTo: string
  children: ReactNode
}

export function VisitorsOnly({ returnTo, children }: VisitorsOnlyProps) {
  const { user, isLoading, isAuthenticated } = useSession()
  const navigate = useNavigate()
  const [invitation] = useState(readInvitation)
  // Only on arrival: who signs in on this page is taken on by the form, in its own time.
  const [cameSignedIn, setCameSignedIn] = useState<boolean | null>(null)
  if (cameSignedIn === null && !isLoading) setCameSignedIn(isAuthenticated)
  const leaves = cameSignedIn === true && !invitation

  useEffect(() => {
    if (!leaves) return
    const redirect = setTimeout(() => void navigate(returnTo, { replace: true }), REDIRECT_DELAY_MS)
    return () => clearTimeout(redirect)
  }, [leaves, navigate, returnTo])

  if (cameSignedIn === null) return <FullPageSpinner />
  if (leaves) return <FullPageSpinner label="You're signed in. Taking you to your account" />
  if (cameSignedIn && user && invitation)
    return <LinkPurchases user={user} invitation={invitation} />
  return children
}
