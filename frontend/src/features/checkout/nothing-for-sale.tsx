/** Between two series nothing can be bought: say so, and how to hear of the next. */
import { CalendarX } from 'lucide-react'
import { Link } from 'react-router'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { WAITING_PATH } from '@/lib/waiting-list'

export function NothingForSale() {
  return (
    <EmptyState
      icon={CalendarX}
      title="No bootcamps are on sale right now"
      action={
        <Button asChild>
          <Link to={WAITING_PATH}>Notify me of the next dates</Link>
        </Button>
      }
    >
      We're planning new dates. Leave your email and we'll tell you when they open.
    </EmptyState>
  )
}
