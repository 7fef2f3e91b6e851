/** How far something has come; `null` when nobody can say. */
import { Progress as RadixProgress } from 'radix-ui'
import { useId } from 'react'
import { cn } from '@/lib/cn'

interface ProgressProps {
  label: string
  /** Out of 100. */
  value: number | null
  className?: string
}

export function Progress({ label, value, className }: ProgressProps) {
  const labelId = useId()
  const percent = value === null ? null : Math.round(Math.min(100, Math.max(0, value)))
  return (
    <div className={cn('grid gap-2', className)}>
      <div className="flex justify-between gap-3 text-sm">
        <span id={labelId} className="font-medium">
          {label}
        </span>
        {percent !== null && <span className="text-muted-foreground tabular-nums">{percent}%</span>}
      </div>
      <RadixProgress.Root
        value={percent}
        aria-labelledby={labelId}
        className="h-2 overflow-hidden rounded-full bg-border"
      >
        <RadixProgress.Indicator
          className={cn(
            'h-full rounded-full bg-primary transition-[width] duration-300 ease-out',
            percent === null && 'w-2/5 animate-indeterminate',
          )}
          style={percent === null ? undefined : { width: `${percent}%` }}
        />
      </RadixProgress.Root>
    </div>
  )
}
