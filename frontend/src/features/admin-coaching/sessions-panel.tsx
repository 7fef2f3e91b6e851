/** The coach's list: what is ahead, what is past, and who has not picked a time yet. */
import { CalendarClock, CalendarX2 } from 'lucide-react'
import { useState } from 'react'
import { errorMessage } from '@/api/api-error'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { Pagination } from '@/components/ui/pagination'
import { Skeleton } from '@/components/ui/skeleton'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs'
import { cn } from '@/lib/cn'
import { PAGE_SIZE, type Shown, useDeskSessions } from './desk-sessions'
import { SessionRow } from './session-row'

const lists: readonly { shown: Shown; label: string; empty: string }[] = [
  { shown: 'upcoming', label: 'Upcoming', empty: 'No upcoming sessions.' },
  { shown: 'past', label: 'Past', empty: 'No past sessions yet.' },
  { shown: 'waiting', label: 'Waiting', empty: 'Everyone has picked a time.' },
]

export function SessionsPanel() {
  const [shown, setShown] = useState<Shown>('upcoming')
  return (
    <Tabs value={shown} onValueChange={(next) => setShown(next as Shown)}>
      <TabsList aria-label="Which sessions">
        {lists.map(({ shown: value, label }) => (
          <TabsTrigger key={value} value={value}>
            {label}
          </TabsTrigger>
        ))}
      </TabsList>
      {lists.map(({ shown: value, empty }) => (
        <TabsContent key={value} value={value}>
          <SessionList shown={value} empty={empty} />
        </TabsContent>
      ))}
    </Tabs>
  )
}

function SessionList({ shown, empty }: { shown: Shown; empty: string }) {
  const [page, setPage] = useState(1)
  const { data, error, refetch, isFetching, isPlaceholderData } = useDeskSessions(shown, page)
  if (!data && error) {
    return (
      <ErrorState
        title="The sessions couldn't be loaded"
        onRetry={() => void refetch()}
        retrying={isFetching}
      >
        {errorMessage(error, 'Check your connection and try again.')}
      </ErrorState>
    )
  }
  if (!data) return <SessionsSkeleton />
  if (data.rows.length === 0) {
    return (
      <EmptyState icon={shown === 'past' ? CalendarX2 : CalendarClock} title={empty}>
        Sessions appear here once students have bought a bootcamp with coaching.
      </EmptyState>
    )
  }
  return (
    <div className={cn('grid min-w-0 gap-4', isPlaceholderData && 'opacity-60')}>
      <ul className="grid min-w-0 gap-4">
        {data.rows.map((session) => (
          <li key={session.id} className="grid min-w-0">
            <SessionRow session={session} />
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p role="status" className="text-sm text-muted-foreground tabular-nums">
          {data.total} {data.total === 1 ? 'session' : 'sessions'}
        </p>
        <Pagination
          page={page}
          pageCount={Math.ceil(data.total / PAGE_SIZE)}
          onPageChange={setPage}
          label="Pages of sessions"
        />
      </div>
    </div>
  )
}

function SessionsSkeleton() {
  return (
    <div className="grid gap-4">
      <p role="status" className="sr-only">
        Loading sessions
      </p>
      {[1, 2, 3].map((place) => (
        <Card key={place} aria-hidden className="gap-3">
          <Skeleton className="h-6 w-48" />
          <Skeleton className="h-5 w-72 max-w-full" />
          <Skeleton className="h-9 w-56" />
        </Card>
      ))}
    </div>
  )
}
