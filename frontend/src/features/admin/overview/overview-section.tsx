/** The first tab: the figures, the bootcamps, and the people who joined them last. */
import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import { Button } from '@/components/ui/button'
import { BootcampPanel } from '../bootcamps/bootcamp-panel'
import { DisputeNotice } from './dispute-notice'
import { RecentAttendees } from './recent-attendees'
import { StatCards } from './stat-cards'

/** As many as stand beside the recent attendees. */
const PAGE_SIZE = 5

export function OverviewSection() {
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
          <BootcampPanel pageSize={PAGE_SIZE} layout="cards" />
        </section>
        <RecentAttendees />
      </div>
    </div>
  )
}
