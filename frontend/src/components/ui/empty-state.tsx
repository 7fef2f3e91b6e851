/** Nothing here yet: what is missing and the one thing to do about it. */
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '@/lib/cn'

interface EmptyStateProps {
  icon: LucideIcon
  title: ReactNode
  children?: ReactNode
  action?: ReactNode
  className?: string
}

export function EmptyState({ icon: Icon, title, children, action, className }: EmptyStateProps) {
  return (
    <div
      className={cn(
        'grid justify-items-center gap-2 rounded-2xl border border-dashed border-border-strong/60 px-6 py-12 text-center',
        className,
      )}
    >
      <span className="mb-2 grid size-12 place-items-center rounded-xl bg-accent-soft text-primary">
        <Icon aria-hidden className="size-6" />
      </span>
      <p className="font-display text-lg font-bold tracking-tight">{title}</p>
      {children && <p className="max-w-104 text-muted-foreground">{children}</p>}
      {action && <div className="mt-4">{action}</div>}
    </div>
  )
}
