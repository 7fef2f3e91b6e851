/** A link that opens nothing: the server says why, or could not be asked. */
import { Unlink } from 'lucide-react'
import { Link } from 'react-router'
import { ApiError, errorMessage } from '@/api/api-error'
import { NoticePage } from '@/components/notice-page'
import { Button } from '@/components/ui/button'
import { SeeDates } from './see-dates'

const FALLBACK = "This page couldn't be loaded. Check your connection and try again."

interface ClosedLinkProps {
  error: unknown
  retrying: boolean
  onRetry: () => void
}

export function ClosedLink({ error, retrying, onRetry }: ClosedLinkProps) {
  const isRefusal = error instanceof ApiError && error.status < 500 && error.status !== 429
  return (
    <NoticePage
      icon={Unlink}
      heading={isRefusal ? "This link doesn't work" : "This page couldn't be loaded"}
      actions={
        isRefusal ? (
          <>
            <SeeDates />
            <Button asChild size="lg" variant="outline">
              <Link to="/contact">Contact us</Link>
            </Button>
          </>
        ) : (
          <Button size="lg" busy={retrying} onClick={onRetry}>
            Try again
          </Button>
        )
      }
    >
      <p role="alert">{errorMessage(error, FALLBACK)}</p>
    </NoticePage>
  )
}
