/** One step of the checkout, with its number. */
import { Check } from 'lucide-react'
import { type ReactNode, type Ref, useId } from 'react'
import { Card, CardTitle } from '@/components/ui/card'
import { cn } from '@/lib/cn'

interface StepPanelProps {
  /** None where there is only one. */
  number?: number | undefined
  title: string
  isDone?: boolean
  /** Not its turn yet. */
  isWaiting?: boolean
  /** At the end of the title's line. */
  aside?: ReactNode
  ref?: Ref<HTMLElement>
  children: ReactNode
}

export function StepPanel(props: StepPanelProps) {
  const { number, title, isDone, isWaiting, aside, ref, children } = props
  const id = useId()
  return (
    // It takes the focus for somebody who is led here from below.
    <section
      ref={ref}
      aria-labelledby={id}
      tabIndex={-1}
      className="scroll-mt-20 rounded-2xl outline-none"
    >
      <Card>
        <div className="flex items-center gap-3">
          {number !== undefined && (
            <span
              aria-hidden
              className={cn(
                'grid size-8 shrink-0 place-items-center rounded-full text-sm font-semibold tabular-nums transition-colors duration-200',
                isWaiting ? 'bg-surface-2 text-muted-foreground' : 'bg-accent-soft text-primary',
              )}
            >
              {isDone ? <Check className="size-4" strokeWidth={3} /> : number}
            </span>
          )}
          <CardTitle id={id} className={cn(isWaiting && 'text-muted-foreground')}>
            {title}
          </CardTitle>
          {aside && <div className="ml-auto">{aside}</div>}
        </div>
        {children}
      </Card>
    </section>
  )
}
