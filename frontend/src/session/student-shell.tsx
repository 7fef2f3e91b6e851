/** The frame of the student's pages: the ways between them, and the page's heading. */
import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import { cn } from '@/lib/cn'
import { SignedInShell } from './signed-in-shell'

interface StudentShellProps {
  heading: string
  /** One sentence below the heading. */
  lead?: string
  className?: string
  children: ReactNode
}

export function StudentShell({ heading, lead, className, children }: StudentShellProps) {
  return (
    <SignedInShell>
      <div
        className={cn(
          'shell grid max-w-260 grid-cols-[minmax(0,1fr)] gap-8 py-8 lg:py-12',
          className,
        )}
      >
        <nav aria-label="Portal" className="flex border-b sm:gap-1 print:hidden">
          <Way to="/portal">My Bootcamps</Way>
          <Way to="/portal/billing">Billing</Way>
          <Way to="/profile">Profile</Way>
        </nav>
        <div className="grid gap-3 print:hidden">
          <h1 className="text-title font-extrabold">{heading}</h1>
          {lead && <p className="text-lead text-muted-foreground">{lead}</p>}
        </div>
        {children}
      </div>
    </SignedInShell>
  )
}

function Way({ to, children }: { to: string; children: ReactNode }) {
  return (
    <NavLink
      to={to}
      end
      className={({ isActive }) =>
        cn(
          '-mb-px flex min-h-11 items-center border-b-2 px-2 font-medium whitespace-nowrap transition-colors min-[23rem]:px-3 duration-200 sm:px-4',
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
