/** Sends an answer once, however often the button is pressed, and takes it back within ten seconds. */
import { useState } from 'react'
import { useAttemptKey } from '@/api/attempt-key'
import { api } from '@/api/client'
import { showError } from '@/api/form-failure'
import { offerUndo } from '@/features/admin-kit/undo'
import { forgetTab, readTab, writeTab } from '@/lib/tab-memory'
import { toast } from '@/lib/toast'
import { type Conversation, useRefreshInbox } from './inbox-queries'

const keyOf = (id: number) => `answer-draft:${id}`

/** Half written, it stays in the tab: a look elsewhere must not cost it. */
function useDraft(id: number) {
  const [text, setText] = useState(() => readTab(keyOf(id)) ?? '')
  const write = (next: string) => {
    setText(next)
    if (next) writeTab(keyOf(id), next)
    else forgetTab(keyOf(id))
  }
  return [text, write] as const
}

function useTakeBack(messageId: number) {
  const refresh = useRefreshInbox()
  return async (answerId: number): Promise<boolean> => {
    try {
      await api.DELETE('/api/admin/contact-messages/{message_id}/answers/{answer_id}', {
        params: { path: { message_id: messageId, answer_id: answerId } },
      })
      toast({ title: 'Answer canceled', description: "It won't be sent." })
      return true
    } catch (error) {
      showError(error, 'Please try again', 'Failed to cancel the answer')
      return false
    } finally {
      await refresh()
    }
  }
}

export function useAnswer({ id, email }: Conversation) {
  const [text, write] = useDraft(id)
  const [sending, setSending] = useState<'open' | 'closed' | null>(null)
  const refresh = useRefreshInbox()
  const takeBack = useTakeBack(id)
  const once = useAttemptKey(`answer ${id}`)

  async function undo(answerId: number, words: string) {
    if (!(await takeBack(answerId))) return
    // Whoever began another answer meanwhile keeps that one.
    if (!readTab(keyOf(id))) write(words)
  }

  async function send(closes: boolean) {
    if (sending) return
    setSending(closes ? 'closed' : 'open')
    try {
      const { data } = await once((idempotencyKey) =>
        api.POST('/api/admin/contact-messages/{message_id}/answers', {
          params: { path: { message_id: id } },
          body: { text, closes, idempotencyKey },
        }),
      )
      write('')
      toast({
        title: closes ? 'Answer sent, message closed' : 'Answer sent',
        description: `To ${email}`,
        ...offerUndo(() => void (data && undo(data.id, text))),
      })
    } catch (error) {
      showError(error, 'Please try again', 'Failed to send the answer')
    } finally {
      setSending(null)
      await refresh()
    }
  }

  return { text, write, send, sending, undo }
}
