/** Holds the list's place while it loads. */
import { Card } from '@/components/ui/card'
import { Skeleton } from '@/components/ui/skeleton'

const ROWS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth']

export function PurchasesSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Loading purchases</span>
      <Card className="gap-5 p-6">
        {ROWS.map((row) => (
          <div key={row} className="flex items-center justify-between gap-6">
            <div className="grid w-full max-w-64 gap-2">
              <Skeleton className="h-5 w-40 max-w-full" />
              <Skeleton className="h-4 w-56 max-w-full" />
            </div>
            <Skeleton className="h-5 w-20 shrink-0" />
          </div>
        ))}
      </Card>
    </div>
  )
}
