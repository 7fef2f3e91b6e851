/** Header, main and footer of an ordinary page. */
import type { ReactNode } from 'react'
import { cn } from '@/lib/cn'
import { SiteFooter } from './site-footer'
import { SiteHeader } from './site-header'
import { MAIN_ID } from './skip-link'

interface PageShellProps {
  /** The first thing in the header after the name. */
  headerStart?: ReactNode
  /** Stands at the right end of the header. */
  headerActions?: ReactNode
  className?: string
  children: ReactNode
}

export function PageShell({ headerStart, headerActions, className, children }: PageShellProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SiteHeader start={headerStart}>{headerActions}</SiteHeader>
      <main id={MAIN_ID} tabIndex={-1} className={cn('flex-1', className)}>
        {children}
      </main>
      <SiteFooter />
    </div>
  )
}
