/** `/coach`: the day of somebody who coaches, on a phone as on a desk. Nothing is for sale here. */
import { Lock } from 'lucide-react'
import { Link, Navigate } from 'react-router'
import { errorMessage } from '@/api/api-error'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { Skeleton } from '@/components/ui/skeleton'
import { useSession } from '@/session/session'
import { SignedInShell } from '@/session/signed-in-shell'
import { Agenda } from './agenda'
import { CalendarCard } from './calendar-card'
import { CalendarSettings } from './calendar-settings'
import { ClassesCard } from './classes-card'
import { FeedCard } from './feed-card'
import { useOwnDesk } from './own-desk'

export function CoachPage() {
  const { user } = useSession()
  if (!user) return null
  if (user.isImpersonating) return <Navigate to="/portal" replace />
  return (
    <SignedInShell withProfile>
      <div className="shell grid gap-6 py-8 lg:py-12">
        <h1 className="text-3xl font-extrabold tracking-tight">Coaching</h1>
        {!user.rights.includes('own_coaching') ? (
          <NotACoach />
        ) : user.secondFactorRequired && !user.hasSecondFactor ? (
          <SecondFactorFirst />
        ) : (
          <Desk />
        )}
      </div>
    </SignedInShell>
  )
}

function NotACoach() {
  return (
    <EmptyState
      icon={Lock}
      title="This page is for coaches"
      action={
        <Button asChild variant="outline">
          <Link to="/portal">Go to My Bootcamps</Link>
        </Button>
      }
    >
      Your account doesn't have the coach role.
    </EmptyState>
  )
}

function SecondFactorFirst() {
  return (
    <EmptyState
      icon={Lock}
      title="Two-step verification required"
      action={
        <Button asChild>
          <Link to="/profile">Set up two-step verification</Link>
        </Button>
      }
    >
      Set it up to open your desk. It takes about a minute.
    </EmptyState>
  )
}

function Desk() {
  const { data, error, refetch, isFetching } = useOwnDesk()
  if (!data && error) {
    return (
      <ErrorState
        title="Your desk couldn't be loaded"
        onRetry={() => void refetch()}
        retrying={isFetching}
      >
        {errorMessage(error, 'Check your connection and try again.')}
      </ErrorState>
    )
  }
  if (!data) {
    return (
      <div role="status" className="grid gap-4">
        <span className="sr-only">Loading your desk</span>
        <Skeleton className="h-28" />
        <Skeleton className="h-28" />
      </div>
    )
  }
  const { calendar, feedUrl, isBookable } = data
  if (!calendar) return <CalendarSettings calendar={null} />
  return (
    <div className="grid min-w-0 items-start gap-6 lg:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)]">
      <Agenda />
      <div className="grid min-w-0 gap-6">
        <ClassesCard />
        <CalendarCard calendar={calendar} isBookable={isBookable} />
        {feedUrl && <FeedCard url={feedUrl} />}
      </div>
    </div>
  )
}
