/** The instructor's questions in a window: written, changed, put in order and taken away, at both desks. */
import { Plus, Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { ApiError, errorMessage } from '@/api/api-error'
import type { components } from '@/api/schema'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Dialog, DialogClose, DialogFooter, useStaysOpen } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { FormDialogContent } from '@/components/ui/form-dialog'
import { Input } from '@/components/ui/input'
import { MoveButtons } from '@/components/ui/move-buttons'
import { Select } from '@/components/ui/select'
import { moved } from '@/lib/moved'
import { QUESTION_KINDS, type QuestionKind } from '@/lib/question-kinds'
import { toast } from '@/lib/toast'

export type ClassQuestions = components['schemas']['ClassQuestionsOut']
export type QuestionsWanted = components['schemas']['ClassQuestionsIn']
type Question = ClassQuestions['questions'][number]

const MOST = 3
const NOT_SAVED = "The questions couldn't be saved. Check your connection and try again."

interface QuestionEditorProps {
  asked: ClassQuestions
  save: (wanted: QuestionsWanted) => Promise<unknown>
  onClose: () => void
}

export function QuestionEditor({ asked, save, onClose }: QuestionEditorProps) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <FormDialogContent
        title="Questions for students"
        description="Up to three. Students answer them after paying and can change their answers until the class starts."
      >
        <EditorForm asked={asked} save={save} onClose={onClose} />
      </FormDialogContent>
    </Dialog>
  )
}

interface Draft {
  key: string
  /** As it is stored; nothing for a new one. */
  before: Question | null
  words: string
  kind: QuestionKind
}

const draftOf = (before: Question): Draft => ({
  key: String(before.id),
  before,
  words: before.words,
  kind: before.kind,
})

let newDrafts = 0
function newDraft(): Draft {
  newDrafts += 1
  return { key: `new ${newDrafts}`, before: null, words: '', kind: 'line' }
}

/** Answers that saving would delete: to questions taken away, or asked for another kind of answer. */
function answersLost(asked: ClassQuestions, drafts: readonly Draft[]): number {
  const kept = new Map(drafts.map(({ before, kind }) => [before?.id, kind]))
  return asked.questions
    .filter(({ id, kind }) => kept.get(id) !== kind)
    .reduce((sum, { answers }) => sum + answers, 0)
}

const countAnswers = (count: number) => (count === 1 ? '1 answer' : `${count} answers`)

