/** Notes of the team about a person or a purchase: written, read newest first, and deleted. */

import { useMutation } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { api } from '@/api/client'
import { showError } from '@/api/form-failure'
import type { components } from '@/api/schema'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Field } from '@/components/ui/field'
import { Textarea } from '@/components/ui/textarea'
import { toast } from '@/lib/toast'
import { DeskTime } from './desk-time'
import { countCharacters } from './limited-text'
import { PurchaseLink } from './record-links'

type Note = components['schemas']['DeskNoteOut']

const LONGEST = 2000

interface NotesProps {
  notes: readonly Note[]
  /** Stores one; what it rejects with is shown, and what was typed stays. */
  add: (text: string) => Promise<unknown>
  /** Something was added or deleted: whoever shows them asks anew. */
  onChange: () => Promise<unknown>
  /** On the purchase's own record there is no need to say which it is. */
  namesPurchases?: boolean
}

export function Notes({ notes, add, onChange, namesPurchases = false }: NotesProps) {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className="grid min-w-0 gap-3">
      <h3 id={titleId} className="text-lg font-bold tracking-tight">
        Notes
      </h3>
      <NoteForm add={add} onChange={onChange} />
      {notes.length > 0 && (
        <ul aria-label="Notes" className="grid gap-2">
          {notes.map((note) => (
            <NoteItem
              key={note.id}
              note={note}
              onChange={onChange}
              namesPurchase={namesPurchases}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

function NoteForm({ add, onChange }: Pick<NotesProps, 'add' | 'onChange'>) {
  const [text, setText] = useState('')
  const { mutate, isPending } = useMutation({
    mutationFn: () => add(text.trim()),
    onSuccess: () => {
      setText('')
      return onChange()
    },
    onError: (error) => showError(error, "The note couldn't be saved. Please try again."),
  })
  const length = countCharacters(text)
  const isSavable = length > 0 && length <= LONGEST
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isSavable && !isPending) mutate()
  }
  return (
    <form noValidate aria-label="New note" className="grid gap-2" onSubmit={submit}>
      <Field
        label="Add a note"
        hint="For your team. It's part of the data people can export about themselves."
        error={length > LONGEST ? `String must contain at most ${LONGEST} character(s)` : null}
      >
        <Textarea
          className="min-h-20"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      {length > 0 && (
        <Button
          type="submit"
          size="sm"
          className="justify-self-start"
          disabled={!isSavable}
          busy={isPending}
          busyLabel="Saving..."
        >
          Save note
        </Button>
      )}
    </form>
  )
}

interface NoteItemProps {
  note: Note
  onChange: () => Promise<unknown>
  namesPurchase: boolean
}

function NoteItem({ note, onChange, namesPurchase }: NoteItemProps) {
  const [isAsking, setIsAsking] = useState(false)
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      api.DELETE('/api/admin/notes/{note_id}', { params: { path: { note_id: note.id } } }),
    onSuccess: () => toast({ title: 'Note deleted' }),
    onError: (error) => showError(error, "The note couldn't be deleted. Please try again."),
    onSettled: () => {
      setIsAsking(false)
      return onChange()
    },
  })
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-2 rounded-lg bg-surface-2 px-3 py-2">
      <p className="wrap-anywhere whitespace-pre-line">{note.text}</p>
      {note.canDelete && (
        <Button
          variant="ghost"
          size="sm"
          icon
          className="-my-1 -mr-2"
          aria-label="Delete this note"
          onClick={() => setIsAsking(true)}
        >
          <Trash2 aria-hidden />
        </Button>
      )}
      <p className="col-span-2 text-sm text-muted-foreground">
        {note.author || 'A former user'}
        {' · '}
        <DeskTime at={note.createdAt} />
        {namesPurchase && note.purchaseId !== null && (
          <>
            {' · '}
            <PurchaseLink id={note.purchaseId} />
          </>
        )}
      </p>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title="Delete this note?"
        description="It'll be gone for everyone on your team. This can't be undone."
        confirmLabel="Delete note"
        pendingLabel="Deleting..."
        pending={isPending}
        destructive
        onConfirm={() => mutate()}
      />
    </li>
  )
}
