/** The coach's sessions by day: who comes, when, the way in, and what became of it. */
import { CalendarClock } from 'lucide-react'
import { useState } from 'react'
import { errorMessage } from '@/api/api-error'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { Skeleton } from '@/components/ui/skeleton'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs'
import { formatDay, formatWeekday } from '@/lib/dates'
import { type OwnSession, type OwnShown, useOwnSessions } from './own-desk'
import { SessionCard } from './session-card'

const PAGE_SIZE = 20

function byDay(sessions: readonly OwnSession[]): [string, OwnSession[]][] {
  const days = new Map<string, OwnSession[]>()
  for (const session of sessions) {
    const { scheduledDate, timezone } = session
    const day = scheduledDate
      ? `${formatWeekday(scheduledDate, timezone)}, ${formatDay(scheduledDate, timezone)}`
      : 'No time'
    days.set(day, [...(days.get(day) ?? []), session])
  }
  return [...days]
}

export function Agenda() {
  const [shown, setShown] = useState<OwnShown>('upcoming')
  return (
    <Tabs value={shown} onValueChange={(next) => setShown(next === 'past' ? 'past' : 'upcoming')}>
      <TabsList aria-label="Which sessions">
        <TabsTrigger value="upcoming">Upcoming</TabsTrigger>
        <TabsTrigger value="past">Past</TabsTrigger>
      </TabsList>
      <TabsContent value={shown}>
        <Days key={shown} shown={shown} />
      </TabsContent>
    </Tabs>
  )
}

function Days({ shown }: { shown: OwnShown }) {
  const [page, setPage] = useState(1)
  const { data, error, refetch, isFetching } = useOwnSessions(shown, page)
  if (!data && error) {
    return (
      <ErrorState
        title="Your sessions couldn't be loaded"
        onRetry={() => void refetch()}
        retrying={isFetching}
      >
        {errorMessage(error, 'Check your connection and try again.')}
      </ErrorState>
    )
  }
  if (!data) return <Skeleton className="h-40" />
  // The last session of the last page is gone, and its page with it.
  const lastPage = Math.max(1, Math.ceil(data.total / PAGE_SIZE))
  if (page > lastPage) setPage(lastPage)
  if (data.rows.length === 0) {
    return (
      <EmptyState
        icon={CalendarClock}
        title={shown === 'past' ? 'No past sessions yet' : 'No upcoming sessions'}
      >
        {shown === 'past'
          ? 'Sessions appear here when they are over.'
          : "When a student books a time with you, you'll get an email and see it here."}
      </EmptyState>
    )
  }
  return (
    <div className="grid min-w-0 gap-5">
      {shown === 'upcoming' && (
        <p className="text-sm text-muted-foreground">
          You can join from 30 minutes before a session starts.
        </p>
      )}
      {byDay(data.rows).map(([day, sessions]) => (
        <section key={day} aria-label={day} className="grid min-w-0 gap-2.5">
          <h2 className="text-lg font-bold tracking-tight">{day}</h2>
          <ul className="grid min-w-0 gap-2.5">
            {sessions.map((session) => (
              <SessionCard key={session.id} session={session} />
            ))}
          </ul>
        </section>
      ))}
      {data.total > PAGE_SIZE && (
        <div className="flex justify-between gap-3">
          <Button variant="outline" size="sm" isOff={page === 1} onClick={() => setPage(page - 1)}>
            Previous page
          </Button>
          <Button
            variant="outline"
            size="sm"
            isOff={page >= lastPage}
            onClick={() => setPage(page + 1)}
          >
            Next page
          </Button>
        </div>
      )}
    </div>
  )
}
