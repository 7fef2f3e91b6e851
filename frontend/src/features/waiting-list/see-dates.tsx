/** The way on for whoever waits no longer. */
import { Link } from 'react-router'
import { Button } from '@/components/ui/button'

export function SeeDates() {
  return (
    <Button asChild size="lg">
      <Link to="/checkout">See open dates</Link>
    </Button>
  )
}
