/** What each bulk act is called: on its button, in its window, and while it runs. */
import type { components } from '@/api/schema'
import type { Right } from '@/session/rights'

export type BulkKind = components['schemas']['BulkKind']
export type BulkSubject = components['schemas']['BulkSubject']

interface Words {
  right: Right
  /** On the button that opens the window. */
  label: string
  /** On the button that does it. */
  act: (many: string) => string
  running: string
  done: string
  explained: string
}

export const bulkWords: Record<BulkKind, Words> = {
  resend_confirmation: {
    right: 'seats',
    label: 'Resend confirmation',
    act: (many) => `Resend to ${many}`,
    running: 'Resending confirmations',
    done: 'Confirmations resent',
    explained:
      'Each buyer gets their confirmation and receipt again. Guests get a new invitation, and links sent before stop working.',
  },
  message: {
    right: 'messages',
    label: 'Email',
    act: (many) => `Email ${many}`,
    running: 'Sending emails',
    done: 'Emails sent',
    explained: 'Everyone gets one email, with a link to unsubscribe. You can undo for ten seconds.',
  },
  note: {
    right: 'desk',
    label: 'Add note',
    act: (many) => `Add to ${many}`,
    running: 'Adding notes',
    done: 'Notes added',
    explained: 'The same note is added to each of them. Only the team sees it.',
  },
  move: {
    right: 'seats',
    label: 'Move',
    act: (many) => `Move ${many}`,
    running: 'Moving seats',
    done: 'Seats moved',
    explained:
      'Each person is emailed the new date. Whoever there is no seat for stays where they are.',
  },
  archive: {
    right: 'catalogue',
    label: 'Archive',
    act: (many) => `Archive ${many}`,
    running: 'Archiving bootcamps',
    done: 'Bootcamps archived',
    explained: "They'll no longer be on sale. People who have a seat keep it.",
  },
  publish: {
    right: 'catalogue',
    label: 'Publish',
    act: (many) => `Publish ${many}`,
    running: 'Publishing bootcamps',
    done: 'Bootcamps published',
    explained: 'Drafts go on sale now. What is on sale already stays as it is.',
  },
  early_price: {
    right: 'catalogue',
    label: 'Early price',
    act: (many) => `Add to ${many}`,
    running: 'Adding early prices',
    done: 'Early prices added',
    explained:
      "Each sells at this price first, then at its regular price. Bootcamps that don't cost more than this are left out.",
  },
}

const number = (value: number) => value.toLocaleString('en-US')

export function counted(count: number, { one, many }: { one: string; many: string }): string {
  return `${number(count)} ${count === 1 ? one : many}`
}
