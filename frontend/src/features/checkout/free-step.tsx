/** In place of the card where nothing is to be paid: the terms, and the email that proves the address. */
import { MailCheck, MailPlus } from 'lucide-react'
import { type FormEvent, type Ref, useId, useState } from 'react'
import { Button } from '@/components/ui/button'
import { formatMoment, viewerZone } from '@/lib/dates'
import { useFocusOn } from '@/lib/use-focus-on'
import { type Package, seatsOf } from './package'
import { StepPanel } from './step-panel'
import { TermsCheckbox } from './terms-checkbox'
import type { FreeSeat } from './use-free-seat'

interface FreeStepProps {
  chosen: Package
  freeSeat: FreeSeat
  /** What is missing before this step can begin, in words. */
  waitsFor: string | null
  ref: Ref<HTMLElement>
  buttonRef: Ref<HTMLButtonElement>
  /** Back to the address, to correct it. */
  onCorrect: () => void
}

export function FreeStep({ chosen, freeSeat, ref, onCorrect, ...form }: FreeStepProps) {
  const { ordered } = freeSeat
  return (
    <StepPanel
      ref={ref}
      number={2}
      title={ordered ? 'Check your email' : 'Confirm by email'}
      aside={<span className="text-lg font-semibold">Free</span>}
    >
      {ordered ? (
        <CheckEmail
          freeSeat={freeSeat}
          email={ordered.email}
          until={ordered.heldUntil}
          onCorrect={onCorrect}
        />
      ) : (
        <FreeForm seats={seatsOf(chosen)} freeSeat={freeSeat} {...form} />
      )}
    </StepPanel>
  )
}

interface FreeFormProps extends Pick<FreeStepProps, 'freeSeat' | 'waitsFor' | 'buttonRef'> {
  seats: number
}

function FreeForm({ seats, freeSeat, waitsFor, buttonRef }: FreeFormProps) {
  const { order, isOrdering, problem } = freeSeat
  const [isAccepted, setAccepted] = useState(false)
  const reasonId = useId()
  const seat = seats > 1 ? 'seats' : 'seat'

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isOrdering && isAccepted && waitsFor === null) order()
  }

  return (
    <form noValidate aria-label={`Free ${seat}`} className="grid gap-6" onSubmit={submit}>
      <p className="flex gap-3 rounded-lg bg-surface-2 p-4 text-[0.9375rem] text-muted-foreground">
        <MailPlus aria-hidden className="mt-0.5 size-5 shrink-0" />
        No card needed. We'll email you a link. Confirm within 30 minutes to keep your {seat}.
      </p>
      <TermsCheckbox checked={isAccepted} isLocked={isOrdering} onChange={setAccepted} />
      {problem && <Problem words={problem} />}
      <div className="grid gap-3">
        <Button
          ref={buttonRef}
          type="submit"
          size="lg"
          className="w-full"
          disabled={!isAccepted || waitsFor !== null}
          aria-describedby={reasonId}
          busy={isOrdering}
          busyLabel="Sending the email…"
        >
          Get my free {seat}
        </Button>
        <p id={reasonId} className="min-h-10 text-center text-sm text-muted-foreground">
          {waitsFor ?? (isAccepted ? "You won't be charged." : 'Accept the terms to continue.')}
        </p>
      </div>
    </form>
  )
}

interface CheckEmailProps {
  freeSeat: FreeSeat
  email: string
  until: string | null
  onCorrect: () => void
}

function CheckEmail({ freeSeat, email, until, onCorrect }: CheckEmailProps) {
  const { again, isOrdering, hasAskedAgain, problem } = freeSeat
  // The button that was pressed is gone.
  const words = useFocusOn<HTMLParagraphElement>(true, { preventScroll: true })
  return (
    <div className="grid gap-5">
      <p ref={words} tabIndex={-1} role="status" className="flex gap-3 outline-none">
        <MailCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-primary" />
        <span className="min-w-0 wrap-anywhere">
          We sent a link to <strong className="font-semibold">{email}</strong>. Open it and press{' '}
          "Confirm my seat"{until && ` by ${formatMoment(until, viewerZone())}`}.
        </span>
      </p>
      <p className="text-sm text-muted-foreground">
        Didn't get it? Check your spam folder. You can ask for another in ten minutes.
      </p>
      {problem && <Problem words={problem} />}
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" busy={isOrdering} busyLabel="Sending…" onClick={again}>
          Send it again
        </Button>
        <Button variant="ghost" onClick={onCorrect}>
          Change the address
        </Button>
      </div>
      <p role="status" className="min-h-5 text-sm text-muted-foreground">
        {hasAskedAgain && "Done. If the last one is more than ten minutes old, there's a new one."}
      </p>
    </div>
  )
}

function Problem({ words }: { words: string }) {
  return (
    <p role="alert" className="rounded-lg border border-destructive/40 bg-market-soft/60 p-4">
      {words}
    </p>
  )
}
