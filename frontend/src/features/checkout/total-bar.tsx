/** On a phone the summary scrolls away; what is chosen, its price and the next step stay at the lower edge. */
import { Button } from '@/components/ui/button'
import { cn } from '@/lib/cn'
import { type OrderSummaryProps, totalOf } from './order-summary'
import { PAYMENT_FORM } from './payment-form'
import { useIsOnScreen } from './use-is-on-screen'

interface TotalBarProps {
  order: OrderSummaryProps
  /** The Pay button itself, once there is one: where it can be seen, the bar is in its way. */
  payButton: HTMLElement | null
  isPayable: boolean
  isPaying: boolean
  /** Leads to what is still to be filled in. */
  onContinue: () => void
}

export function TotalBar({ order, payButton, isPayable, isPaying, onContinue }: TotalBarProps) {
  const isPayOnScreen = useIsOnScreen(payButton)
  if (!order.chosen) return null
  return (
    <section
      aria-label="Your order"
      className={cn(
        'sticky bottom-0 z-30 border-t bg-background/90 backdrop-blur-md transition-[opacity,visibility] duration-200 lg:hidden',
        isPayOnScreen && 'invisible opacity-0',
      )}
    >
      <div className="shell flex h-16 items-center justify-between gap-4">
        <p className="grid min-w-0">
          <span className="truncate text-sm text-muted-foreground">{order.chosen.name}</span>
          <span className="font-display text-lg leading-6 font-bold tracking-tight tabular-nums">
            {totalOf(order)}
          </span>
        </p>
        {isPayable || isPaying ? (
          <Button type="submit" form={PAYMENT_FORM} busy={isPaying} busyLabel="Paying...">
            Pay
          </Button>
        ) : (
          <Button onClick={onContinue}>Continue</Button>
        )}
      </div>
    </section>
  )
}
