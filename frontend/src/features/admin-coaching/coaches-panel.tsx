/** Every coach with their week, and the way to add one. */
import { CalendarClock, Plus } from 'lucide-react'
import { useState } from 'react'
import { errorMessage } from '@/api/api-error'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { Skeleton } from '@/components/ui/skeleton'
import { CoachCard } from './coach-card'
import { CoachDialog } from './coach-dialog'
import { useCoaches } from './coaches'

export function CoachesPanel() {
  const { data, error, refetch, isFetching } = useCoaches()
  const [isAdding, setIsAdding] = useState(false)
  if (!data && error) {
    return (
      <ErrorState
        title="The coaches couldn't be loaded"
        onRetry={() => void refetch()}
        retrying={isFetching}
      >
        {errorMessage(error, 'Check your connection and try again.')}
      </ErrorState>
    )
  }
  if (!data) return <CoachesSkeleton />
  const add = (
    <Button onClick={() => setIsAdding(true)}>
      <Plus aria-hidden />
      Add Coach
    </Button>
  )
  return (
    <div className="grid min-w-0 gap-5">
      {data.length === 0 ? (
        <EmptyState icon={CalendarClock} title="No coaches yet" action={add}>
          Add someone who has an account and set their hours so students can book them.
        </EmptyState>
      ) : (
        <>
          <div className="flex flex-wrap items-center justify-between gap-4">
            <p className="text-muted-foreground">
              Students see the free times of all active coaches together.
            </p>
            {add}
          </div>
          <ul className="grid min-w-0 items-start gap-5 lg:grid-cols-2">
            {data.map((coach) => (
              <li key={coach.id} className="grid min-w-0">
                <CoachCard coach={coach} />
              </li>
            ))}
          </ul>
        </>
      )}
      <CoachDialog coach={null} open={isAdding} onOpenChange={setIsAdding} />
    </div>
  )
}

function CoachesSkeleton() {
  return (
    <div className="grid gap-5 lg:grid-cols-2">
      <p role="status" className="sr-only">
        Loading coaches
      </p>
      {[1, 2].map((place) => (
        <Card key={place} aria-hidden>
          <Skeleton className="h-6 w-48" />
          <Skeleton className="h-24 w-full" />
          <Skeleton className="h-11 w-64" />
        </Card>
      ))}
    </div>
  )
}
