/** Every section as one row of links that look like tabs; where it does not fit, it scrolls sideways. */
import { type ReactNode, useRef } from 'react'
import { NavLink, useLocation } from 'react-router'
import { $api } from '@/api/client'
import { useOpenTabInView } from '@/features/admin-kit/open-tab-in-view'
import { cn } from '@/lib/cn'
import { addressOf, type Section, useOwnSections } from './sections'

export function SectionTabs() {
  const row = useRef<HTMLUListElement>(null)
  const { pathname } = useLocation()
  const { tabs, further } = useOwnSections()
  useOpenTabInView(row, pathname)

  return (
    <nav aria-label="Dashboard sections" className="desk-width max-sm:px-0!">
      <ul
        ref={row}
        className="flex overflow-x-auto px-2 max-sm:pr-8 [scrollbar-width:none] max-sm:[mask-image:linear-gradient(to_right,transparent,black_1.25rem,black_calc(100%-2.5rem),transparent)] sm:-mx-3 sm:px-0"
      >
        {tabs.map((section) => (
          <li key={section.label} className="shrink-0">
            <Tab section={section} />
          </li>
        ))}
        <li aria-hidden className="mx-2 my-2.5 w-px shrink-0 bg-border-strong" />
        {further.map((section) => (
          <li key={section.label} className="shrink-0">
            <Tab section={section}>{section.path === 'reconciliation' && <IssueCount />}</Tab>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Tab({ section, children }: { section: Section; children?: ReactNode }) {
  const { path, label, icon: Icon } = section
  return (
    <NavLink
      to={addressOf(section)}
      end={path === ''}
      className={({ isActive }) =>
        cn(
          'relative flex h-11 items-center gap-1.5 rounded-md px-3 text-[0.9375rem] font-medium whitespace-nowrap text-muted-foreground transition-colors duration-200 -outline-offset-2 hover:bg-surface-2 hover:text-foreground sm:h-10',
          isActive &&
            'text-foreground after:absolute after:inset-x-3 after:bottom-0 after:h-0.75 after:rounded-t-full after:bg-primary',
        )
      }
    >
      <Icon aria-hidden className="size-4 max-2xl:hidden" />
      {label}
      {children}
    </NavLink>
  )
}

/** How much waits to be put right, from the strip's own answer. Silent while unknown, and at none. */
function IssueCount() {
  const { data } = $api.useQuery('get', '/api/admin/summary', {}, { staleTime: 30_000 })
  if (!data || data.issues === 0) return null
  return (
    <span className="rounded-full bg-market-soft px-1.5 text-sm text-market tabular-nums">
      {data.issues}
      <span className="sr-only">
        {data.issues === 1 ? ' issue needs' : ' issues need'} attention
      </span>
    </span>
  )
}
