/** The bar at the top of every page: where one is, and a place for what one can do. */
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { site } from '@/lib/site'
import { BrandMark } from './brand-mark'
import { ThemeToggle } from './theme-toggle'

interface SiteHeaderProps {
  start?: ReactNode
  children?: ReactNode
}

export function SiteHeader({ start, children }: SiteHeaderProps) {
  return (
    <header className="sticky top-0 z-40 bg-background/85 backdrop-blur-md">
      <div className="shell flex h-16 items-center justify-between gap-3">
        <div className="@container min-w-0 flex-1">
          <Link
            to="/"
            className="inline-flex min-h-11 max-w-full items-center gap-2.5 rounded-md font-display text-lg font-bold tracking-tight"
          >
            <BrandMark className="shrink-0" />
            {/* Beside many buttons the mark alone: one letter and a dot is no name. */}
            <span className="truncate @max-[6rem]:sr-only">{site.name}</span>
          </Link>
        </div>
        <div className="flex shrink-0 items-center gap-1 sm:gap-2">
          {start}
          <ThemeToggle />
          {children}
        </div>
      </div>
    </header>
  )
}
