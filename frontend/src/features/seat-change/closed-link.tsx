/** A link that opens nothing: the server says why, or could not be asked. */
import type { LucideIcon } from 'lucide-react'
import { Link } from 'react-router'
import { ApiError, errorMessage } from '@/api/api-error'
import { NoticePage } from '@/components/notice-page'
import { Button } from '@/components/ui/button'
import { site } from '@/lib/site'

interface ClosedLinkProps {
  icon: LucideIcon
  heading: string
  fallback: string
  error: unknown
  retrying: boolean
  onRetry: () => void
}

export function ClosedLink({ icon, heading, fallback, error, retrying, onRetry }: ClosedLinkProps) {
  const isRefusal = error instanceof ApiError && error.status < 500 && error.status !== 429
  return (
    <NoticePage
      icon={icon}
      heading={isRefusal ? heading : "This page couldn't be loaded"}
      actions={
        <>
          {isRefusal ? (
            <Button asChild size="lg">
              <Link to="/portal">Open your portal</Link>
            </Button>
          ) : (
            <Button size="lg" busy={retrying} onClick={onRetry}>
              Try again
            </Button>
          )}
          <Button asChild size="lg" variant="outline">
            <a href={`mailto:${site.supportEmail}`}>Contact support</a>
          </Button>
        </>
      }
    >
      <p role="alert">{errorMessage(error, fallback)}</p>
    </NoticePage>
  )
}
