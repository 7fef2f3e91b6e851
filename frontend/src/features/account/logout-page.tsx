/** Asks before signing out, when it was not clear that a person wanted it. */
import { LogOut } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { FullPageSpinner } from '@/components/full-page-spinner'
import { NoticePage } from '@/components/notice-page'
import { Button } from '@/components/ui/button'
import { forgetTypedBuyer } from '@/lib/typed-buyer'
import { useSession } from '@/session/session'
import { GoodbyePage } from './goodbye-page'

export function LogoutPage() {
  const { user, isLoading } = useSession()
  const [search] = useSearchParams()
  if (isLoading) return <FullPageSpinner />
  if (!user && search.get('ended') === 'deleted') return <GoodbyePage />
  if (!user) {
    return (
      <NoticePage
        icon={LogOut}
        heading="You're Logged Out"
        actions={
          <>
            <Button asChild size="lg">
              <Link to="/auth/login">Sign In</Link>
            </Button>
            <Button asChild size="lg" variant="outline">
              <Link to="/">Back to the main site</Link>
            </Button>
          </>
        }
      >
        <p>You're signed out in this browser.</p>
      </NoticePage>
    )
  }
  return (
    <NoticePage
      icon={LogOut}
      heading="Log Out?"
      actions={
        <>
          <Button asChild size="lg">
            {/* The server's own address, so that it is a navigation and not a call. */}
            <a href="/api/logout?confirmed=1" onClick={forgetTypedBuyer}>
              Log Out
            </a>
          </Button>
          <Button asChild size="lg" variant="outline">
            <Link to="/home">Stay Signed In</Link>
          </Button>
        </>
      }
    >
      <p>
        You're signed in as{' '}
        <span className="font-medium wrap-anywhere text-foreground">{user.email}</span>.
      </p>
    </NoticePage>
  )
}
