import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { delay, HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { makeAdminBootcamp, makeAttendee } from '@/test/admin-catalogue'
import { answerCall, breakCall, refuseCall } from '@/test/calls'
import { pick } from '@/test/forms'
import { makeBatch, makePreview, makeTemplate } from '@/test/messages'
import { renderWithApp } from '@/test/render'
import { answerGet, server } from '@/test/server'
import { MessagePanel } from '../message-panel'
import type { Audience, Batch } from './message-queries'

const BOOTCAMP = '/api/admin/bootcamps/7'
const SEND = `${BOOTCAMP}/send-message`
const SENT = { successCount: 2, batchId: makeBatch().id, leftOut: [] }
const grace = { address: 'grace@example.test', firstName: 'Grace', lastName: 'Hopper' }
const ada = { address: 'ada@example.test', firstName: 'Ada', lastName: 'Lovelace' }
const nobody: Audience = { recipients: [], leftOut: [] }

interface Given {
  email?: Audience
  sms?: Audience
  batches?: Batch[]
  templates?: ReturnType<typeof makeTemplate>[]
}

async function open(given: Given = {}) {
  const email = given.email ?? { recipients: [grace, ada], leftOut: [] }
  answerGet(`${BOOTCAMP}/recipients`, { email, sms: given.sms ?? nobody })
  answerGet(`${BOOTCAMP}/messages`, given.batches ?? [])
  answerGet('/api/admin/communication-templates', given.templates ?? [])
  const rendered = renderWithApp(
    <MessagePanel bootcamp={makeAdminBootcamp({ id: 7 })} attendees={[makeAttendee()]} />,
  )
  await screen.findByRole('tab', { name: `Email (${email.recipients.length} recipients)` })
  return rendered
}

const field = (name: string) => screen.getByRole('textbox', { name })
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const tick = (name: string) => userEvent.click(screen.getByRole('checkbox', { name }))
const openSms = () => userEvent.click(screen.getByRole('tab', { name: /^SMS/ }))

beforeEach(() => {
  sessionStorage.clear()
  answerCall('post', '/api/admin/message-preview', makePreview())
})

function write() {
  type('Email Subject', 'Bring your idea')
  type('Email Content', 'Hello {firstName}')
}

describe('the e-mail tab', () => {
  test('has the fields, hints and placeholders it should', async () => {
    await open()
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
      'Email (2 recipients)',
      'SMS (0 recipients)',
    ])
    expect(screen.getByRole('checkbox', { name: 'Use Template' })).toHaveAccessibleDescription(
      'Use a pre-designed email template',
    )
    expect(field('Email Subject')).toHaveAttribute('placeholder', 'Enter email subject')
    expect(field('Email Content')).toHaveAttribute('placeholder', 'Enter your email message...')
    expect(field('Email Content')).toHaveAccessibleDescription(
      'Available variables: {firstName}, {lastName}, {bootcampName}, {bootcampDate}, {zoomLink}',
    )
    expect(screen.getByText('2 email recipients')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Send Email' })).toBeEnabled()
    expect(screen.queryByRole('combobox')).not.toBeInTheDocument()
  })

  test('sends what was written, says so and starts afresh', async () => {
    const { bodies } = answerCall('post', SEND, SENT)
    await open()
    write()
    answerGet(`${BOOTCAMP}/messages`, [makeBatch({ subject: 'Bring your idea' })])
    await press('Send Email')
    expect(await screen.findByText('Messages sent successfully!')).toBeVisible()
    expect(screen.getByText('Sent 2 messages to attendees')).toBeVisible()
    await waitFor(() => expect(field('Email Subject')).toHaveValue(''))
    expect(field('Email Content')).toHaveValue('')
    expect(bodies).toEqual([
      {
        type: 'EMAIL',
        templateId: null,
        subject: 'Bring your idea',
        content: 'Hello {firstName}',
        useTemplate: false,
        recipients: [grace, ada],
        idempotencyKey: expect.stringMatching(/^[0-9a-f-]{36}$/),
        sendAt: null,
        undoSeconds: 10,
      },
    ])
    expect(await screen.findByRole('article', { name: 'Bring your idea' })).toBeVisible()
  })

  test('can be undone for a while, and the words come back', async () => {
    answerCall('post', SEND, SENT)
    const held = makeBatch({
      id: SENT.batchId,
      subject: 'Bring your idea',
      opening: 'Hello {firstName}',
      state: 'scheduled',
      sent: 0,
      left: 2,
      sendAt: new Date(Date.now() + 10_000).toISOString(),
    })
    const { bodies } = answerCall('delete', `${BOOTCAMP}/messages/${SENT.batchId}`, {
      ...held,
      state: 'canceled',
    })
    await open()
    write()
    answerGet(`${BOOTCAMP}/messages`, [held])
    await press('Send Email')
    const row = await screen.findByRole('article', { name: 'Bring your idea' })
    expect(within(row).getByText('Goes to 2 people in a few seconds.')).toBeVisible()
    expect(within(row).getByText('Hello {firstName}')).toBeVisible()
    expect(field('Email Content')).toHaveValue('')
    const notices = screen.getByRole('region', { name: /Notifications/ })
    await userEvent.click(within(notices).getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('Message canceled')).toBeVisible()
    await waitFor(() => expect(field('Email Content')).toHaveValue('Hello {firstName}'))
    expect(field('Email Subject')).toHaveValue('Bring your idea')
    expect(bodies).toHaveLength(1)
  })

  test('a half-written one is still there after a look elsewhere', async () => {
    const { unmount } = await open()
    write()
    unmount()
    await open()
    expect(field('Email Subject')).toHaveValue('Bring your idea')
    expect(field('Email Content')).toHaveValue('Hello {firstName}')
    type('Email Subject', '')
    type('Email Content', '')
    await waitFor(() => expect(sessionStorage).toHaveLength(0))
  })

  test('needs no subject', async () => {
    const { bodies } = answerCall('post', SEND, SENT)
    await open()
    type('Email Content', 'Hello')
    await press('Send Email')
    await waitFor(() => expect(bodies).toHaveLength(1))
    expect(bodies[0]).toMatchObject({ subject: null, content: 'Hello' })
  })

  test('goes to me alone as a test', async () => {
    const tried = answerCall('post', '/api/admin/message-test', { message: 'Sent to me@x.test.' })
    await open()
    expect(screen.getByRole('button', { name: 'Send test to me' })).toBeDisabled()
    write()
    await press('Send test to me')
    expect(await screen.findByText('Sent to me@x.test.')).toBeVisible()
    expect(tried.bodies).toEqual([
      expect.objectContaining({ type: 'EMAIL', content: 'Hello {firstName}', bootcampId: 7 }),
    ])
  })

  test('is disabled with a spinner while sending', async () => {
    server.use(http.post(`*${SEND}`, () => delay('infinite')))
    await open()
    write()
    await press('Send Email')
    const button = screen.getByRole('button', { name: /Send Email/ })
    await waitFor(() => expect(button).toBeDisabled())
    expect(button).toHaveAttribute('aria-busy', 'true')
  })

  test('tries share their key until there is an answer, whatever is corrected in between', async () => {
    const keys: string[] = []
    let isAnswered = false
    server.use(
      http.post(`*${SEND}`, async ({ request }) => {
        keys.push(((await request.json()) as { idempotencyKey: string }).idempotencyKey)
        return isAnswered ? HttpResponse.json(SENT) : new HttpResponse(null, { status: 502 })
      }),
    )
    await open()
    write()
    for (const round of [1, 2]) {
      await press('Send Email')
      await waitFor(() => expect(keys).toHaveLength(round))
      await waitFor(() => expect(screen.getByRole('button', { name: /Send Email/ })).toBeEnabled())
    }
    type('Email Content', 'Other words')
    isAnswered = true
    await press('Send Email')
    await waitFor(() => expect(keys).toHaveLength(3))
    await screen.findByText('Messages sent successfully!')
    write()
    await press('Send Email')
    await waitFor(() => expect(keys).toHaveLength(4))
    expect(new Set(keys.slice(0, 3)).size).toBe(1)
    expect(keys[3]).not.toBe(keys[0])
  })

  test('says at each field what is missing or too long, and sends nothing', async () => {
    const { bodies } = answerCall('post', SEND, SENT)
    await open()
    await press('Send Email')
    expect(await screen.findByText('Content is required')).toBeVisible()
    type('Email Subject', 'S'.repeat(201))
    type('Email Content', 'C'.repeat(5001))
    expect(await screen.findByText('Subject must be less than 200 characters')).toBeVisible()
    expect(await screen.findByText('Content must be less than 5000 characters')).toBeVisible()
    expect(bodies).toEqual([])
    type('Email Subject', 'S'.repeat(200))
    type('Email Content', 'C'.repeat(5000))
    await press('Send Email')
    await waitFor(() => expect(bodies).toHaveLength(1))
  })

  test.each([
    ['Please try again', () => breakCall('post', SEND)],
    ['We are briefly away.', () => void refuseCall('post', SEND, 503, 'We are briefly away.')],
  ])('says that sending failed: %s', async (words, fail) => {
    fail()
    await open()
    write()
    await press('Send Email')
    expect(await screen.findByText('Failed to send messages')).toBeVisible()
    expect(screen.getByText(words)).toBeVisible()
    expect(field('Email Subject')).toHaveValue('Bring your idea')
  })

  test('without anyone to write to nothing can be sent', async () => {
    const left = { name: 'Bo', address: 'bo@example.test', reason: 'Refunded' }
    await open({ email: { recipients: [], leftOut: [left] } })
    expect(screen.getByRole('button', { name: 'Send Email' })).toBeDisabled()
    write()
    fireEvent.submit(screen.getByRole('form', { name: 'Send Email' }))
    expect(await screen.findByText('No email recipients found')).toBeVisible()
    expect(screen.getByText('None of the attendees have email addresses')).toBeVisible()
    expect(screen.queryByText('Bo')).not.toBeInTheDocument()
    await press('1 person excluded')
    expect(screen.getByText('Refunded')).toBeVisible()
  })

  test('the server may find nobody after all', async () => {
    const refusal = { code: 'no_recipients', message: 'No one is left to write to.', fields: {} }
    answerCall('post', SEND, refusal, { status: 409 })
    await open()
    write()
    await press('Send Email')
    expect(await screen.findByText('None of the attendees have email addresses')).toBeVisible()
  })

  test('can be sent later, to whoever is there then', async () => {
    const { bodies } = answerCall('post', SEND, SENT)
    await open()
    write()
    await tick('Send later')
    await press('Schedule email')
    expect(await screen.findByText('Choose a time in the future')).toBeVisible()
    fireEvent.change(screen.getByLabelText('Send at'), { target: { value: '2099-05-01T10:00' } })
    await press('Schedule email')
    expect(await screen.findByText('Message scheduled')).toBeVisible()
    expect(bodies).toEqual([
      expect.objectContaining({
        sendAt: new Date('2099-05-01T10:00').toISOString(),
        recipients: null,
      }),
    ])
  })

  test('shows a preview for an attendee', async () => {
    const { bodies } = answerCall(
      'post',
      '/api/admin/message-preview',
      makePreview({ reader: 'Grace Hopper', unknownVariables: ['nope'] }),
    )
    await open()
    write()
    await press('Preview')
    expect(await screen.findByText('As Grace Hopper would see it')).toBeVisible()
    expect(screen.getByText("{nope} isn't a known variable and would be sent as is.")).toBeVisible()
    const shown = screen.getByTitle('Preview of the email')
    expect(shown).toHaveAttribute('sandbox', '')
    expect(shown).toHaveAttribute('srcdoc', '<p>Hello Ada</p>')
    await waitFor(() =>
      expect(bodies.at(-1)).toEqual({
        type: 'EMAIL',
        subject: 'Bring your idea',
        content: 'Hello {firstName}',
        purchaseId: makeAttendee().purchase.id,
        bootcampId: 7,
      }),
    )
  })
})

