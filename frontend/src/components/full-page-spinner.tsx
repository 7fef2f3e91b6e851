/** Waiting for something without which there is no page to show. */
import { Spinner } from './ui/spinner'

export function FullPageSpinner({ label = 'Loading' }: { label?: string }) {
  return (
    <div role="status" className="grid min-h-dvh place-items-center text-muted-foreground">
      <span className="flex items-center gap-3">
        <Spinner className="size-6" />
        {label}
      </span>
    </div>
  )
}
