/** The bar at the top of the sales page. */
import { LogOut } from 'lucide-react'
import { Link } from 'react-router'
import type { SessionUser } from '@/api/types'
import { BrandMark } from '@/components/brand-mark'
import { ThemeToggle } from '@/components/theme-toggle'
import { Button } from '@/components/ui/button'
import { site } from '@/lib/site'
import { useSession } from '@/session/session'
import { glideToTarget } from './glide'
import { Login } from './login'

export const REGISTER_ID = 'register'

export function LandingBar() {
  const { user } = useSession()
  return (
    <header className="sticky top-0 z-40 bg-background/85 backdrop-blur-md">
      <div className="shell flex h-16 items-center justify-between gap-3">
        <Link
          to="/"
          className="flex min-h-11 min-w-0 items-center gap-2 rounded-md font-display sm:gap-2.5 text-lg font-bold tracking-tight"
        >
          <BrandMark className="shrink-0" />
          {/* The narrowest phones have room for the mark and the three things one can do. */}
          <span className="truncate max-sm:text-base max-[23rem]:sr-only">{site.name}</span>
        </Link>
        <nav aria-label="Account" className="flex shrink-0 items-center gap-0.5 sm:gap-2">
          <div className="shrink-0 noscript:hidden">
            <ThemeToggle />
          </div>
          {user ? <SignedIn user={user} /> : <SignedOut />}
        </nav>
      </div>
    </header>
  )
}

function SignedOut() {
  return (
    <>
      <Login />
      <Button asChild size="sm" className="max-sm:px-3.5">
        <a href={`#${REGISTER_ID}`} data-glide onClick={glideToTarget}>
          Register Now
        </a>
      </Button>
    </>
  )
}

function SignedIn({ user }: { user: SessionUser }) {
  return (
    <>
      <span className="truncate px-2 text-sm font-medium">
        {`${user.firstName} ${user.lastName}`.trim()}
      </span>
      <Button asChild variant="outline" size="sm">
        <a href="/api/logout">
          <LogOut aria-hidden />
          Logout
        </a>
      </Button>
    </>
  )
}
