/** What the instructor wants to know before the class: answered, changed, and read once it has begun. */
import { CircleAlert, CircleCheck } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { ApiError, errorMessage } from '@/api/api-error'
import type { components } from '@/api/schema'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Radio, RadioGroup } from '@/components/ui/radio-group'
import { Textarea } from '@/components/ui/textarea'
import { cn } from '@/lib/cn'
import { isOffline, OFFLINE } from '@/lib/online'
import { answerWords } from '@/lib/question-kinds'

export type OwnAnswers = components['schemas']['OwnAnswersOut']
type GivenAnswer = components['schemas']['ClassAnswerIn']
type Question = OwnAnswers['questions'][number]

const LONGEST = 500
const NOT_SAVED = "Your answers couldn't be saved. Please try again."

interface ClassAnswersProps {
  asked: OwnAnswers
  /** Tells several classes on one page apart. */
  bootcampName: string
  headingLevel?: 'h2' | 'h3' | 'h4'
  save: (answers: GivenAnswer[]) => Promise<OwnAnswers | undefined>
  onSaved: (answers: OwnAnswers) => void
  /** The questions or the seat are no longer what is shown. */
  onStale: () => void
}

export function ClassAnswers(props: ClassAnswersProps) {
  const { asked, bootcampName, headingLevel: Heading = 'h2' } = props
  const titleId = useId()
  if (asked.questions.length === 0) return null
  return (
    <section aria-labelledby={titleId} className="grid min-w-0 gap-4">
      <Heading id={titleId} className="font-sans text-lg font-bold tracking-tight">
        Questions from your instructor
        <span className="sr-only">: {bootcampName}</span>
      </Heading>
      <AnswerForm {...props} />
    </section>
  )
}

function AnswerForm({ asked, save, onSaved, onStale }: ClassAnswersProps) {
  // By question: what is typed stays whatever the server says meanwhile.
  const [typed, setTyped] = useState<Readonly<Record<number, string>>>({})
  const [isSaving, setIsSaving] = useState(false)
  const [isSaved, setIsSaved] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const changed = asked.questions.filter(
    ({ id, answer }) => typed[id] !== undefined && typed[id].trim() !== answer,
  )
  if (!asked.canAnswer && changed.length === 0) return <GivenAnswers questions={asked.questions} />

  const type = (id: number, words: string) => {
    setTyped((before) => ({ ...before, [id]: words }))
    setIsSaved(false)
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isSaving) return
    setFailure(null)
    if (changed.length === 0) return setIsSaved(true)
    setIsSaving(true)
    try {
      const answers = await save(
        changed.map(({ id }) => ({ questionId: id, words: typed[id]?.trim() ?? '' })),
      )
      if (answers) onSaved(answers)
      setTyped({})
      setIsSaved(true)
    } catch (error) {
      setFailure(error)
      if (error instanceof ApiError && error.status === 409) onStale()
    } finally {
      setIsSaving(false)
    }
  }

  const refused = failure instanceof ApiError ? failure.fields : {}
  const problemOf = ({ id }: Question) =>
    refused[`answers.${changed.findIndex((one) => one.id === id)}.words`]
  return (
    <form noValidate className="grid gap-5" onSubmit={(event) => void submit(event)}>
      {asked.questions.map((question) => (
        <QuestionField
          key={question.id}
          question={question}
          value={typed[question.id] ?? question.answer}
          error={problemOf(question)}
          onType={(words) => type(question.id, words)}
        />
      ))}
      {failure !== null && (
        <p
          role="alert"
          className="flex gap-3 rounded-xl bg-market-soft p-4 text-[0.9375rem] text-foreground"
        >
          <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-market" />
          {errorMessage(failure, isOffline() ? OFFLINE : NOT_SAVED)}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" busy={isSaving} busyLabel="Saving…" disabled={!asked.canAnswer}>
          Save answers
        </Button>
        <p role="status" className="flex min-h-6 items-center gap-2 text-[0.9375rem]">
          {isSaved && (
            <>
              <CircleCheck aria-hidden className="size-5 text-primary" />
              Answers saved
            </>
          )}
        </p>
      </div>
      {asked.canAnswer && (
        <p className="text-sm text-muted-foreground">
          Only our team sees your answers. You can change them until the class starts.
        </p>
      )}
    </form>
  )
}

interface QuestionFieldProps {
  question: Question
  value: string
  error: string | undefined
  onType: (words: string) => void
}

function QuestionField({ question, value, error, onType }: QuestionFieldProps) {
  const labelId = useId()
  if (question.kind === 'yes_no') {
    return (
      <div className="grid gap-2">
        <p id={labelId} className="text-sm font-medium wrap-anywhere">
          {question.words}
        </p>
        <RadioGroup
          aria-labelledby={labelId}
          value={value}
          onValueChange={onType}
          className="flex gap-8"
        >
          <Radio value="yes" label="Yes" />
          <Radio value="no" label="No" />
        </RadioGroup>
        {error && <p className="text-sm text-destructive">{error}</p>}
      </div>
    )
  }
  const control = {
    value,
    maxLength: LONGEST,
    onChange: (event: { target: { value: string } }) => onType(event.target.value),
  }
  return (
    <Field label={<span className="wrap-anywhere">{question.words}</span>} error={error}>
      {question.kind === 'line' ? <Input type="text" {...control} /> : <Textarea {...control} />}
    </Field>
  )
}

/** As they stand, for whoever may only read them. */
function GivenAnswers({ questions }: { questions: readonly Question[] }) {
  return (
    <dl className="grid gap-3">
      {questions.map(({ id, words, kind, answer }) => (
        <div key={id} className="grid gap-0.5">
          <dt className="text-sm text-muted-foreground wrap-anywhere">{words}</dt>
          <dd
            className={cn('wrap-anywhere whitespace-pre-line', !answer && 'text-muted-foreground')}
          >
            {answer ? answerWords(kind, answer) : 'No answer'}
          </dd>
        </div>
      ))}
    </dl>
  )
}
