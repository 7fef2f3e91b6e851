/** Typed examples of templates and messages, and the calls their screens make. */
import type { components } from '@/api/schema'
import { answerCall } from './calls'
import { answerGet } from './server'

type Schemas = components['schemas']

export function makeTemplate(given: Partial<Schemas['TemplateOut']> = {}): Schemas['TemplateOut'] {
  return {
    id: 1,
    name: 'The day before',
    type: 'EMAIL',
    category: 'REMINDER_1DAY',
    subject: 'Tomorrow: {bootcampName}',
    content: 'Hello {firstName}',
    isActive: true,
    createdAt: '2026-01-01T00:00:00Z',
    updatedAt: '2026-01-01T00:00:00Z',
    ...given,
  }
}

export function makeBatch(
  given: Partial<Schemas['BatchSummaryOut']> = {},
): Schemas['BatchSummaryOut'] {
  return {
    id: '6f1c0a52-7a43-4a1e-9c55-0d6d3b1f2a10',
    type: 'EMAIL',
    subject: 'A word before we start',
    opening: 'Bring a notebook.',
    state: 'done',
    total: 2,
    sent: 2,
    failed: 0,
    left: 0,
    sendAt: null,
    createdAt: '2026-03-02T12:00:00Z',
    ...given,
  }
}

export function makeLoggedMessage(
  given: Partial<Schemas['LoggedMessageOut']> = {},
): Schemas['LoggedMessageOut'] {
  return {
    id: 1,
    type: 'EMAIL',
    category: 'REMINDER_1DAY',
    recipient: 'grace@example.test',
    subject: 'Tomorrow: Beginner Bootcamp',
    status: 'SENT',
    errorMessage: '',
    attempts: 1,
    userId: 7,
    bootcampId: 1,
    bootcampName: 'Beginner Bootcamp',
    cohort: { id: 1, startDate: '2099-10-08T22:00:00Z', timezone: 'America/New_York' },
    canRetry: false,
    createdAt: '2026-03-02T12:00:00Z',
    sentAt: '2026-03-02T12:00:05Z',
    deliveredAt: null,
    fate: null,
    ...given,
  }
}

export function makeSuppression(
  given: Partial<Schemas['SuppressionOut']> = {},
): Schemas['SuppressionOut'] {
  return {
    id: 1,
    channel: 'EMAIL',
    address: 'gone@example.test',
    reason: 'bounced',
    inWords: 'We no longer write to this address: bounced',
    name: 'Gale Gone',
    userId: 7,
    canLift: true,
    createdAt: '2026-03-02T12:00:00Z',
    ...given,
  }
}

export function makeContactMessage(
  given: Partial<Schemas['ContactMessageOut']> = {},
): Schemas['ContactMessageOut'] {
  return {
    id: 1,
    name: 'Vera Visitor',
    email: 'vera@example.test',
    subject: 'Invoice',
    message: 'Could I have an invoice?',
    createdAt: '2026-03-02T12:00:00Z',
    isRead: false,
    isClosed: false,
    assignedTo: null,
    answerState: null,
    ...given,
  }
}

export function makeAnswer(
  given: Partial<Schemas['ContactAnswerOut']> = {},
): Schemas['ContactAnswerOut'] {
  return {
    id: 5,
    author: 'Olga Owner',
    text: 'Of course. It is attached.',
    state: 'sent',
    errorMessage: '',
    createdAt: '2026-03-02T13:00:00Z',
    sendAt: '2026-03-02T13:00:10Z',
    sentAt: '2026-03-02T13:00:11Z',
    ...given,
  }
}

export function makeConversation(
  given: Partial<Schemas['ConversationOut']> = {},
): Schemas['ConversationOut'] {
  return {
    ...makeContactMessage(),
    answers: [],
    bounces: false,
    operators: [{ id: 7, name: 'Olga Owner' }],
    ...given,
  }
}

export function makePreview(given: Partial<Schemas['PreviewOut']> = {}): Schemas['PreviewOut'] {
  return {
    reader: 'Ada Lovelace',
    subject: 'Tomorrow: Launch',
    text: 'Hello Ada',
    html: '<p>Hello Ada</p>',
    unknownVariables: [],
    characters: 9,
    encoding: 'GSM-7',
    units: 9,
    segments: 1,
    isTooLong: false,
    tooLongFor: [],
    ...given,
  }
}

/** The three lists of the Communications section. */
export function answerCommunications({
  templates = [] as Schemas['TemplateOut'][],
  contact = [] as Schemas['ContactMessageOut'][],
} = {}) {
  const unread = contact.filter(({ isRead }) => !isRead).length
  answerGet('/api/admin/communication-templates', templates)
  answerGet('/api/admin/contact-messages', { rows: contact, total: contact.length, unread })
  answerGet('/api/admin/recent-attendees', [])
  return answerCall('post', '/api/admin/message-preview', makePreview())
}
