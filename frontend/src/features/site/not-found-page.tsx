/** No page at this address. The heading is the one promised; the rest helps to get on. */
import { ArrowRight, Compass } from 'lucide-react'
import { Link } from 'react-router'
import { NoticePage } from '@/components/notice-page'
import { Button } from '@/components/ui/button'

export function NotFoundPage() {
  return (
    <NoticePage
      icon={Compass}
      eyebrow="Error 404"
      heading="Page Not Found"
      actions={
        <>
          <Button asChild size="lg">
            <Link to="/">
              Back to the main page
              <ArrowRight aria-hidden />
            </Link>
          </Button>
          <Button asChild size="lg" variant="outline">
            <Link to="/contact">Contact us</Link>
          </Button>
        </>
      }
    >
      <p>
        The link may be old, or there's a typo in the address. Everything we offer starts on the
        main page.
      </p>
    </NoticePage>
  )
}
