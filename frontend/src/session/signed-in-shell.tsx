/** An ordinary page of somebody signed in: the header knows who is here, and where else they work. */
import { CalendarClock, CircleUserRound, LogIn, ShieldCheck } from 'lucide-react'
import { type ReactNode, useContext } from 'react'
import { Link, useLocation } from 'react-router'
import { LogoutButton } from '@/components/logout-button'
import { PageShell } from '@/components/page-shell'
import { SignInAgain } from '@/components/sign-in-again'
import { Button } from '@/components/ui/button'
import { homeOf } from './home'
import { useSession } from './session'

interface SignedInShellProps {
  /** For pages that are not among the student's tabs, where the profile is one. */
  withProfile?: boolean
  children: ReactNode
}

export function SignedInShell({ withProfile = false, children }: SignedInShellProps) {
  return (
    <PageShell
      headerStart={<AdminLink />}
      headerActions={
        <WhileSignedIn>
          {withProfile && <ProfileLink />}
          <LogoutButton className="max-sm:[&_svg]:hidden" />
        </WhileSignedIn>
      }
    >
      {children}
    </PageShell>
  )
}

/** What only somebody signed in can use; when the session has ended, the way back in. */
export function WhileSignedIn({ children }: { children: ReactNode }) {
  const signInAgain = useContext(SignInAgain)
  if (signInAgain === null) return children
  return (
    <Button asChild variant="outline" size="sm">
      <a href={signInAgain}>
        <LogIn aria-hidden />
        Sign in
      </a>
    </Button>
  )
}

/** Logout for pages that are open to everybody: only where somebody is signed in. */
export function LogoutIfSignedIn() {
  const { isAuthenticated } = useSession()
  return isAuthenticated && <LogoutButton className="max-sm:[&_svg]:hidden" />
}

function AdminLink() {
  const { user, isAuthenticated } = useSession()
  if (!isAuthenticated || !user) return null
  const home = homeOf(user)
  if (home === '/coach') return <CoachLink />
  if (home === '/portal') return null
  return (
    <Button asChild variant="ghost" size="sm" className="max-sm:px-3">
      <Link to="/admin">
        <ShieldCheck aria-hidden className="max-sm:hidden" />
        <span>
          Admin<span className="max-sm:sr-only"> Panel</span>
        </span>
      </Link>
    </Button>
  )
}

function CoachLink() {
  // Where they are already, it would only take the school's name its room.
  if (useLocation().pathname === '/coach') return null
  return (
    <Button asChild variant="ghost" size="sm" className="max-sm:px-3">
      <Link to="/coach">
        <CalendarClock aria-hidden className="max-sm:hidden" />
        Coaching
      </Link>
    </Button>
  )
}

function ProfileLink() {
  return (
    <Button asChild variant="ghost" size="sm" className="max-sm:px-3">
      <Link to="/profile">
        <CircleUserRound aria-hidden className="max-sm:hidden" />
        Profile
      </Link>
    </Button>
  )
}
