/** My Bootcamps: what comes next, everything that was bought, and where to go from there. */
import { ChevronRight, GraduationCap } from 'lucide-react'
import { useCallback, useRef, useState } from 'react'
import { Link } from 'react-router'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { useSignInFirst } from '@/session/require-sign-in'
import { StudentShell } from '@/session/student-shell'
import { UpgradeOffers } from '@/session/upgrade-offers'
import { CalendarFeed } from './calendar-feed'
import { ClassChangeBanners, isCanceled } from './class-change'
import { CoachingSection } from './coaching/coaching-section'
import { NextSession } from './next-session'
import { PortalSkeleton } from './portal-skeleton'
import { PurchaseCard } from './purchase-card'
import {
  activeBootcamps,
  byDate,
  isListed,
  nextSession,
  type Purchase,
  usePurchases,
} from './purchases'
import { RefusalNotice } from './refusal-notice'
import { UpcomingOffers } from './upcoming-offers'

export function PortalPage() {
  return (
    <StudentShell heading="My Bootcamps">
      <MyBootcamps />
    </StudentShell>
  )
}

function MyBootcamps() {
  const { data, dataUpdatedAt, error, isFetching, refetch } = usePurchases()
  // Logged out before anything was to be seen: told in a toast, and taken to sign in.
  useSignInFirst(!data)
  if (data) return <Bought purchases={data} receivedAt={dataUpdatedAt} />
  if (error) {
    return (
      <ErrorState
        title="Your bootcamps couldn't be loaded"
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    )
  }
  return <PortalSkeleton />
}

interface BoughtProps {
  purchases: readonly Purchase[]
  receivedAt: number
}

function Bought({ purchases, receivedAt }: BoughtProps) {
  const { refusal, tell, notice } = useRefusal()
  const listed = purchases.filter(isListed)
  const mine = activeBootcamps(purchases)
  const next = nextSession(mine.filter((bootcamp) => !isCanceled(bootcamp)))
  const { ahead, past } = byDate(listed)
  const cards = (shown: readonly Purchase[]) => (
    <ul className="grid gap-6">
      {shown.map((purchase) => (
        <li key={purchase.id}>
          <PurchaseCard purchase={purchase} nextId={next?.id} receivedAt={receivedAt} tell={tell} />
        </li>
      ))}
    </ul>
  )
  return (
    <>
      <RefusalNotice ref={notice} message={refusal} />
      <ClassChangeBanners bootcamps={mine} />
      {next && <NextSession bootcamp={next} receivedAt={receivedAt} tell={tell} />}
      {listed.length === 0 && <NothingYet hasHistory={purchases.length > 0} />}
      {ahead.length > 0 && cards(ahead)}
      {past.length > 0 && (
        // Folded beside what lies ahead; on its own it is what one came for.
        <details open={ahead.length === 0} className="group grid gap-5">
          <summary className="flex min-h-11 w-fit cursor-pointer items-center gap-2 rounded-md text-2xl font-bold tracking-tight">
            <ChevronRight
              aria-hidden
              className="size-6 transition-transform group-open:rotate-90"
            />
            <h2 className="inline font-display">Past ({past.length})</h2>
          </summary>
          <div className="mt-5">{cards(past)}</div>
        </details>
      )}
      {mine.length > 0 && <CoachingSection />}
      {mine.length > 0 && <UpgradeOffers />}
      <UpcomingOffers owned={mine} givenBack={purchases.flatMap(({ givenBack }) => givenBack)} />
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
      Once you enroll, you'll find your live sessions, recordings and resources here. Did you buy as
      a guest? Open the account link in your confirmation email.
    </EmptyState>
  )
}
