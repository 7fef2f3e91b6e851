/** One chart under its name, with its definition in words and a place for its switches. */
import type { ReactNode } from 'react'
import { useId } from 'react'
import { errorMessage } from '@/api/api-error'
import { Card } from '@/components/ui/card'
import { ErrorState } from '@/components/ui/error-state'
import { Skeleton } from '@/components/ui/skeleton'
import { ROW } from '@/features/admin-kit/list-keys'

interface ChartCardProps {
  title: string
  /** How the figure is counted. */
  definition?: string | undefined
  /** Chooses what is shown. */
  controls?: ReactNode
  children: ReactNode
}

export function ChartCard({ title, definition, controls, children }: ChartCardProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} {...ROW} className="min-w-0 rounded-2xl">
      <Card className="min-w-0 content-start gap-5 p-5 sm:p-7">
        <div className="grid min-w-0 gap-2">
          <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
            <h3 id={id} className="text-xl font-bold tracking-tight">
              {title}
            </h3>
            {controls}
          </div>
          {definition && (
            <p className="max-w-[40rem] text-sm text-muted-foreground">{definition}</p>
          )}
        </div>
        {children}
      </Card>
    </section>
  )
}

interface ChartFailureProps {
  what: string
  error: unknown
  onRetry: () => void
  retrying: boolean
}

export function ChartFailure({ what, error, onRetry, retrying }: ChartFailureProps) {
  return (
    <ErrorState title={`${what} couldn't be loaded`} onRetry={onRetry} retrying={retrying}>
      {errorMessage(error, 'Check your connection and try again.')}
    </ErrorState>
  )
}

export function ChartSkeleton({ what }: { what: string }) {
  return (
    <div role="status">
      <span className="sr-only">Loading {what}</span>
      <Skeleton className="h-64 rounded-xl" />
    </div>
  )
}
