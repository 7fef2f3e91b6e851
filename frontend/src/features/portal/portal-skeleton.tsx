/** The portal before its answer: as tall as a portal with one bootcamp. */
import { Skeleton } from '@/components/ui/skeleton'

export function PortalSkeleton() {
  return (
    <div role="status" className="grid gap-8">
      <span className="sr-only">Loading your bootcamps</span>
      <Skeleton className="h-80 rounded-2xl md:h-60" />
      <Skeleton className="h-110 rounded-2xl" />
    </div>
  )
}
