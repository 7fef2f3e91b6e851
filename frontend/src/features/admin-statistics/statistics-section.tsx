/** How the business develops: three questions, each with its answer and how it is counted. */
import { FunnelCard } from './funnel-card'
import { RevenueCard } from './revenue-card'
import { SeatsCard } from './seats-card'

export function StatisticsSection() {
  return (
    <div className="grid min-w-0 gap-3">
      <RevenueCard />
      <div className="grid min-w-0 items-start gap-3 xl:grid-cols-[minmax(0,1.25fr)_minmax(0,1fr)]">
        <SeatsCard />
        <FunnelCard />
      </div>
    </div>
  )
}
