/** Canceling or moving a class, in three steps: what happens, what is offered, and what it will do. */
import { type FormEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Dialog, DialogContent, DialogFooter } from '@/components/ui/dialog'
import type { ChangeDialogProps, ChangeKind } from '@/features/admin-kit/class-change'
import { cn } from '@/lib/cn'
import { cohortName } from '@/lib/cohorts'
import { useUnsaved } from '@/lib/unsaved'
import { chooseByProblem, type Draft, dateProblem, newDraft, wantedOf } from './change-draft'
import { type ChangePreview, people, useAnnounce, useChangePreview } from './change-queries'
import { CheckStep } from './check-step'
import { OfferStep } from './offer-step'
import { WhatStep } from './what-step'

const STEPS = ['What happens', 'What you offer', 'Check and send'] as const

export function ChangeDialog({ bootcamp, kind, words = '', onClose }: ChangeDialogProps) {
  const zone = bootcamp.timezone
  const [draft, setDraft] = useState<Draft>(() => newDraft(bootcamp, kind, words))
  // One moment for all of it: a default that moved with the clock would ask the server again and again.
  const [now] = useState(() => Date.now())
  const [step, setStep] = useState(0)
  const [isTried, setIsTried] = useState(false)
  const [asksToDiscard, setAsksToDiscard] = useState(false)
  const navigate = useNavigate()
  const top = useRef<HTMLFormElement>(null)
  const announce = useAnnounce(bootcamp.id, () => {
    onClose()
    void navigate(`/admin/bootcamps/${bootcamp.id}/change`)
  })

  // Which dates there are is asked without the words: typing must not ask again.
  const plain = wantedOf({ ...draft, words: '', chooseBy: null }, zone, { alternatives: [], now })
  const offer = useChangePreview(bootcamp.id, plain, { enabled: step === 1 })
  const alternatives = useLast(offer.data?.alternatives)
  const wanted = wantedOf(draft, zone, { alternatives: alternatives ?? [], now })
  // Not once it is being done: asked then, it could only be refused.
  const preview = useChangePreview(bootcamp.id, wanted, {
    enabled: step === 2 && !announce.isPending && !announce.isSuccess,
  })

  const problem = step === 0 ? dateProblem(draft, bootcamp, now) : chooseByProblem(draft, zone, now)
  const canGoOn = step === 0 || (step === 1 ? alternatives !== undefined : preview.isSuccess)
  const isTyped = draft.words.trim() !== words
  const dismiss = () => {
    if (announce.isPending) return
    if (isTyped) setAsksToDiscard(true)
    else onClose()
  }
  useUnsaved({ isTyped: () => isTyped, ask: dismiss })

  const goTo = (next: number) => {
    setStep(next)
    setIsTried(false)
    announce.reset()
    top.current?.scrollIntoView?.({ block: 'start' })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (problem || !canGoOn || announce.isPending) return
    if (step < 2) goTo(step + 1)
    // What was shown is what is done.
    else announce.mutate(wanted)
  }
  const change = (part: Partial<Draft>) => setDraft((last) => ({ ...last, ...part }))
  const shown = { draft, bootcamp, now, problem: isTried ? problem : null }

  return (
    <Dialog open onOpenChange={(open) => !open && dismiss()}>
      <DialogContent
        title={draft.kind === 'cancel' ? 'Cancel class' : 'Move class'}
        description={cohortName(bootcamp.name, bootcamp)}
        className="scroll-pb-24"
        // A click beside the window must not throw away what was typed.
        onInteractOutside={(event) => event.preventDefault()}
      >
        <form
          ref={top}
          noValidate
          aria-label={STEPS[step]}
          className="grid min-w-0 gap-5"
          onSubmit={submit}
        >
          <p className="text-sm font-semibold text-primary">
            Step {step + 1} of {STEPS.length}: {STEPS[step]}
          </p>
          {step === 0 && <WhatStep {...shown} onChange={setDraft} />}
          {step === 1 && (
            <OfferStep {...shown} alternatives={alternatives} query={offer} onChange={change} />
          )}
          {step === 2 && (
            <CheckStep
              bootcamp={bootcamp}
              wanted={wanted}
              query={preview}
              refusal={announce.error}
            />
          )}
          <DialogFooter
            className={cn(
              'sticky -bottom-6 z-10 -mx-6 -mb-6 border-t bg-surface px-6 py-4 sm:-bottom-7 sm:-mx-7 sm:-mb-7 sm:px-7',
              // One row, but for the last step, whose button says all that it does.
              step < 2 && 'max-sm:flex-row max-sm:[&>button]:flex-1',
            )}
          >
            <Button
              variant="outline"
              disabled={announce.isPending}
              onClick={step === 0 ? dismiss : () => goTo(step - 1)}
            >
              {step === 0 ? 'Keep the class' : 'Back'}
            </Button>
            <Button
              type="submit"
              variant={step === 2 ? 'destructive' : 'primary'}
              // Nobody cancels a class without having been shown what goes with it.
              disabled={!canGoOn}
              busy={announce.isPending}
              busyLabel={draft.kind === 'cancel' ? 'Canceling…' : 'Moving…'}
              className="h-auto min-h-11 py-2 whitespace-normal"
            >
              {step < 2 ? 'Next' : actWords(draft.kind, preview.data)}
            </Button>
          </DialogFooter>
        </form>
        <ConfirmDialog
          open={asksToDiscard}
          onOpenChange={setAsksToDiscard}
          title="Discard what you typed?"
          description="The class stays as it is, and nobody is written to."
          confirmLabel="Discard"
          cancelLabel="Keep editing"
          destructive
          onConfirm={onClose}
        />
      </DialogContent>
    </Dialog>
  )
}

/** "Cancel the class and email 19 people" */
function actWords(kind: ChangeKind, preview: ChangePreview | undefined): string {
  const act = kind === 'cancel' ? 'Cancel the class' : 'Move the class'
  return preview && preview.people > 0 ? `${act} and email ${people(preview.people)}` : act
}

/** The last answer stays in view while it is asked again. */
function useLast<Value>(value: Value | undefined): Value | undefined {
  const [last, setLast] = useState(value)
  if (value !== undefined && value !== last) setLast(value)
  return value ?? last
}
