/** The frame of the student's pages: who is here, and the ways between them. */
import { Settings2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, NavLink } from 'react-router'
import { LogoutButton } from '@/components/logout-button'
import { PageShell } from '@/components/page-shell'
import { Button } from '@/components/ui/button'
import { cn } from '@/lib/cn'

interface PortalShellProps {
  heading: string
  children: ReactNode
}

export function PortalShell({ heading, children }: PortalShellProps) {
  return (
    <PageShell headerActions={<HeaderActions />}>
      <div className="shell grid max-w-260 gap-8 py-8 lg:py-12">
        <nav aria-label="Portal" className="flex gap-1 border-b">
          <Way to="/portal">My Bootcamps</Way>
          <Way to="/portal/billing">Billing</Way>
        </nav>
        <h1 className="text-title font-extrabold">{heading}</h1>
        {children}
      </div>
    </PageShell>
  )
}

function Way({ to, children }: { to: string; children: ReactNode }) {
  return (
    <NavLink
      to={to}
      end
      className={({ isActive }) =>
        cn(
          '-mb-px flex min-h-11 items-center border-b-2 px-4 font-medium transition-colors duration-200',
          isActive
            ? 'border-primary text-foreground'
            : 'border-transparent text-muted-foreground hover:text-foreground',
        )
      }
    >
      {children}
    </NavLink>
  )
}

function HeaderActions() {
  return (
    <>
      <Button asChild variant="ghost" size="sm" className="max-sm:aspect-square max-sm:px-0">
        <Link to="/profile">
          <Settings2 aria-hidden />
          <span className="max-sm:sr-only">Profile</span>
        </Link>
      </Button>
      <LogoutButton />
    </>
  )
}
