/** The first tab: the overview, with the panel of the Bootcamps tab in it. */
import { BootcampPanel } from '@/features/admin-bootcamps/bootcamp-panel'
import { OverviewSection } from '@/features/admin-overview/overview-section'

/** As many as stand beside the recent attendees. */
const PAGE_SIZE = 5

export function OverviewPage() {
  return <OverviewSection bootcamps={<BootcampPanel pageSize={PAGE_SIZE} layout="cards" />} />
}
