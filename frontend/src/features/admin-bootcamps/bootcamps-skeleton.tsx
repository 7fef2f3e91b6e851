/** About as tall as the list, so that little jumps when it arrives. */
import { Skeleton } from '@/components/ui/skeleton'

export function BootcampsSkeleton({ rows }: { rows: number }) {
  return (
    <div role="status" className="grid gap-5">
      <span className="sr-only">Loading bootcamps</span>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Skeleton className="h-11 w-72 max-w-full rounded-full" />
        <Skeleton className="h-11 w-44 rounded-full" />
      </div>
      <div className="rounded-2xl border bg-surface shadow-card">
        {Array.from({ length: rows }, (_, index) => `row ${index}`).map((row) => (
          <div key={row} className="flex items-center gap-6 border-b px-6 py-5 last:border-b-0">
            <div className="grid flex-1 gap-2">
              <Skeleton className="h-5 w-48 max-w-full" />
              <Skeleton className="h-4 w-64 max-w-full" />
            </div>
            <Skeleton className="h-5 w-16 max-sm:hidden" />
            <Skeleton className="size-9 rounded-full" />
          </div>
        ))}
      </div>
    </div>
  )
}
