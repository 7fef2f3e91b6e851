/** Every coach with their week, and the way to add one. */
import { CalendarClock, Plus } from 'lucide-react'
import { useState } from 'react'
import { errorMessage } from '@/api/api-error'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { Skeleton } from '@/components/ui/skeleton'
import { ROW } from '@/features/admin-kit/list-keys'
import { SectionTools } from '@/features/admin-kit/section-tools'
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
    <Button size={data.length > 0 ? 'sm' : 'md'} onClick={() => setIsAdding(true)}>
      <Plus aria-hidden />
      Add Coach
    </Button>
  )
  return (
    <div className="grid min-w-0 gap-3">
      {data.length === 0 ? (
        <EmptyState icon={CalendarClock} title="No coaches yet" action={add}>
          Add someone who has an account and set their hours so students can book them.
        </EmptyState>
      ) : (
        <>
          <SectionTools actions={add} />
          <ul className="grid min-w-0 items-start gap-5 lg:grid-cols-2">
            {data.map((coach) => (
              <li key={coach.id} {...ROW} className="grid min-w-0 rounded-2xl">
                <CoachCard coach={coach} />
              </li>
            ))}
          </ul>
          <p className="text-sm text-muted-foreground">
            Students see the free times of all active coaches together.
          </p>
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
