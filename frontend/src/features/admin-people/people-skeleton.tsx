/** As tall as a page of people, so that nothing jumps when they arrive. */
import { Card } from '@/components/ui/card'
import { Skeleton } from '@/components/ui/skeleton'

const rows = Array.from({ length: 8 }, (_, index) => `row ${index}`)

export function PeopleSkeleton() {
  return (
    <Card role="status" className="gap-0 p-0 sm:p-0">
      <span className="sr-only">Loading users</span>
      {rows.map((row) => (
        <div key={row} className="flex items-center gap-6 border-b px-6 py-5 last:border-b-0">
          <Skeleton className="h-5 w-40 shrink-0" />
          <Skeleton className="h-5 flex-1 max-md:hidden" />
          <Skeleton className="h-5 w-16" />
          <Skeleton className="h-5 w-20 max-md:hidden" />
        </div>
      ))}
    </Card>
  )
}
