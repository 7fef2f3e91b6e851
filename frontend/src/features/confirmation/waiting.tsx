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
        We are confirming your payment with your bank. Your money is safe: you pay once, and only
        for a seat you get.
      </p>
      <p>
        You may close this page.{' '}
        {email ? (
          <>
            We write to{' '}
            <strong className="font-semibold wrap-anywhere text-foreground">{email}</strong> as soon
            as it is settled.
          </>
        ) : (
          'We write to you by email as soon as it is settled.'
        )}
      </p>
      <Progress label="Waiting for the answer" value={null} className="mt-4 text-left text-base" />
      <p role="status" className="min-h-6 text-base">
        {asked >= LONG_AFTER && 'This takes a little longer than usual. We keep asking.'}
      </p>
    </StatePage>
  )
}
