/**
 * The idempotency key of something that must happen once. It lives until there is an answer: after a
 * lost one the next press is the same act, whatever was corrected in between, and the server refuses
 * other words under it. Outside the component, so that closing a window does not forget the attempt.
 */
import { useCallback } from 'react'
import { isAnswer } from './is-answer'

const unanswered = new Map<string, string>()

/** `act` says what is done and to whom, without its words. */
export function useAttemptKey(act: string) {
  return useCallback(
    async <Answer>(send: (idempotencyKey: string) => Promise<Answer>): Promise<Answer> => {
      const key = unanswered.get(act) ?? crypto.randomUUID()
      unanswered.set(act, key)
      try {
        const answer = await send(key)
        unanswered.delete(act)
        return answer
      } catch (error) {
        if (isAnswer(error)) unanswered.delete(act)
        throw error
      }
    },
    [act],
  )
}
