/** Every way out on one page: one is picked, and one button does it. */
import { useState } from 'react'
import { errorMessage } from '@/api/api-error'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { RadioGroup } from '@/components/ui/radio-group'
import { cn } from '@/lib/cn'
import { cohortDay } from '@/lib/cohorts'
import { isOffline, OFFLINE } from '@/lib/online'
import type { Chosen, ClassChoice } from './choice-types'
import { actWords, refusalOf } from './choice-words'
import { OptionRow } from './option-row'
import { keyOf, optionsOf } from './options'
import type { Choosing } from './use-class-choice'

const FAILED = "We couldn't save your choice. Please try again."

interface ChoiceFormProps {
  change: ClassChoice
  choosing: Choosing
  /** What is shown may no longer be true: the last look failed. */
  isStale: boolean
  onCancel: (() => void) | null
}

export function ChoiceForm({ change, choosing, isStale, onCancel }: ChoiceFormProps) {
  const { choose, isChoosing, error } = choosing
  const [picked, setPicked] = useState<Chosen | null>(null)
  const [lost, setLost] = useState('')
  const current: Chosen | null = change.choice && {
    choice: change.choice,
    toBootcampId: change.toBootcampId,
  }
  const pick = (key: string) => {
    setPicked(optionsOf(change).find((option) => keyOf(option) === key) ?? null)
    setLost('')
    choosing.forget()
  }
  // Sold out while it was picked: it is nobody's choice any more, even if a seat comes free again.
  const gone = !isChoosing && picked ? soldOutDate(change, picked) : null
  if (gone) {
    setPicked(null)
    setLost(`${cohortDay(gone)} has just sold out. Nothing has changed for you. Pick another.`)
  }
  const confirm = () => {
    if (!picked) return
    choose(picked, {
      // The seat went in that moment: what is shown is asked for again, and nothing stays picked.
      onRefused: () => setPicked(null),
    })
  }
  const problem = error ? errorMessage(error, isOffline() ? OFFLINE : FAILED) : lost
  return (
    <Card className="max-sm:pb-0">
      <h2 className="text-xl font-bold tracking-tight">What would you like to do?</h2>
      {isStale && (
        <p role="status" className="rounded-xl bg-surface-2 p-4 text-sm">
          We can't reach the server right now. The seats shown may be out of date.
        </p>
      )}
      <RadioGroup
        aria-label="What would you like to do?"
        value={picked ? keyOf(picked) : ''}
        onValueChange={pick}
        disabled={isChoosing}
      >
        {optionsOf(change).map((option) => (
          <OptionRow
            key={keyOf(option)}
            option={option}
            change={change}
            isCurrent={current !== null && keyOf(current) === keyOf(option)}
          />
        ))}
      </RadioGroup>
      {/* On a phone the button comes to hand with the pick, however many dates there are. */}
      <div
        className={cn(
          'grid gap-3 max-sm:-mx-6 max-sm:rounded-b-2xl max-sm:border-t max-sm:bg-surface max-sm:p-4',
          (picked || problem) && 'max-sm:sticky max-sm:bottom-0',
        )}
      >
        {/* Always there, so that a screen reader hears what appears in it. */}
        <div role="alert" className="empty:hidden">
          {problem && <p className="rounded-xl bg-market-soft p-4 text-market">{problem}</p>}
        </div>
        <div className="flex flex-wrap gap-3">
          <Button
            size="lg"
            className="max-sm:w-full"
            disabled={!picked}
            busy={isChoosing}
            busyLabel="Saving…"
            onClick={confirm}
          >
            {picked ? actWords(picked.choice, change, picked.toBootcampId) : 'Pick one of these'}
          </Button>
          {onCancel && (
            <Button size="lg" variant="outline" className="max-sm:w-full" onClick={onCancel}>
              Leave it as it is
            </Button>
          )}
        </div>
      </div>
    </Card>
  )
}

function soldOutDate({ dates }: ClassChoice, { choice, toBootcampId }: Chosen) {
  if (choice !== 'date') return null
  return dates.find((date) => date.id === toBootcampId && refusalOf(date) !== '') ?? null
}
