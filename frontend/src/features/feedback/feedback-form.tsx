/** One score, a few words, and whether they may be shown: sent once, with one button. */
import { type FormEvent, useId, useState } from 'react'
import { errorMessage } from '@/api/api-error'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Checkbox } from '@/components/ui/checkbox'
import { Field } from '@/components/ui/field'
import { RadioGroup, RadioTile } from '@/components/ui/radio-group'
import { Textarea } from '@/components/ui/textarea'
import { isOffline, OFFLINE } from '@/lib/online'
import { type Draft, forgetDraft, keepDraft, readDraft } from './draft'
import { type Feedback, useGiving } from './use-feedback'

const SCORES = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const
const MOST_WORDS = 1000
const FAILED = "Your feedback couldn't be sent. Please try again."
const KEPT = 'What you wrote is kept on this page.'
const NO_SCORE = 'Pick a score from 0 to 10'

interface FeedbackFormProps {
  feedback: Feedback
  token: string
  /** Picked in the email: filled in here, and sent only by the button. */
  picked: number | null
  onGiven: () => void
}

export function FeedbackForm({ feedback, token, picked, onGiven }: FeedbackFormProps) {
  const [draft, setDraft] = useState<Draft>(
    () =>
      readDraft(token) ?? {
        score: picked,
        words: '',
        mayShow: false,
      },
  )
  const [isChecked, setIsChecked] = useState(false)
  const { give, isGiving, error } = useGiving(token, {
    onGiven: () => {
      forgetDraft(token)
      onGiven()
    },
  })
  const questionId = useId()
  const change = (changes: Partial<Draft>) => {
    const next = { ...draft, ...changes }
    setDraft(next)
    keepDraft(token, next)
  }
  const needsScore = draft.score === null
  const send = (event: FormEvent) => {
    event.preventDefault()
    setIsChecked(true)
    if (draft.score === null) return
    give({ ...draft, score: draft.score })
  }
  return (
    <Card>
      <form noValidate className="grid gap-6" onSubmit={send}>
        <div className="grid gap-3">
          <h2 id={questionId} className="text-xl font-bold tracking-tight">
            How likely are you to recommend this class to a friend?
          </h2>
          <RadioGroup
            aria-labelledby={questionId}
            value={draft.score === null ? '' : String(draft.score)}
            onValueChange={(value) => change({ score: Number(value) })}
            disabled={isGiving}
            className="grid-cols-6 gap-2 sm:grid-cols-11 sm:gap-1.5"
          >
            {SCORES.map((score) => (
              <RadioTile key={score} value={String(score)} aria-label={scoreWords(score)}>
                {score}
              </RadioTile>
            ))}
          </RadioGroup>
          <p className="flex justify-between gap-4 text-sm text-muted-foreground">
            <span>0: not at all likely</span>
            <span>10: extremely likely</span>
          </p>
          {isChecked && needsScore && (
            <p role="alert" className="text-sm text-destructive">
              {NO_SCORE}
            </p>
          )}
        </div>
        <Field label="What should we know?" hint="Optional. What helped you, what didn't?">
          <Textarea
            value={draft.words}
            maxLength={MOST_WORDS}
            disabled={isGiving}
            onChange={({ target }) => change({ words: target.value })}
          />
        </Field>
        <Checkbox
          label="You may show this with my first name"
          hint={`On our website${shownAs(feedback.firstName)}, with the class and the day you attended. Nothing else about you.`}
          checked={draft.mayShow}
          disabled={isGiving}
          onCheckedChange={(checked) => change({ mayShow: checked === true })}
        />
        {/* Always there, so that a screen reader hears what appears in it. */}
        <div role="alert" className="empty:hidden">
          {error && (
            <p className="rounded-xl bg-market-soft p-4 text-market">
              {errorMessage(error, isOffline() ? `${OFFLINE} ${KEPT}` : `${FAILED} ${KEPT}`)}
            </p>
          )}
        </div>
        <div className="grid justify-items-start gap-2">
          <Button
            type="submit"
            size="lg"
            className="max-sm:w-full"
            busy={isGiving}
            busyLabel="Sending…"
          >
            Send feedback
          </Button>
          <p className="text-sm text-muted-foreground">
            You can send it once, and not change it afterwards.
          </p>
        </div>
      </form>
    </Card>
  )
}

function scoreWords(score: number): string {
  if (score === 0) return '0, not at all likely'
  return score === 10 ? '10, extremely likely' : String(score)
}

const shownAs = (name: string) => (name ? ` as “${name}”` : '')
