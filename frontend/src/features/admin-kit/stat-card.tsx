/** Figures in one row, each with its name and how it is counted. */
import { Info } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { optional } from '@/components/optional'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Skeleton } from '@/components/ui/skeleton'

const gridClasses = 'grid grid-cols-2 gap-2 sm:gap-3 lg:grid-cols-4'
const cardClasses = 'h-16 min-w-0 content-center gap-0 rounded-xl px-3 py-0 sm:px-4 sm:py-0'

// The code that finds a place for it is a tenth of the desk's; the figures need not wait for it.
const Tooltip = optional(
  async () => (await import('@/components/ui/tooltip')).LoneTooltip,
  () => <span className="size-4" />,
)

export function StatRow({ children }: { children: ReactNode }) {
  return <dl className={gridClasses}>{children}</dl>
}

interface StatCardProps {
  name: string
  value: string
  definition: string
}

export function StatCard({ name, value, definition }: StatCardProps) {
  return (
    <Card className={cardClasses}>
      <dt className="flex items-center justify-between gap-1 text-sm leading-5 whitespace-nowrap text-muted-foreground max-sm:text-[0.8125rem]">
        {name}
        {/* No button before it can do something: exchanged for another, it would lose the focus. */}
        <Suspense fallback={<span className="size-4" />}>
          <Tooltip content={definition} opensOnPress>
            <Button
              variant="ghost"
              size="sm"
              icon
              aria-label={`How ${name} is counted`}
              className="-my-2 -mr-2 size-8 text-muted-foreground"
            >
              <Info aria-hidden />
            </Button>
          </Tooltip>
        </Suspense>
      </dt>
      <dd className="truncate font-display text-xl leading-7 font-bold tracking-tight tabular-nums">
        {value}
      </dd>
    </Card>
  )
}

export function StatRowSkeleton({ names }: { names: readonly string[] }) {
  return (
    <div className={gridClasses}>
      {names.map((name) => (
        <Card key={name} aria-hidden className={`${cardClasses} gap-2`}>
          <Skeleton className="h-3.5 w-24 max-w-full" />
          <Skeleton className="h-5 w-20" />
        </Card>
      ))}
    </div>
  )
}
