/** My Bootcamps: what comes next, everything that was bought, and where to go from there. */
import { GraduationCap } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { ApiError } from '@/api/api-error'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { useRefreshSession } from '@/session/session'
import { CalendarFeed } from './calendar-feed'
import { CoachingSection } from './coaching/coaching-section'
import { NextSession } from './next-session'
import { PortalShell } from './portal-shell'
import { PortalSkeleton } from './portal-skeleton'
import { PurchaseCard } from './purchase-card'
import { activeBootcamps, isListed, nextSession, type Purchase, usePurchases } from './purchases'
import { RefusalNotice } from './refusal-notice'
import { UpcomingOffers } from './upcoming-offers'

export function PortalPage() {
  return (
    <PortalShell heading="My Bootcamps">
      <MyBootcamps />
    </PortalShell>
  )
}

function MyBootcamps() {
  const { data, dataUpdatedAt, error, isFetching, refetch } = usePurchases()
  useSignedOut(error)
  if (data) return <Bought purchases={data} receivedAt={dataUpdatedAt} />
  if (error) {
    return (
      <ErrorState
        title="Your bootcamps could not be loaded"
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    )
  }
  return <PortalSkeleton />
}

/** The session ended while the page was open: the gate around it says so and leads to sign-in. */
function useSignedOut(error: unknown) {
  const refreshSession = useRefreshSession()
  const isSignedOut = error instanceof ApiError && error.status === 401
  useEffect(() => {
    if (isSignedOut) refreshSession().catch(() => undefined)
  }, [isSignedOut, refreshSession])
}

interface BoughtProps {
  purchases: readonly Purchase[]
  receivedAt: number
}

function Bought({ purchases, receivedAt }: BoughtProps) {
  const { refusal, tell, notice } = useRefusal()
  const listed = purchases.filter(isListed)
  const mine = activeBootcamps(purchases)
  const next = nextSession(mine)
  return (
    <>
      <RefusalNotice ref={notice} message={refusal} />
      {next && <NextSession bootcamp={next} receivedAt={receivedAt} tell={tell} />}
      {listed.length > 0 ? (
        <ul className="grid gap-6">
          {listed.map((purchase) => (
            <li key={purchase.id}>
              <PurchaseCard
                purchase={purchase}
                nextId={next?.id}
                receivedAt={receivedAt}
                tell={tell}
              />
            </li>
          ))}
        </ul>
      ) : (
        <NothingYet hasHistory={purchases.length > 0} />
      )}
      {mine.length > 0 && <CoachingSection />}
      <UpcomingOffers owned={mine} />
      {mine.length > 0 && <CalendarFeed />}
    </>
  )
}

/** Why the last click opened nothing; the reader is taken to the words. */
function useRefusal() {
  const [refusal, setRefusal] = useState('')
  const notice = useRef<HTMLDivElement>(null)
  const tell = useCallback((message: string) => {
    setRefusal(message)
    // The same words may come twice; each time they are to be seen.
    requestAnimationFrame(() => notice.current?.focus())
  }, [])
  return { refusal, tell, notice }
}

function NothingYet({ hasHistory }: { hasHistory: boolean }) {
  return (
    <EmptyState
      icon={GraduationCap}
      title="Your front-row seat is waiting"
      action={
        <div className="grid justify-items-center gap-4">
          <Button asChild size="lg">
            <Link to="/checkout">Choose your bootcamp</Link>
          </Button>
          {hasHistory && (
            <p className="text-muted-foreground">
              Looking for an earlier purchase?{' '}
              <Link
                to="/portal/billing"
                className="rounded-sm text-primary underline underline-offset-4 hover:decoration-2"
              >
                See your billing history
              </Link>
            </p>
          )}
        </div>
      }
    >
      Once you enroll, your live sessions, recordings and resources are all here. Did you buy as a
      guest? Open the account link in your confirmation letter.
    </EmptyState>
  )
}
