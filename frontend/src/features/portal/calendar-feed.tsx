/** A private address that calendars can subscribe to: moved and canceled sessions follow. */
import { CalendarSync, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { errorMessage } from '@/api/api-error'
import { $api } from '@/api/client'
import { CopyButton } from '@/components/copy-button'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Input } from '@/components/ui/input'
import { toast } from '@/lib/toast'

export function CalendarFeed() {
  const [url, setUrl] = useState('')
  const show = $api.useMutation('post', '/api/user/calendar-feed')
  const settle = {
    onSuccess: (feed: { url: string }) => setUrl(feed.url),
    onError: (error: unknown) =>
      toast({
        title: 'Error',
        description: errorMessage(error, "We couldn't load your calendar link."),
        variant: 'destructive',
      }),
  }
  return (
    <section
      aria-labelledby="calendar-feed"
      className="grid gap-4 rounded-2xl border bg-surface p-6 shadow-card sm:p-7"
    >
      <div className="flex gap-4">
        <span className="grid size-11 shrink-0 place-items-center rounded-xl bg-accent-soft text-primary">
          <CalendarSync aria-hidden className="size-6" />
        </span>
        <div className="grid gap-1">
          <h2 id="calendar-feed" className="text-lg font-bold tracking-tight">
            Keep your calendar in sync
          </h2>
          <p className="text-muted-foreground">
            Subscribe once and all your sessions appear in your calendar. New dates and
            cancellations update automatically.
          </p>
        </div>
      </div>
      {url ? (
        <FeedAddress url={url} settle={settle} />
      ) : (
        <Button
          variant="outline"
          className="justify-self-start"
          busy={show.isPending}
          onClick={() => show.mutate({}, settle)}
        >
          Show my calendar link
        </Button>
      )}
    </section>
  )
}

interface FeedAddressProps {
  url: string
  settle: { onSuccess: (feed: { url: string }) => void; onError: (error: unknown) => void }
}

function FeedAddress({ url, settle }: FeedAddressProps) {
  const [asks, setAsks] = useState(false)
  const renew = $api.useMutation('post', '/api/user/calendar-feed/renew')
  const confirm = () =>
    renew.mutate(
      {},
      {
        onSuccess: (feed) => {
          settle.onSuccess(feed)
          toast({ title: 'Calendar link renewed', description: 'The old link no longer works.' })
        },
        onError: settle.onError,
        onSettled: () => setAsks(false),
      },
    )
  return (
    <div className="grid gap-3">
      <Input
        readOnly
        value={url}
        aria-label="Your private calendar link"
        onFocus={(event) => event.target.select()}
      />
      <div className="flex flex-wrap items-center gap-2">
        <Button asChild size="sm">
          <a href={url.replace(/^https?:/, 'webcal:')}>Open in my calendar</a>
        </Button>
        <CopyButton text={url} label="Copy the calendar link">
          Copy link
        </CopyButton>
        <Button variant="ghost" size="sm" onClick={() => setAsks(true)}>
          <RefreshCw aria-hidden />
          Renew link
        </Button>
      </div>
      <p className="text-sm text-muted-foreground">
        Keep this link private: anyone who has it can see your dates.
      </p>
      <ConfirmDialog
        open={asks}
        onOpenChange={setAsks}
        title="Renew your calendar link?"
        description="Your current link will stop working. Calendars that use it need the new one."
        confirmLabel="Renew link"
        pendingLabel="Renewing…"
        pending={renew.isPending}
        onConfirm={confirm}
      />
    </div>
  )
}
