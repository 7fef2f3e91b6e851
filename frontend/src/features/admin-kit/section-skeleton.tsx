/** Holds a section's place while its code is on the way. */
import { Skeleton } from '@/components/ui/skeleton'

export function SectionSkeleton() {
  return (
    <div role="status" className="grid gap-5">
      <span className="sr-only">Loading</span>
      <Skeleton className="h-8 w-44" />
      <Skeleton className="h-72 rounded-2xl" />
    </div>
  )
}
