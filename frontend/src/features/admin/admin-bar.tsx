/** The bar of the dashboard: who is at the desk, in which role, and the way out. */
import { Eye } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, NavLink } from 'react-router'
import type { SessionUser } from '@/api/types'
import { BrandMark } from '@/components/brand-mark'
import { LogoutButton } from '@/components/logout-button'
import { ThemeToggle } from '@/components/theme-toggle'
import { Badge } from '@/components/ui/badge'
import { buttonVariants } from '@/components/ui/button'
import { cn } from '@/lib/cn'
import { useNarrow } from '@/lib/use-narrow'
import { roleInEffect } from '@/session/session'
import { WhileSignedIn } from '@/session/signed-in-shell'
import { type QuietPlace, quietPlaces } from './sections'

interface AdminBarProps {
  user: SessionUser
  /** The second row. */
  children?: ReactNode
}

export function AdminBar({ user, children }: AdminBarProps) {
  const isNarrow = useNarrow()
  return (
    <header className="sticky top-0 z-40 border-b bg-background/90 backdrop-blur-md">
      <div className="shell flex flex-wrap items-center justify-between gap-x-4 py-3 sm:h-16 sm:flex-nowrap sm:py-0">
        <Link
          to="/admin"
          className="flex min-h-11 shrink-0 items-center gap-2.5 rounded-md font-display text-lg font-bold tracking-tight"
        >
          <BrandMark className="shrink-0" />
          Admin Panel
        </Link>
        <Identity user={user} />
        <div className="flex shrink-0 items-center gap-1 sm:gap-2">
          {!isNarrow && quietPlaces.map((place) => <QuietLink key={place.to} {...place} />)}
          <ThemeToggle />
          <WhileSignedIn>
            <LogoutButton />
          </WhileSignedIn>
        </div>
      </div>
      {children}
    </header>
  )
}

/** The way to a place beside the six tabs; an icon alone where there is little room. */
function QuietLink({ to, label, icon: Icon }: QuietPlace) {
  return (
    <NavLink
      to={to}
      aria-label={label}
      className={({ isActive }) =>
        cn(
          buttonVariants({ variant: 'ghost', size: 'sm' }),
          'text-muted-foreground max-lg:aspect-square max-lg:px-0',
          isActive && 'bg-surface-2 text-foreground',
        )
      }
    >
      <Icon aria-hidden />
      <span className="max-lg:hidden">{label}</span>
    </NavLink>
  )
}

/** On a phone a line of its own, below the title and the buttons. */
function Identity({ user }: { user: SessionUser }) {
  return (
    <div className="flex min-w-0 items-center gap-2 max-sm:order-last max-sm:w-full max-sm:pt-1 sm:ml-auto">
      {user.isImpersonating && (
        <Badge tone="build">
          <Eye aria-hidden />
          Impersonating
        </Badge>
      )}
      <span className="truncate text-sm text-muted-foreground">{user.email}</span>
      <Badge tone="positive">{roleInEffect(user)}</Badge>
    </div>
  )
}
