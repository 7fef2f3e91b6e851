/** A personal link that opens nothing: the server says why, or could not be asked. */
import { Unlink } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ApiError, errorMessage } from '@/api/api-error'
import { NoticePage } from '@/components/notice-page'
import { Button } from '@/components/ui/button'
import { isOffline, OFFLINE } from '@/lib/online'

const NOT_LOADED = "This page couldn't be loaded. Check your connection and try again."

interface NoLinkProps {
  error: unknown
  retrying: boolean
  onRetry: () => void
  /** What helps instead of the link, before writing to us. */
  first?: ReactNode
}

export function NoLink({ error, retrying, onRetry, first }: NoLinkProps) {
  const isRefusal = error instanceof ApiError && error.status < 500 && error.status !== 429
  return (
    <NoticePage
      icon={Unlink}
      heading={isRefusal ? "This link doesn't work" : "This page couldn't be loaded"}
      actions={
        isRefusal ? (
          <>
            {first ?? (
              <Button asChild size="lg">
                <Link to="/portal">Open your portal</Link>
              </Button>
            )}
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
      <p role="alert">{errorMessage(error, isOffline() ? OFFLINE : NOT_LOADED)}</p>
    </NoticePage>
  )
}
