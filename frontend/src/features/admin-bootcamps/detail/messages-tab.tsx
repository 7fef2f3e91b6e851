/** Where attendees are written to, once there are any. */
import { Users } from 'lucide-react'
import { errorMessage } from '@/api/api-error'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { Skeleton } from '@/components/ui/skeleton'
import { type AdminBootcamp, useAttendees } from './bootcamp-query'
import { MessagePanel } from './message-panel'

export function MessagesTab({ bootcamp }: { bootcamp: AdminBootcamp }) {
  const { data: attendees, error, refetch, isFetching } = useAttendees(bootcamp.id)
  if (attendees && attendees.length > 0) {
    return <MessagePanel bootcamp={bootcamp} attendees={attendees} />
  }
  if (attendees) {
    return (
      <EmptyState icon={Users} title="Nobody to write to yet">
        You can message everyone who buys a seat from here.
      </EmptyState>
    )
  }
  if (error) {
    return (
      <ErrorState
        title="Attendees couldn't be loaded"
        onRetry={() => void refetch()}
        retrying={isFetching}
      >
        {errorMessage(error, 'Check your connection and try again.')}
      </ErrorState>
    )
  }
  return (
    <div role="status">
      <span className="sr-only">Loading attendees</span>
      <Skeleton className="h-96 rounded-2xl" />
    </div>
  )
}
