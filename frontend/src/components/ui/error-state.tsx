/** A part of a page could not be loaded: say so and offer another try. */
import { RotateCw, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '@/lib/cn'
import { Button } from './button'

interface ErrorStateProps {
  title?: ReactNode
  children?: ReactNode
  onRetry: () => void
  retrying?: boolean
  className?: string
}

export function ErrorState({
  title = 'This could not be loaded',
  children = 'Check your connection and try again.',
  onRetry,
  retrying = false,
  className,
}: ErrorStateProps) {
  return (
    <div
      role="alert"
      className={cn(
        'grid justify-items-center gap-2 rounded-2xl border border-destructive/40 bg-market-soft/40 px-6 py-12 text-center',
        className,
      )}
    >
      <span className="mb-2 grid size-12 place-items-center rounded-xl bg-market-soft text-market">
        <TriangleAlert aria-hidden className="size-6" />
      </span>
      <p className="font-display text-lg font-bold tracking-tight">{title}</p>
      <p className="max-w-104 text-muted-foreground">{children}</p>
      <Button variant="outline" className="mt-4" busy={retrying} onClick={onRetry}>
        <RotateCw aria-hidden />
        Retry
      </Button>
    </div>
  )
}