describe('templates', () => {
  const templates = [
    makeTemplate(),
    makeTemplate({ id: 2, name: 'Inactive', isActive: false }),
    makeTemplate({ id: 3, name: 'Welcome mail', category: 'WELCOME' }),
    makeTemplate({ id: 4, name: 'No subject', subject: '', content: 'Just words' }),
    makeTemplate({ id: 5, name: 'A text', type: 'SMS', subject: '', content: 'See you soon' }),
  ]

  test('offers only active ones of this kind that welcome nobody, and copies their words', async () => {
    const { bodies } = answerCall('post', SEND, SENT)
    await open({ templates })
    await tick('Use Template')
    const select = await screen.findByRole('combobox', { name: 'Email Template' })
    expect(select).toHaveTextContent('Select a template')
    select.focus()
    await userEvent.keyboard('{Enter}')
    expect((await screen.findAllByRole('option')).map((option) => option.textContent)).toEqual([
      'The day before',
      'No subject',
    ])
    await userEvent.keyboard('{Escape}')
    await pick('Email Template', 'The day before')
    expect(field('Email Subject')).toHaveValue('Tomorrow: {bootcampName}')
    expect(field('Email Content')).toHaveValue('Hello {firstName}')
    await pick('Email Template', 'No subject')
    expect(field('Email Subject')).toHaveValue('')
    expect(field('Email Content')).toHaveValue('Just words')
    type('Email Subject', 'Mine')
    await press('Send Email')
    await waitFor(() => expect(bodies).toHaveLength(1))
    expect(bodies[0]).toMatchObject({ useTemplate: true, templateId: 4, subject: 'Mine' })
    await waitFor(() => expect(screen.queryByRole('combobox')).not.toBeInTheDocument())
  })

  test('for text messages come from their own kind', async () => {
    await open({ templates })
    await openSms()
    expect(screen.getByRole('checkbox', { name: 'Use Template' })).toHaveAccessibleDescription(
      'Use a pre-designed SMS template',
    )
    await tick('Use Template')
    await pick('SMS Template', 'A text')
    expect(field('SMS Message')).toHaveValue('See you soon')
  })

  test('says when there are none', async () => {
    await open()
    await tick('Use Template')
    expect(await screen.findByText('There are no active templates yet.')).toBeVisible()
  })
})

