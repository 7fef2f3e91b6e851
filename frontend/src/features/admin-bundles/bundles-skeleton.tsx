/** As large as two bundles, so that little jumps when they arrive. */
import { Card } from '@/components/ui/card'
import { Skeleton } from '@/components/ui/skeleton'

export function BundlesSkeleton() {
  return (
    <div role="status" className="grid gap-5 lg:grid-cols-2">
      <span className="sr-only">Loading bundles</span>
      {['first', 'second'].map((place) => (
        <Card key={place}>
          <Skeleton className="h-6 w-20 rounded-full" />
          <Skeleton className="h-7 w-3/5" />
          <Skeleton className="h-18" />
          <Skeleton className="h-6 w-4/5 rounded-full" />
          <Skeleton className="h-10" />
        </Card>
      ))}
    </div>
  )
}
