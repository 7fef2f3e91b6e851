/** The first step: whether the class falls out or moves, and to when. */
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Radio, RadioGroup } from '@/components/ui/radio-group'
import type { ChangedClass, ChangeKind } from '@/features/admin-kit/class-change'
import { zoneLetters } from '@/features/admin-kit/moments'
import { type Draft, withEnd, withStart } from './change-draft'

interface WhatStepProps {
  draft: Draft
  bootcamp: ChangedClass
  problem: string | null
  onChange: (draft: Draft) => void
}

export function WhatStep({ draft, bootcamp, problem, onChange }: WhatStepProps) {
  const { timezone } = bootcamp
  return (
    <>
      <RadioGroup
        aria-label="What happens to the class"
        value={draft.kind}
        onValueChange={(kind) => onChange({ ...draft, kind: kind as ChangeKind })}
      >
        <Radio
          value="cancel"
          label="It's canceled"
          hint="Each student chooses another date, a refund or a credit. Whoever doesn't choose is refunded."
        />
        <Radio
          value="move"
          label="It moves to a new date"
          hint="Each student can keep the seat or choose otherwise. Whoever doesn't choose keeps it."
        />
      </RadioGroup>
      {draft.kind === 'move' && (
        <fieldset className="grid gap-x-4 gap-y-5">
          <legend className="sr-only">New date</legend>
          <div className="grid grid-cols-2 items-start gap-x-4 gap-y-5">
            <Field label="New start date" error={problem} required>
              <Input
                type="date"
                value={draft.startDate}
                onChange={({ target }) =>
                  onChange(withStart(draft, { startDate: target.value }, timezone))
                }
              />
            </Field>
            <Field label="Start time" aside={zoneLetters(timezone)} required>
              <Input
                type="time"
                value={draft.startTime}
                onChange={({ target }) =>
                  onChange(withStart(draft, { startTime: target.value }, timezone))
                }
              />
            </Field>
            <Field label="New end date" required>
              <Input
                type="date"
                value={draft.endDate}
                onChange={({ target }) =>
                  onChange(withEnd(draft, { endDate: target.value }, timezone))
                }
              />
            </Field>
            <Field label="End time" aside={zoneLetters(timezone)} required>
              <Input
                type="time"
                value={draft.endTime}
                onChange={({ target }) =>
                  onChange(withEnd(draft, { endTime: target.value }, timezone))
                }
              />
            </Field>
          </div>
        </fieldset>
      )}
      <p className="rounded-xl bg-surface-2 p-4 text-sm text-muted-foreground">
        Nothing happens yet. Before anything is sent, you'll see who is affected, what it costs and
        the email as they'll read it.
      </p>
    </>
  )
}