describe('the SMS tab', () => {
  test('without phone numbers says so and sends nothing', async () => {
    await open()
    await openSms()
    const message = field('SMS Message')
    expect(message).toHaveAttribute('placeholder', 'Enter your SMS message (keep it concise)...')
    expect(message).toHaveAttribute('maxlength', '160')
    expect(message).toHaveAccessibleDescription(
      'Available variables: {firstName}, {bootcampName}, {bootcampDate}, {zoomLink}',
    )
    expect(screen.getByText('0 SMS recipients')).toBeVisible()
    expect(screen.getByText('No phone numbers on file')).toBeVisible()
    expect(screen.getByText('0/160 characters')).toBeVisible()
    await userEvent.type(message, 'See you!')
    expect(screen.getByText('8/160 characters')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Send SMS' })).toBeDisabled()
    fireEvent.submit(screen.getByRole('form', { name: 'Send SMS' }))
    expect(await screen.findByText('No sms recipients found')).toBeVisible()
    expect(screen.getByText('None of the attendees have phone numbers on file')).toBeVisible()
  })

  test('counts the text as its reader gets it, and names those it does not fit', async () => {
    const { bodies } = answerCall(
      'post',
      '/api/admin/message-preview',
      makePreview({
        reader: 'Łucja Kowalska',
        encoding: 'UCS-2',
        units: 171,
        segments: 3,
        isTooLong: true,
        tooLongFor: ['Łucja Kowalska', 'Maximiliana von Trapp'],
      }),
    )
    await open()
    await openSms()
    expect(screen.queryByText(/^Filled in for/)).not.toBeInTheDocument()
    type('SMS Message', 'Hello {firstName}')
    expect(
      await screen.findByText(
        'Filled in for Łucja Kowalska: 171/160 characters · UCS-2 · 3 segments',
      ),
    ).toBeVisible()
    expect(
      screen.getByText(
        "Too long once filled in, so it won't be sent to Łucja Kowalska, Maximiliana von Trapp",
      ),
    ).toBeVisible()
    // Once, and never for the empty text of before.
    expect(bodies).toEqual([
      {
        type: 'SMS',
        subject: '',
        content: 'Hello {firstName}',
        purchaseId: makeAttendee().purchase.id,
        bootcampId: 7,
      },
    ])
  })

  test('with phone numbers sends the text alone', async () => {
    const phone = { address: '+15550100199', firstName: 'Ada', lastName: '' }
    const { bodies } = answerCall('post', SEND, { ...SENT, successCount: 1 })
    await open({ sms: { recipients: [phone], leftOut: [] } })
    await openSms()
    expect(screen.queryByText('No phone numbers on file')).not.toBeInTheDocument()
    type('SMS Message', 'See you!')
    await press('Send SMS')
    expect(await screen.findByText('Sent 1 messages to attendees')).toBeVisible()
    expect(bodies[0]).toMatchObject({ type: 'SMS', subject: null, content: 'See you!' })
  })

  test('keeps what was typed in the other tab', async () => {
    await open()
    write()
    await openSms()
    await userEvent.click(screen.getByRole('tab', { name: /^Email/ }))
    expect(field('Email Subject')).toHaveValue('Bring your idea')
  })
})

describe('what was sent', () => {
  const batch = makeBatch({ state: 'sending', total: 3, sent: 1, failed: 1, left: 1 })
  const ONE = `${BOOTCAMP}/messages/${batch.id}`
  const result = (messageId: number, status: string, errorMessage = '') => ({
    messageId,
    address: `reader${messageId}@example.test`,
    status,
    errorMessage,
    sentAt: null,
  })

  test('is followed to its end without being asked', async () => {
    await open({ batches: [batch] })
    const article = within(await screen.findByRole('article', { name: batch.subject }))
    expect(article.getByText('Sending')).toBeVisible()
    expect(article.getByRole('status')).toHaveTextContent('1 sent · 1 failed · 1 left')
    expect(article.getByText('67%')).toBeVisible()
    answerGet(`${BOOTCAMP}/messages`, [{ ...batch, state: 'done', sent: 2, left: 0 }])
    await waitFor(() => expect(article.getByText('Done')).toBeVisible())
    expect(article.getByRole('status')).toHaveTextContent('2 sent · 1 failed · 0 left')
  })

  test('tells how it went for each, and tries again where it failed', async () => {
    const done = { ...batch, state: 'done' as const, sent: 1, failed: 1, left: 0 }
    answerGet(ONE, {
      ...done,
      recipients: [result(1, 'SENT'), result(2, 'FAILED', 'Mailbox unknown')],
      leftOut: [{ name: 'Bo', address: 'bo@example.test', reason: 'Refunded' }],
    })
    const { bodies } = answerCall('post', '/api/admin/messages/2/retry', {})
    await open({ batches: [done] })
    await userEvent.click(await screen.findByRole('button', { name: 'Show details' }))
    const list = within(await screen.findByRole('list', { name: 'Recipients' }))
    expect(list.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
      'reader1@example.testSent',
      'reader2@example.testMailbox unknownFailedRetry',
    ])
    await press('1 person excluded')
    expect(screen.getByText('Refunded')).toBeVisible()
    await press('Retry')
    await waitFor(() => expect(bodies).toHaveLength(1))
  })

  test('a scheduled one can be called off', async () => {
    const waiting = makeBatch({
      state: 'scheduled',
      sent: 0,
      left: 2,
      sendAt: '2099-05-01T10:00:00Z',
    })
    const { bodies } = answerCall('delete', `${BOOTCAMP}/messages/${waiting.id}`, {
      ...waiting,
      state: 'canceled',
    })
    await open({ batches: [waiting] })
    expect(await screen.findByText('Will be sent to 2 people enrolled now.')).toBeVisible()
    expect(screen.getByRole('region', { name: 'Scheduled' })).toBeVisible()
    expect(screen.queryByText('Sent so far')).not.toBeInTheDocument()
    answerGet(`${BOOTCAMP}/messages`, [{ ...waiting, state: 'canceled', left: 0 }])
    await press('Cancel sending')
    expect(await screen.findByText('Message canceled')).toBeVisible()
    await waitFor(() => expect(screen.getByText('Canceled')).toBeVisible())
    expect(screen.getByRole('region', { name: 'Sent so far' })).toBeVisible()
    expect(bodies).toHaveLength(1)
  })
})
