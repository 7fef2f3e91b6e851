/** An address of the desk that somebody's role does not include: says so, and leads back. */
import { Lock } from 'lucide-react'
import { Link } from 'react-router'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'

export function NotInYourRole() {
  return (
    <EmptyState
      icon={Lock}
      title="Your role doesn't include this page"
      action={
        <Button asChild variant="outline">
          <Link to="/admin">Back to the overview</Link>
        </Button>
      }
    >
      If you need it for your work, ask an admin of this site to change your role.
    </EmptyState>
  )
}
