/** What a message to attendees must look like, in the same words and limits as on the server. */
import { z } from 'zod'
import { countCharacters } from '@/features/admin-kit/limited-text'

const SUBJECT_LIMIT = 200
const CONTENT_LIMIT = 5000

const between = (name: string, most: number) =>
  z
    .string()
    .trim()
    .check(({ value, issues }) => {
      const length = countCharacters(value)
      const message =
        length === 0
          ? `${name} is required`
          : length > most
            ? `${name} must be less than ${most} characters`
            : null
      if (message) issues.push({ code: 'custom', message, input: value, continue: true })
    })

export const messageSchema = z
  .object({
    type: z.enum(['EMAIL', 'SMS']),
    useTemplate: z.boolean(),
    templateId: z.string(),
    subject: z.string().trim(),
    content: between('Content', CONTENT_LIMIT),
    sendLater: z.boolean(),
    sendAt: z.string(),
  })
  .check(({ value, issues }) => {
    const refuse = (path: string, message: string) =>
      issues.push({ code: 'custom', message, path: [path], input: value })
    // Without one, an email carries the bootcamp's name and date.
    if (value.type === 'EMAIL' && value.subject) {
      const subject = between('Subject', SUBJECT_LIMIT).safeParse(value.subject)
      if (!subject.success) refuse('subject', subject.error.issues[0]?.message ?? '')
    }
    if (value.sendLater && !(Date.parse(value.sendAt) > Date.now())) {
      refuse('sendAt', 'Choose a time in the future')
    }
  })

export type MessageValues = z.infer<typeof messageSchema>

export const emptyMessage = (type: MessageValues['type']): MessageValues => ({
  type,
  useTemplate: false,
  templateId: '',
  subject: '',
  content: '',
  sendLater: false,
  sendAt: '',
})
