/** What a contact message must look like, in the same words and limits as on the server. */
import { z } from 'zod'
import { emailField } from '@/lib/email-field'
import { personName } from '@/lib/person-name-schema'

export const MESSAGE_LIMIT = 2000

/** Counted as the server counts: an emoji is one character, not two. */
export function countCharacters(text: string): number {
  return [...text.trim()].length
}

function lengthProblem(text: string, least: number, most: number): string | null {
  const length = countCharacters(text)
  if (length === 0) return 'Required'
  if (length < least) return `String must contain at least ${least} character(s)`
  if (length > most) return `String must contain at most ${most} character(s)`
  return null
}

function text(least: number, most: number) {
  return z
    .string()
    .trim()
    .check(({ value, issues }) => {
      const message = lengthProblem(value, least, most)
      if (message) issues.push({ code: 'custom', message, input: value })
    })
}

export const contactSchema = z.object({
  name: personName('Required'),
  email: emailField('Required'),
  subject: text(1, 200),
  message: text(10, MESSAGE_LIMIT),
  /** Invisible to people; only programs fill it in. */
  website: z.string(),
})

export type ContactValues = z.infer<typeof contactSchema>
