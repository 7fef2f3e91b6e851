/** The bar of the dashboard: who is at the desk, in which role, and the way out. */
import { Eye, Keyboard } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { SessionUser } from '@/api/types'
import { BrandMark } from '@/components/brand-mark'
import { LogoutButton } from '@/components/logout-button'
import { ThemeToggle } from '@/components/theme-toggle'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { SearchOpener } from '@/features/admin-search/search-opener'
import { roleInEffect } from '@/session/session'
import { WhileSignedIn } from '@/session/signed-in-shell'
import { addressOf, useOwnSections } from './sections'

interface AdminBarProps {
  user: SessionUser
  onShowKeys: () => void
  /** The second row. */
  children?: ReactNode
}

export function AdminBar({ user, onShowKeys, children }: AdminBarProps) {
  const { tabs, further } = useOwnSections()
  const places = [...tabs, ...further].map((section) => ({
    to: addressOf(section),
    label: section.label,
  }))
  return (
    <header className="sticky top-0 z-40 border-b bg-background/90 backdrop-blur-md">
      <div className="desk-width flex flex-wrap items-center justify-between gap-x-4 max-sm:pb-1 sm:h-12 sm:flex-nowrap">
        <Link
          to="/admin"
          className="flex min-h-11 shrink-0 items-center gap-2 rounded-md font-display font-bold tracking-tight"
        >
          <BrandMark className="shrink-0" />
          Admin Panel
        </Link>
        <Identity user={user} />
        <div className="flex shrink-0 items-center gap-1 sm:gap-2">
          <SearchOpener places={places} />
          {/* A finger has no use for keys, and a narrow bar no room for them. */}
          <Button
            variant="ghost"
            size="sm"
            icon
            aria-label="Keyboard shortcuts"
            aria-keyshortcuts="?"
            className="max-sm:hidden pointer-coarse:hidden"
            onClick={onShowKeys}
          >
            <Keyboard aria-hidden />
          </Button>
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

/** On a phone a line of its own, below the title and the buttons. */
function Identity({ user }: { user: SessionUser }) {
  return (
    <div className="flex min-w-0 items-center gap-2 max-sm:order-last max-sm:w-full sm:ml-auto">
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
