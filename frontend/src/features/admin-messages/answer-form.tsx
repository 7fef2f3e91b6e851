/** Where an answer is written. It is kept in the tab until it is sent. */
import { Send } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Textarea } from '@/components/ui/textarea'
import type { useAnswer } from './use-answer'

const LONGEST = 5000

export function AnswerForm({ answering }: { answering: ReturnType<typeof useAnswer> }) {
  const { text, write, send, sending } = answering
  const isEmpty = text.trim() === ''
  return (
    <form
      className="grid gap-2.5"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isEmpty) void send(false)
      }}
    >
      <Field label="Your answer" hint="Sent by email. You can undo it for ten seconds.">
        <Textarea value={text} maxLength={LONGEST} onChange={({ target }) => write(target.value)} />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" disabled={isEmpty} busy={sending === 'open'}>
          <Send aria-hidden />
          Send
        </Button>
        <Button
          variant="outline"
          size="sm"
          disabled={isEmpty}
          busy={sending === 'closed'}
          onClick={() => void send(true)}
        >
          Send and close
        </Button>
      </div>
    </form>
  )
}
