/** The first tab: the figures, the bootcamps, and the people who joined them last. */
import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Button } from '@/components/ui/button'
import { DisputeNotice } from './dispute-notice'
import { RecentAttendees } from './recent-attendees'
import { StatCards } from './stat-cards'

interface OverviewSectionProps {
  /** The panel beside the recent attendees. */
  bootcamps: ReactNode
}

export function OverviewSection({ bootcamps }: OverviewSectionProps) {
  return (
    <div className="grid min-w-0 gap-6">
      <DisputeNotice />
      <div className="grid gap-2">
        <StatCards />
        <Button asChild variant="link" className="justify-self-end">
          <Link to="/admin/statistics">
            View statistics
            <ArrowRight aria-hidden />
          </Link>
        </Button>
      </div>
      <div className="grid min-w-0 items-start gap-6 lg:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)]">
        <section aria-label="Bootcamps" className="min-w-0">
          {bootcamps}
        </section>
        <RecentAttendees />
      </div>
    </div>
  )
}
