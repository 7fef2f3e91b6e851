/** The parts of a bootcamp's page, each at an address of its own. */
import { useRef } from 'react'
import { NavLink } from 'react-router'
import { useOpenTabInView } from '@/features/admin-kit/open-tab-in-view'
import { cn } from '@/lib/cn'
import { type Right, useRights } from '@/session/rights'

/** The first stands at the page's own address. Who lacks the right isn't offered the part. */
export const tabs = [
  { path: '', name: 'People', right: 'desk' },
  { path: 'readiness', name: 'Readiness', right: 'desk' },
  { path: 'change', name: 'Class change', right: 'money' },
  { path: 'waiting', name: 'Waiting list', right: 'desk' },
  { path: 'messages', name: 'Messages', right: 'messages' },
  { path: 'resources', name: 'Resources', right: 'desk' },
  { path: 'meeting', name: 'Meeting', right: 'desk' },
  { path: 'prices', name: 'Prices', right: 'desk' },
  { path: 'money', name: 'Money', right: 'money' },
  { path: 'settings', name: 'Settings', right: 'catalogue' },
] as const satisfies { path: string; name: string; right: Right }[]

export type TabPath = (typeof tabs)[number]['path']

interface CohortTabsProps {
  bootcampId: number
  open: TabPath
  /** Only a class that was canceled or moved has something to show there. */
  hasChange: boolean
  /** A class that is over, or won't take place, need not be ready. */
  isComing: boolean
}

export function CohortTabs({ bootcampId, open, hasChange, isComing }: CohortTabsProps) {
  const may = useRights()
  const row = useRef<HTMLUListElement>(null)
  useOpenTabInView(row, open)

  return (
    <nav aria-label="Parts of this bootcamp" className="-mx-1 min-w-0 border-b">
      <ul
        ref={row}
        className="flex overflow-x-auto px-1 [scrollbar-width:none] max-sm:pr-8 max-sm:[mask-image:linear-gradient(to_right,black_calc(100%-2.5rem),transparent)]"
      >
        {tabs
          .filter(
            ({ right, path }) =>
              may(right) &&
              (path !== 'change' || hasChange) &&
              (path !== 'readiness' || isComing || open === 'readiness'),
          )
          .map(({ path, name }) => (
            <li key={path} className="shrink-0">
              <NavLink
                end
                to={`/admin/bootcamps/${bootcampId}${path && `/${path}`}`}
                preventScrollReset
                className={({ isActive }) =>
                  cn(
                    'relative flex h-11 items-center rounded-md px-3 text-[0.9375rem] font-medium whitespace-nowrap text-muted-foreground transition-colors duration-200 -outline-offset-2 hover:text-foreground sm:h-10',
                    isActive &&
                      'text-foreground after:absolute after:inset-x-3 after:bottom-0 after:h-0.5 after:rounded-t-full after:bg-primary',
                  )
                }
              >
                {name}
              </NavLink>
            </li>
          ))}
      </ul>
    </nav>
  )
}
