/** What came of it, in place of the form; spoken, because the form that had the focus is gone. */
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Card } from '@/components/ui/card'
import { cn } from '@/lib/cn'
import { useFocusOn } from '@/lib/use-focus-on'

interface OutcomeProps {
  icon: LucideIcon
  tone?: 'good' | 'bad'
  title: string
  children?: ReactNode
  actions?: ReactNode
  /** Not when the page opens with it: then the reader has not begun to read yet. */
  takesFocus?: boolean
}

export function Outcome({
  icon: Icon,
  tone = 'good',
  title,
  children,
  actions,
  takesFocus = true,
}: OutcomeProps) {
  const heading = useFocusOn<HTMLHeadingElement>(takesFocus)

  return (
    <Card className="justify-items-start gap-4">
      <span
        className={cn(
          'grid size-12 place-items-center rounded-xl',
          tone === 'good' ? 'bg-accent-soft text-primary' : 'bg-market-soft text-market',
        )}
      >
        <Icon aria-hidden className="size-6" />
      </span>
      <h2 ref={heading} tabIndex={-1} className="text-xl font-bold tracking-tight">
        {title}
      </h2>
      {children && <div className="grid gap-3 text-muted-foreground">{children}</div>}
      {actions && <div className="mt-2 flex flex-wrap gap-3">{actions}</div>}
    </Card>
  )
}
