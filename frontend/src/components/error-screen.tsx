/** The page could not be shown at all. */
import { CloudAlert } from 'lucide-react'
import { isOffline } from '@/lib/online'
import { site } from '@/lib/site'
import { NoticePage } from './notice-page'
import { Button } from './ui/button'

export function ErrorScreen({ requestId }: { requestId: string | null }) {
  const subject = requestId ? `Something went wrong (request ${requestId})` : 'Something went wrong'
  return (
    <NoticePage
      icon={CloudAlert}
      heading="Something went wrong"
      actions={
        <>
          <Button size="lg" onClick={() => window.location.reload()}>
            Reload
          </Button>
          <Button asChild size="lg" variant="outline">
            <a href={`mailto:${site.supportEmail}?subject=${encodeURIComponent(subject)}`}>
              Contact support
            </a>
          </Button>
        </>
      }
    >
      <p>
        {isOffline()
          ? "You seem to be offline. Reload the page when you're back online."
          : 'The problem is on our side. Reloading the page usually helps.'}
      </p>
      {requestId && (
        <p className="text-base">
          If you contact us, please mention request{' '}
          <code className="rounded-sm bg-surface-2 px-1.5 py-0.5 font-sans font-medium text-foreground">
            {requestId}
          </code>
          .
        </p>
      )}
    </NoticePage>
  )
}
