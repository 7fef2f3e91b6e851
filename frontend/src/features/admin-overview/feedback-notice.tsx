/** Low scores that nobody has dealt with, and the way to them; nothing while there are none. */
import { ArrowRight, MessageSquareWarning } from 'lucide-react'
import { Link } from 'react-router'
import { useSummary } from './use-summary'

export function FeedbackNotice() {
  const { data } = useSummary()
  const count = data?.lowFeedback ?? 0
  if (count === 0) return null
  return (
    <section
      aria-label="Feedback"
      className="flex min-h-10 min-w-0 flex-wrap items-center gap-x-3 rounded-lg border bg-surface px-3 py-1 text-sm max-md:w-full"
    >
      <MessageSquareWarning
        aria-hidden
        className="size-4 shrink-0 text-muted-foreground max-sm:hidden"
      />
      <p className="font-medium tabular-nums">
        {count === 1 ? '1 low score needs a reply.' : `${count} low scores need a reply.`}
      </p>
      <Link
        to="/admin/feedback?view=needs_reply"
        className="touch-target flex items-center gap-1 rounded-md font-medium underline-offset-4 hover:underline"
      >
        Open feedback
        <ArrowRight aria-hidden className="size-4" />
      </Link>
    </section>
  )
}
