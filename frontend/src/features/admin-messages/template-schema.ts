/** What a template must look like, in the same words and limits as on the server. */
import { z } from 'zod'
import { limitedText } from '@/features/admin-kit/limited-text'
import type { Template } from '@/features/admin-kit/template-list'

export const CONTENT_LIMIT = 5000
export const SMS_RECOMMENDED = 160

export const VARIABLES = [
  'firstName',
  'lastName',
  'email',
  'bootcampName',
  'bootcampDate',
  'bootcampTime',
  'zoomLink',
  'loginUrl',
] as const

export const categoryNames: Record<Template['category'], string> = {
  WELCOME: 'Welcome',
  REGISTRATION_CONFIRM: 'Registration confirmation',
  REMINDER_1DAY: 'Reminder, 1 day before',
  REMINDER_1HOUR: 'Reminder, 1 hour before',
}

export const templateSchema = z.object({
  name: limitedText(1, 100),
  category: z.enum(['WELCOME', 'REGISTRATION_CONFIRM', 'REMINDER_1DAY', 'REMINDER_1HOUR']),
  subject: limitedText(0, 200),
  content: limitedText(1, CONTENT_LIMIT),
  isActive: z.boolean(),
})

export type TemplateValues = z.infer<typeof templateSchema>
