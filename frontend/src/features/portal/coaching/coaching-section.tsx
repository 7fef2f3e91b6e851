/** The private hours of a student: to be scheduled, joined, moved. */
import { CalendarClock } from 'lucide-react'
import { useId, useState } from 'react'
import { errorMessage } from '@/api/api-error'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { Skeleton } from '@/components/ui/skeleton'
import { CoachingCard } from './coaching-card'
import { type CoachingSession, useCoachingSessions } from './coaching-sessions'
import { SlotDialog } from './slot-dialog'

export function CoachingSection() {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className="grid min-w-0 gap-5">
      <h2 id={titleId} className="text-2xl font-bold tracking-tight">
        Coaching Sessions
      </h2>
      <Sessions />
    </section>
  )
}

function Sessions() {
  const { data, dataUpdatedAt, error, refetch, isFetching } = useCoachingSessions()
  const [picking, setPicking] = useState<CoachingSession | null>(null)
  const [isOpen, setIsOpen] = useState(false)

  if (!data && error) {
    return (
      <ErrorState
        title="Your coaching sessions couldn't be loaded"
        onRetry={() => void refetch()}
        retrying={isFetching}
      >
        {errorMessage(error, 'Check your connection and try again.')}
      </ErrorState>
    )
  }
  if (!data) return <SessionsSkeleton />
  if (data.length === 0) {
    return (
      <EmptyState icon={CalendarClock} title="No coaching sessions">
        The Launch and Market bootcamps include a 1-hour private coaching session. It'll appear here
        once you enroll.
      </EmptyState>
    )
  }
  return (
    <>
      <ul className="grid min-w-0 gap-5 lg:grid-cols-2">
        {data.map((session) => (
          <li key={session.id} className="grid min-w-0">
            <CoachingCard
              session={session}
              receivedAt={dataUpdatedAt}
              onPick={() => {
                setPicking(session)
                setIsOpen(true)
              }}
            />
          </li>
        ))}
      </ul>
      {/* Kept while it closes: it would otherwise empty itself in the reader's sight. */}
      {picking && <SlotDialog session={picking} open={isOpen} onOpenChange={setIsOpen} />}
    </>
  )
}

function SessionsSkeleton() {
  return (
    <div className="grid gap-5 lg:grid-cols-2">
      <p role="status" className="sr-only">
        Loading coaching sessions
      </p>
      {[1, 2].map((place) => (
        <Card key={place} aria-hidden>
          <div className="flex items-start justify-between gap-4">
            <Skeleton className="h-6 w-48" />
            <Skeleton className="h-6 w-20 rounded-full" />
          </div>
          <Skeleton className="h-10 w-64 max-w-full" />
          <Skeleton className="h-11 w-40 rounded-full" />
        </Card>
      ))}
    </div>
  )
}
