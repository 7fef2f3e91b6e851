/** The first tab: the class that is next, the figures, the bootcamps, and the people who joined them last. */
import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Button } from '@/components/ui/button'
import { SectionTools, TitleRow } from '@/features/admin-kit/section-tools'
import { useRights } from '@/session/rights'
import { DisputeNotice } from './dispute-notice'
import { FeedbackNotice } from './feedback-notice'
import { NextClass } from './next-class'
import { RecentAttendees } from './recent-attendees'
import { StatCards } from './stat-cards'
import { WaitingNotice } from './waiting-notice'

interface OverviewSectionProps {
  /** The panel beside the recent attendees. */
  bootcamps: ReactNode
  /** Whether the classes of the next days are ready. */
  comingClasses?: ReactNode
}

export function OverviewSection({ bootcamps, comingClasses }: OverviewSectionProps) {
  const may = useRights()
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
  )
}
