/** The bank has not said its last word. Calm, plain, and nothing to press. */
import { Landmark } from 'lucide-react'
import { Progress } from '@/components/ui/progress'
import { StatePage } from './state-page'

/** About half a minute in. */
const LONG_AFTER = 6

export function Waiting({ email, asked }: { email: string; asked: number }) {
  return (
    <StatePage icon={Landmark} tone="calm" heading="Confirming with your bank">
      <p>
        We're confirming your payment with your bank. Your money is safe: you'll be charged once,
        and only if you get the seat.
      </p>
      <p>
        You can close this page.{' '}
        {email ? (
          <>
            We'll email{' '}
            <strong className="font-semibold wrap-anywhere text-foreground">{email}</strong> as soon
            as it's confirmed.
          </>
        ) : (
          "We'll email you as soon as it's confirmed."
        )}
      </p>
      <Progress label="Waiting for your bank" value={null} className="mt-4 text-left text-base" />
      <p role="status" className="min-h-6 text-base">
        {asked >= LONG_AFTER && "This is taking a little longer than usual. We're still checking."}
      </p>
    </StatePage>
  )
}
