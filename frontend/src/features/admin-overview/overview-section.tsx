/** The first tab: the class that is next, the figures, the bootcamps, and the people who joined them last. */
import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Button } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/skeleton'
import { SectionTools, TitleRow } from '@/features/admin-kit/section-tools'
import { useRights } from '@/session/rights'
import { DisputeNotice } from './dispute-notice'
import { FeedbackNotice } from './feedback-notice'
import { NextClass } from './next-class'
import { RecentAttendees } from './recent-attendees'
import { StatCards } from './stat-cards'
import { useSummary } from './use-summary'
import { WaitingNotice } from './waiting-notice'

interface OverviewSectionProps {
  /** The panel beside the recent attendees. */
  bootcamps: ReactNode
  /** Whether the classes of the next days are ready. */
  comingClasses?: ReactNode
}

export function OverviewSection({ bootcamps, comingClasses }: OverviewSectionProps) {
  const may = useRights()
  // Which notices and classes come first is known with it: what is shown before would be pushed down.
  const { isPending } = useSummary()
  return (
    <div className="grid min-w-0 gap-3">
      <SectionTools
        filters={
          <>
            {may('money') && <DisputeNotice />}
            <WaitingNotice />
            {may('messages') && <FeedbackNotice />}
          </>
        }
        actions={
          <Button asChild variant="link" size="sm">
            <Link to="/admin/statistics">
              View statistics
              <ArrowRight aria-hidden />
            </Link>
          </Button>
        }
      />
      {isPending && <Loading />}
      {/* There from the beginning, so that everything is asked for at once. */}
      <div hidden={isPending} className="grid min-w-0 gap-3">
        <NextClass />
        {comingClasses}
        <StatCards />
        <div className="grid min-w-0 items-start gap-6 lg:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)]">
          <section aria-label="Bootcamps" className="min-w-0">
            {/* The panel beside the attendees is worked with where it stands. */}
            <TitleRow value={undefined}>{bootcamps}</TitleRow>
          </section>
          <RecentAttendees />
        </div>
      </div>
    </div>
  )
}

function Loading() {
  return (
    <div role="status" className="grid gap-3">
      <span className="sr-only">Loading the overview</span>
      <Skeleton className="h-28 rounded-xl" />
      <Skeleton className="h-80 rounded-xl" />
    </div>
  )
}
