import { Link } from 'react-router'
import { site } from '@/lib/site'
import { BrandMark } from './brand-mark'

const links = [
  { to: '/privacy-policy', label: 'Privacy Policy' },
  { to: '/terms-of-service', label: 'Terms of Service' },
  { to: '/contact', label: 'Contact' },
] as const

export function SiteFooter() {
  return (
    <footer className="border-t">
      <div className="shell flex flex-col gap-6 py-10 sm:flex-row sm:items-center sm:justify-between">
        <div className="flex items-center gap-3">
          <BrandMark className="size-7" />
          <p className="text-sm text-muted-foreground">
            <span className="font-medium text-foreground">{site.name}</span>, run by{' '}
            {site.operatorName}
          </p>
        </div>
        <nav aria-label="Footer">
          <ul className="flex flex-wrap gap-x-6 gap-y-1">
            {links.map(({ to, label }) => (
              <li key={to}>
                <Link
                  to={to}
                  className="inline-flex min-h-11 items-center rounded-sm text-sm text-muted-foreground underline-offset-4 transition-colors duration-200 hover:text-foreground hover:underline"
                >
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </footer>
  )
}
