/** Holds the place of the packages and of the summary under them while they load. */
import { Skeleton } from '@/components/ui/skeleton'
import { cn } from '@/lib/cn'

export function OfferSkeleton({ isFolded }: { isFolded: boolean }) {
  return (
    <div className="grid gap-8">
      <p role="status" className="sr-only">
        Loading the bootcamps...
      </p>
      <div className="grid gap-3">
        <Skeleton className="h-7 w-44" />
        <Skeleton className="h-52 rounded-xl" />
      </div>
      <div className={cn('grid gap-3', isFolded && 'hidden')}>
        <Skeleton className="h-7 w-36" />
        <Skeleton className="h-56 rounded-xl" />
        <Skeleton className="h-40 rounded-xl" />
        <Skeleton className="h-40 rounded-xl" />
      </div>
      <Skeleton className="h-80 rounded-2xl" />
    </div>
  )
}
