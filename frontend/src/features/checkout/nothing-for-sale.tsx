/** Between two series nothing can be bought: say so, and where to ask. */
import { CalendarX } from 'lucide-react'
import { Link } from 'react-router'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'

export function NothingForSale() {
  return (
    <EmptyState
      icon={CalendarX}
      title="Nothing is for sale right now"
      action={
        <Button asChild>
          <Link to={`/contact?subject=${encodeURIComponent('Next bootcamp dates')}`}>
            Ask for the next dates
          </Link>
        </Button>
      }
    >
      New dates are being planned. Write to us and we tell you when they open.
    </EmptyState>
  )
}
