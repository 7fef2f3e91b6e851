/** The first tab: the overview, with the coming classes and the panel of the Bootcamps tab in it. */
import { lazy, Suspense } from 'react'
import { BootcampPanel } from '@/features/admin-bootcamps/bootcamp-panel'
import { OverviewSection } from '@/features/admin-overview/overview-section'

// Behind the figures' own script: the overview is there before it.
const ComingClasses = lazy(async () => ({
  default: (await import('@/features/admin-readiness/coming-classes')).ComingClasses,
}))

/** As many as stand beside the recent attendees. */
const PAGE_SIZE = 5

export function OverviewPage() {
  return (
    <OverviewSection
      bootcamps={<BootcampPanel pageSize={PAGE_SIZE} layout="cards" />}
      comingClasses={
        <Suspense fallback={null}>
          <ComingClasses />
        </Suspense>
      }
    />
  )
}
