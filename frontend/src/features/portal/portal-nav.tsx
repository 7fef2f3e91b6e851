/** The two halves of a student's place. */
import { NavLink } from 'react-router'
import { cn } from '@/lib/cn'

const places = [
  { to: '/portal', label: 'My Bootcamps' },
  { to: '/portal/billing', label: 'Billing' },
] as const

export function PortalNav() {
  return (
    <nav aria-label="Your place" className="print:hidden">
      <ul className="flex gap-6 border-b">
        {places.map(({ to, label }) => (
          <li key={to}>
            <NavLink
              to={to}
              end
              className={({ isActive }) =>
                cn(
                  '-mb-px inline-flex min-h-11 items-center border-b-2 font-medium transition-colors duration-200',
                  isActive
                    ? 'border-primary text-foreground'
                    : 'border-transparent text-muted-foreground hover:text-foreground',
                )
              }
            >
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
