/** The next step of the checkout as a button: on to what is still missing, and then Pay. */
import type { ComponentProps } from 'react'
import { Button } from '@/components/ui/button'

/** The form that Pay submits from elsewhere on the page; it comes later than the button. */
export const PAYMENT_FORM = 'payment-form'

export interface NextStepState {
  isPayable: boolean
  isPaying: boolean
  /** Nothing is left to do here: the rest is in an email. */
  isDone: boolean
  /** Leads to what is still to be filled in. */
  onContinue: () => void
}

interface NextStepProps
  extends NextStepState,
    Pick<ComponentProps<typeof Button>, 'ref' | 'size' | 'className'> {}

export function NextStep({ isPayable, isPaying, isDone, onContinue, ...look }: NextStepProps) {
  if (isDone) return null
  if (!isPayable && !isPaying) {
    return (
      <Button onClick={onContinue} {...look}>
        Continue
      </Button>
    )
  }
  return (
    <Button type="submit" form={PAYMENT_FORM} busy={isPaying} busyLabel="Paying..." {...look}>
      Pay
    </Button>
  )
}
