/** A seat before its answer, as tall as one with two other dates. */
import { Skeleton } from '@/components/ui/skeleton'

export function SeatSkeleton() {
  return (
    <div role="status" className="grid gap-6">
      <span className="sr-only">Loading your seat</span>
      <Skeleton className="h-32 rounded-2xl" />
      <Skeleton className="h-96 rounded-2xl" />
    </div>
  )
}
