/** Whether the join link works, tried by one click before the class; it never counts as coming. */
import { CircleCheck, Link2 } from 'lucide-react'
import type { components } from '@/api/schema'
import { Button } from '@/components/ui/button'

type LinkTestAnswer = components['schemas']['LinkTestOut']

interface LinkTestProps {
  /** When it lets in, once the server has said so. */
  told: Pick<LinkTestAnswer, 'getsIn' | 'clockNote'> | null
  isTested: boolean
  busy: boolean
  onTest: () => void
}

export function LinkTest({ told, isTested, busy, onTest }: LinkTestProps) {
  return (
    <div className="grid justify-items-center gap-3 pt-1 text-center">
      {/* Always there, so that a screen reader hears what a click changes. */}
      <div aria-live="polite" className="grid justify-items-center gap-1">
        {isTested && (
          <p className="flex items-center gap-2 font-medium">
            <CircleCheck aria-hidden className="size-5 shrink-0 text-primary" />
            Your link works.
          </p>
        )}
        {told && <p className="text-pretty">{told.getsIn}</p>}
        {told?.clockNote && <p className="font-medium text-pretty">{told.clockNote}</p>}
      </div>
      {!isTested && (
        <Button variant="outline" busy={busy} busyLabel="Testing…" onClick={onTest}>
          <Link2 aria-hidden />
          Test your link
        </Button>
      )}
    </div>
  )
}
