/** An address beneath /admin that leads nowhere: says so, and where one may have wanted to go. */
import { Link } from 'react-router'
import { Button } from '@/components/ui/button'
import { useOwnSections } from './sections'

export function NoSuchSection() {
  const { tabs } = useOwnSections()
  return (
    <div className="grid gap-5">
      <p className="text-muted-foreground">
        The address may be mistyped or out of date. Try one of these pages:
      </p>
      <ul className="flex flex-wrap gap-3">
        {tabs.map(({ path, label, icon: Icon }) => (
          <li key={label}>
            <Button asChild variant="outline">
              <Link to={path ? `/admin/${path}` : '/admin'}>
                <Icon aria-hidden />
                {label}
              </Link>
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
