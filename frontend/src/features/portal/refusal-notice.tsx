/** Why something did not open, in the server's own words. */
import { ShieldAlert } from 'lucide-react'
import type { Ref } from 'react'

interface RefusalNoticeProps {
  ref: Ref<HTMLDivElement>
  /** Empty while nothing was refused. */
  message: string
}

export function RefusalNotice({ ref, message }: RefusalNoticeProps) {
  return (
    // Always there, so that a screen reader hears what appears in it.
    <div ref={ref} role="alert" tabIndex={-1} className="empty:hidden">
      {message && (
        <div className="flex items-start gap-3.5 rounded-xl border border-destructive/40 bg-market-soft/50 p-5">
          <ShieldAlert aria-hidden className="mt-0.5 size-6 shrink-0 text-market" />
          <p className="font-medium">{message}</p>
        </div>
      )}
    </div>
  )
}