function EditorForm({ asked, save, onClose }: QuestionEditorProps) {
  const [drafts, setDrafts] = useState<readonly Draft[]>(() =>
    asked.questions.length > 0 ? asked.questions.map(draftOf) : [newDraft()],
  )
  const [isSaving, setIsSaving] = useState(false)
  useStaysOpen(isSaving)
  const [failure, setFailure] = useState('')
  const [asks, setAsks] = useState<string | null>(null)
  const [isTried, setIsTried] = useState(false)
  const [announcement, setAnnouncement] = useState('')
  const lost = answersLost(asked, drafts)

  const change = (key: string, news: Partial<Draft>) =>
    setDrafts((all) => all.map((one) => (one.key === key ? { ...one, ...news } : one)))

  function move({ words }: Draft, from: number, by: -1 | 1) {
    const to = from + by
    setDrafts((all) => moved(all, from, to))
    setAnnouncement(`“${words.trim() || 'New question'}” is now ${to + 1} of ${drafts.length}.`)
  }

  async function send(deletesAnswers: boolean) {
    setIsSaving(true)
    setFailure('')
    try {
      const questions = drafts.map(({ before, words, kind }) => ({
        id: before?.id ?? null,
        words: words.trim(),
        kind,
      }))
      await save({ questions, deletesAnswers })
      toast({ title: 'Questions saved' })
      onClose()
    } catch (error) {
      // Somebody has answered since the window was opened.
      if (error instanceof ApiError && error.code === 'in_use') setAsks(error.serverMessage)
      else {
        setAsks(null)
        setFailure(errorMessage(error, NOT_SAVED))
      }
      setIsSaving(false)
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    setIsTried(true)
    if (isSaving || drafts.some(({ words }) => !words.trim())) return
    if (lost > 0) setAsks(`This deletes ${countAnswers(lost)} from students.`)
    else void send(false)
  }

  return (
    <form noValidate aria-label="Questions for students" className="grid gap-5" onSubmit={submit}>
      {drafts.length === 0 && (
        <p className="text-muted-foreground">Students won't be asked anything.</p>
      )}
      <ol className="grid gap-5">
        {drafts.map((draft, index) => (
          <DraftRow
            key={draft.key}
            draft={draft}
            place={index + 1}
            isLast={index === drafts.length - 1}
            error={isTried && !draft.words.trim() ? 'Write the question or remove it' : undefined}
            onChange={(news) => change(draft.key, news)}
            onMove={(by) => move(draft, index, by)}
            onRemove={() => setDrafts((all) => all.filter(({ key }) => key !== draft.key))}
          />
        ))}
      </ol>
      <p aria-live="polite" className="sr-only">
        {announcement}
      </p>
      {drafts.length < MOST && (
        <Button
          variant="outline"
          size="sm"
          className="justify-self-start"
          onClick={() => setDrafts((all) => [...all, newDraft()])}
        >
          <Plus aria-hidden />
          Add a question
        </Button>
      )}
      {failure && (
        <p role="alert" className="rounded-xl bg-market-soft p-4">
          {failure}
        </p>
      )}
      <DialogFooter>
        <DialogClose asChild>
          <Button variant="outline">Cancel</Button>
        </DialogClose>
        <Button type="submit" busy={isSaving} busyLabel="Saving…">
          Save questions
        </Button>
      </DialogFooter>
      <ConfirmDialog
        open={asks !== null}
        onOpenChange={(open) => !open && setAsks(null)}
        title="Delete answers?"
        description={`${asks ?? ''} You can't undo this.`}
        confirmLabel="Delete answers and save"
        pendingLabel="Saving…"
        pending={isSaving}
        destructive
        onConfirm={() => void send(true)}
      />
    </form>
  )
}

interface DraftRowProps {
  draft: Draft
  place: number
  isLast: boolean
  error: string | undefined
  onChange: (news: Partial<Draft>) => void
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}

function DraftRow(props: DraftRowProps) {
  const { draft, place, isLast, error, onChange, onMove, onRemove } = props
  const isFirst = place === 1
  return (
    <li className="grid gap-3 rounded-xl border p-4">
      <Field label={`Question ${place}`} error={error} hint={warningOf(draft)}>
        <Input
          type="text"
          maxLength={200}
          value={draft.words}
          onChange={(event) => onChange({ words: event.target.value })}
        />
      </Field>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Select
          aria-label={`Kind of answer to question ${place}`}
          className="w-38 sm:w-44"
          options={QUESTION_KINDS}
          value={draft.kind}
          onValueChange={(kind) => onChange({ kind: kind as QuestionKind })}
        />
        <div className="flex items-center gap-1">
          {!(isFirst && isLast) && (
            <MoveButtons
              name={`question ${place}`}
              isFirst={isFirst}
              isLast={isLast}
              onMove={onMove}
            />
          )}
          <Button
            variant="ghost"
            size="sm"
            aria-label={`Remove question ${place}`}
            className="max-sm:px-2.5"
            onClick={onRemove}
          >
            <Trash2 aria-hidden />
            <span className="max-sm:hidden">Remove</span>
          </Button>
        </div>
      </div>
    </li>
  )
}

/** What a change does to answers that are there. */
function warningOf({ before, words, kind }: Draft): string | undefined {
  if (!before || before.answers === 0) return undefined
  const count = countAnswers(before.answers)
  if (kind !== before.kind) return `Another kind of answer deletes ${count}.`
  if (words.trim() === before.words) return `${count} so far.`
  return `${count} so far, given to the old words. They stay, so keep the meaning.`
}
