/** Between two series nothing can be bought: say so, and where to ask. */
import { CalendarX } from 'lucide-react'
import { Link } from 'react-router'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'

export function NothingForSale() {
  return (
    <EmptyState
      icon={CalendarX}
      title="No bootcamps are on sale right now"
      action={
        <Button asChild>
          <Link to={`/contact?subject=${encodeURIComponent('Next bootcamp dates')}`}>
            Ask about the next dates
          </Link>
        </Button>
      }
    >
      We're planning new dates. Contact us and we'll tell you when they open.
    </EmptyState>
  )
}
