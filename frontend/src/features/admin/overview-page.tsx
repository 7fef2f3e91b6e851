/** The first tab: the overview, with the coming classes and the panel of the Bootcamps tab in it. */
import { BootcampPanel } from '@/features/admin-bootcamps/bootcamp-panel'
import { OverviewSection } from '@/features/admin-overview/overview-section'
import { ComingClasses } from '@/features/admin-readiness/coming-classes'

/** As many as stand beside the recent attendees. */
const PAGE_SIZE = 5

export function OverviewPage() {
  return (
    <OverviewSection
      bootcamps={<BootcampPanel pageSize={PAGE_SIZE} layout="cards" />}
      comingClasses={<ComingClasses />}
    />
  )
}
