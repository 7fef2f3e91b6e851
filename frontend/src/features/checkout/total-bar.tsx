/** Where neither the summary nor the Pay button is in sight: what is chosen, its price and the next step. */
import { cn } from '@/lib/cn'
import { NextStep, type NextStepState } from './next-step'
import { type OrderSummaryProps, totalOf } from './order-summary'
import { useIsOnScreen } from './use-is-on-screen'

interface TotalBarProps extends NextStepState {
  order: Pick<OrderSummaryProps, 'chosen' | 'totalAmount'>
  /** The same step elsewhere, in the form and in the summary: beside one of them the bar is in the way. */
  payButton: HTMLElement | null
  summaryButton: HTMLElement | null
}

export function TotalBar({ order, payButton, summaryButton, ...step }: TotalBarProps) {
  const isPayOnScreen = useIsOnScreen(payButton)
  const isSummaryOnScreen = useIsOnScreen(summaryButton)
  if (!order.chosen || step.isDone) return null
  return (
    <section
      aria-label="Your order"
      className={cn(
        'sticky bottom-0 z-30 border-t bg-background/90 backdrop-blur-md transition-[opacity,visibility] duration-200',
        (isPayOnScreen || isSummaryOnScreen) && 'invisible opacity-0',
      )}
    >
      <div className="shell flex h-16 items-center justify-between gap-4">
        <p className="grid min-w-0">
          <span className="truncate text-sm text-muted-foreground">{order.chosen.name}</span>
          <span className="font-display text-lg leading-6 font-bold tracking-tight tabular-nums">
            {totalOf(order)}
          </span>
        </p>
        <NextStep {...step} />
      </div>
    </section>
  )
}
