/** The sections as a row of links that look like tabs; on a phone the row scrolls sideways. */
import { useEffect, useRef } from 'react'
import { NavLink, useLocation } from 'react-router'
import { cn } from '@/lib/cn'
import { useNarrow } from '@/lib/use-narrow'
import { type QuietPlace, quietPlaces, sections } from './sections'

export function SectionTabs() {
  const row = useRef<HTMLUListElement>(null)
  const { pathname } = useLocation()
  const isNarrow = useNarrow()

  // biome-ignore lint/correctness/useExhaustiveDependencies: another address has another open tab.
  useEffect(() => {
    const open = row.current?.querySelector('[aria-current="page"]')
    open?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [pathname])

  return (
    <nav aria-label="Dashboard sections" className="shell px-0! sm:px-[clamp(1.25rem,4vw,2.5rem)]!">
      <ul
        ref={row}
        className="flex gap-1 overflow-x-auto px-2 [scrollbar-width:none] max-sm:[mask-image:linear-gradient(to_right,transparent,black_1.25rem,black_calc(100%-2.5rem),transparent)] sm:-mx-3 sm:px-0"
      >
        {sections.map(({ path, label, icon }) => (
          <li key={label} className="shrink-0 py-1">
            <Tab
              to={path ? `/admin/${path}` : '/admin'}
              end={path === ''}
              label={label}
              icon={icon}
            />
          </li>
        ))}
        {isNarrow &&
          quietPlaces.map((place) => (
            <li key={place.to} className="shrink-0 py-1">
              <Tab {...place} />
            </li>
          ))}
      </ul>
    </nav>
  )
}

function Tab({ to, end = false, label, icon: Icon }: QuietPlace & { end?: boolean }) {
  return (
    <NavLink
      to={to}
      end={end}
      className={({ isActive }) =>
        cn(
          'relative flex h-11 items-center gap-2 rounded-md px-3 text-[0.9375rem] font-medium whitespace-nowrap text-muted-foreground transition-colors duration-200 -outline-offset-2 hover:bg-surface-2 hover:text-foreground',
          isActive &&
            'text-foreground after:absolute after:inset-x-3 after:-bottom-1 after:h-0.75 after:rounded-t-full after:bg-primary',
        )
      }
    >
      <Icon aria-hidden className="size-4" />
      {label}
    </NavLink>
  )
}
