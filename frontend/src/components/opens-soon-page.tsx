/** Stands where a part of the site is not open yet. */
import { DoorOpen } from 'lucide-react'
import { Link } from 'react-router'
import { NoticePage } from './notice-page'
import { Button } from './ui/button'

export function OpensSoonPage({ heading }: { heading: string }) {
  return (
    <NoticePage
      icon={DoorOpen}
      heading={heading}
      actions={
        <Button asChild size="lg">
          <Link to="/">Back to the main page</Link>
        </Button>
      }
    >
      <p>This part of the site opens soon. Please come back in a little while.</p>
    </NoticePage>
  )
}
