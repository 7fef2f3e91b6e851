/** Holds the place of the packages and of the summary under them while they load. */
import { Skeleton } from '@/components/ui/skeleton'
import { site } from '@/lib/site'

export function OfferSkeleton() {
  return (
    <div className="grid gap-8">
      <noscript>
        <p className="max-w-prose">
          You need JavaScript to see the dates and pay. Turn it on and reload this page, or email{' '}
          {site.supportEmail}.
        </p>
      </noscript>
      <div className="grid gap-8 noscript:hidden">
        <p role="status" className="sr-only">
          Loading the bootcamps...
        </p>
        <div className="grid gap-3">
          <Skeleton className="h-7 w-44" />
          <Skeleton className="h-52 rounded-xl" />
        </div>
        {/* An address that chooses is answered with its choice alone; index.html reads it before the first paint. */}
        <div className="grid gap-3 in-data-chosen:hidden">
          <Skeleton className="h-7 w-36" />
          <Skeleton className="h-56 rounded-xl" />
          <Skeleton className="h-40 rounded-xl" />
          <Skeleton className="h-40 rounded-xl" />
        </div>
        <Skeleton className="h-80 rounded-2xl" />
      </div>
    </div>
  )
}
