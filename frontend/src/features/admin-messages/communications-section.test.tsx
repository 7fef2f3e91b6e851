import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { Route, Routes } from 'react-router'
import { describe, expect, test } from 'vitest'
import { makeAttendee } from '@/test/admin-catalogue'
import { answerCall, breakCall } from '@/test/calls'
import { pick } from '@/test/forms'
import {
  answerCommunications,
  makeContactMessage,
  makeLoggedMessage,
  makePreview,
  makeSuppression,
  makeTemplate,
} from '@/test/messages'
import { renderWithApp } from '@/test/render'
import { answerGet, refuseGet, server } from '@/test/server'
import { CommunicationsSection } from './communications-section'

const TEMPLATES = '/api/admin/communication-templates'
const mail = makeTemplate()
const text = makeTemplate({ id: 2, name: 'A text', type: 'SMS', subject: '', content: 'Soon' })

const open = (at = '/admin/communications') =>
  renderWithApp(
    <Routes>
      <Route path="/admin/communications/*" element={<CommunicationsSection />} />
    </Routes>,
    { at },
  )
const field = (name: string) => screen.getByRole('textbox', { name })
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

async function openNew() {
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'Add Template' }))
  await screen.findByRole('dialog', { name: 'Add Template' })
}

describe('the tabs', () => {
  test('count the templates of each kind and the unread messages', async () => {
    answerCommunications({ templates: [mail, text], contact: [makeContactMessage()] })
    const { router } = open()
    await screen.findByRole('article', { name: 'The day before' })
    await waitFor(() =>
      expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
        'Email Templates (1)',
        'SMS Templates (1)',
        'Message Log',
        'Inbox (1 unread)',
        'Suppressed',
        'Notices',
      ]),
    )
    await userEvent.click(screen.getByRole('tab', { name: /^SMS/ }))
    await waitFor(() => expect(screen.getByRole('article', { name: 'A text' })).toBeVisible())
    expect(screen.queryByRole('article', { name: 'The day before' })).not.toBeInTheDocument()
    expect(router.state.location.pathname).toBe('/admin/communications/sms')
  })

  test('are there when nothing is', async () => {
    answerCommunications()
    open()
    expect(await screen.findByText('No email templates yet')).toBeVisible()
    expect(screen.getByRole('tab', { name: 'Email Templates (0)' })).toBeVisible()
    await userEvent.click(screen.getByRole('tab', { name: 'SMS Templates (0)' }))
    expect(await screen.findByText('No SMS templates yet')).toBeVisible()
  })

  test('offer another try after a failure', async () => {
    answerCommunications()
    refuseGet(TEMPLATES, 503, 'Away')
    open()
    expect(await screen.findByText("Templates couldn't be loaded")).toBeVisible()
    answerGet(TEMPLATES, [mail])
    await press('Retry')
    expect(await screen.findByRole('article', { name: 'The day before' })).toBeVisible()
  })
})

describe('adding a template', () => {
  test('sends what was filled in, and the list shows it', async () => {
    answerCommunications()
    const { bodies } = answerCall('post', TEMPLATES, mail)
    await openNew()
    type('Name', 'The day before')
    type('Subject', 'Tomorrow')
    type('Content', 'Hello {firstName}')
    await pick('Category', 'Reminder, 1 hour before')
    await press('Create Template')
    expect(await screen.findByText('Template created')).toBeVisible()
    expect(bodies).toEqual([
      {
        name: 'The day before',
        type: 'EMAIL',
        category: 'REMINDER_1HOUR',
        subject: 'Tomorrow',
        content: 'Hello {firstName}',
        isActive: true,
      },
    ])
    expect(await screen.findByRole('article', { name: 'The day before' })).toBeVisible()
  })

  test('names every variable', async () => {
    answerCommunications()
    await openNew()
    expect(field('Content')).toHaveAccessibleDescription(
      'Variables: {firstName}, {lastName}, {email}, {bootcampName}, {bootcampDate}, {bootcampTime}, {zoomLink}, {loginUrl}',
    )
  })

  test('says what is missing, and sends nothing', async () => {
    answerCommunications()
    const { bodies } = answerCall('post', TEMPLATES, mail)
    await openNew()
    await press('Create Template')
    await waitFor(() => expect(field('Name')).toHaveAccessibleDescription('Required'))
    expect(field('Content')).toHaveAccessibleDescription(/Required$/)
    expect(bodies).toEqual([])
  })

  test.each([
    ['Name', 100],
    ['Subject', 200],
    ['Content', 5000],
  ])('%s holds at most %i characters', async (name, most) => {
    answerCommunications()
    const { bodies } = answerCall('post', TEMPLATES, mail)
    await openNew()
    type('Name', 'N')
    type('Content', 'C')
    type(name, 'x'.repeat(most + 1))
    await press('Create Template')
    expect(
      await screen.findByText(`String must contain at most ${most} character(s)`),
    ).toBeVisible()
    expect(bodies).toEqual([])
    type(name, 'x'.repeat(most))
    await press('Create Template')
    await waitFor(() => expect(bodies).toHaveLength(1))
  })

  test('a text message has no subject, and shows its length', async () => {
    answerCommunications()
    const { bodies } = answerCall('post', TEMPLATES, text)
    open('/admin/communications/sms')
    await userEvent.click(await screen.findByRole('button', { name: 'Add Template' }))
    expect(await screen.findByText('0 characters, 160 recommended')).toBeVisible()
    expect(screen.queryByRole('textbox', { name: 'Subject' })).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Send test to me' })).not.toBeInTheDocument()
    type('Name', 'A text')
    type('Content', 'x'.repeat(170))
    expect(screen.getByText('170 characters, 160 recommended')).toBeVisible()
    expect(
      await screen.findByText(
        'Filled in for Ada Lovelace: 9/160 characters · GSM-7 · 1 segment',
        undefined,
        { timeout: 5000 },
      ),
    ).toBeVisible()
    await press('Create Template')
    await waitFor(() => expect(bodies).toHaveLength(1))
    expect(bodies[0]).toMatchObject({ type: 'SMS', subject: null })
  })

  test('previews it for an attendee and sends a test to me', async () => {
    answerCommunications()
    answerGet('/api/admin/recent-attendees', [makeAttendee()])
    const preview = answerCall('post', '/api/admin/message-preview', makePreview())
    const tried = answerCall('post', '/api/admin/message-test', { message: 'Sent to me@x.test.' })
    await openNew()
    expect(await screen.findByText('As Ada Lovelace would see it')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Send test to me' })).toBeDisabled()
    type('Subject', 'Hi')
    type('Content', 'Hello {firstName}')
    await pick('Preview for', 'Grace Hopper · Beginner Bootcamp')
    const words = {
      type: 'EMAIL',
      subject: 'Hi',
      content: 'Hello {firstName}',
      purchaseId: makeAttendee().purchase.id,
    }
    await waitFor(() => expect(preview.bodies.at(-1)).toEqual(words))
    await press('Send test to me')
    expect(await screen.findByText('Sent to me@x.test.')).toBeVisible()
    expect(tried.bodies).toEqual([words])
  })

  test('keeps what was typed when it fails', async () => {
    answerCommunications()
    breakCall('post', TEMPLATES)
    await openNew()
    type('Name', 'N')
    type('Content', 'C')
    await press('Create Template')
    await screen.findByText('Failed to create template')
    expect(screen.getByText('Please try again')).toBeInTheDocument()
    expect(field('Name')).toHaveValue('N')
  })
})

describe('a template', () => {
  const ONE = `${TEMPLATES}/1`

  test('shows its occasion and words', async () => {
    answerCommunications({ templates: [mail] })
    open()
    const card = within(await screen.findByRole('article', { name: 'The day before' }))
    for (const words of [
      'Active',
      'Reminder, 1 day before',
      'Tomorrow: {bootcampName}',
      'Hello {firstName}',
    ]) {
      expect(card.getByText(words)).toBeVisible()
    }
  })

  test('is switched off and on', async () => {
    answerCommunications({ templates: [mail] })
    const { bodies } = answerCall('put', ONE, { ...mail, isActive: false })
    open()
    const toggle = await screen.findByRole('switch', { name: 'Use The day before' })
    await userEvent.click(toggle)
    expect(await screen.findByText('Template deactivated')).toBeVisible()
    expect(toggle).not.toBeChecked()
    expect(bodies).toEqual([{ isActive: false }])
    const undone = answerCall('put', ONE, mail)
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('Template activated')).toBeVisible()
    expect(undone.bodies).toEqual([{ isActive: true }])
    breakCall('put', ONE)
    await userEvent.click(toggle)
    expect(await screen.findByText('Failed to update template')).toBeVisible()
    expect(screen.getByText('Please try again')).toBeVisible()
  })

  test('is changed', async () => {
    answerCommunications({ templates: [mail] })
    const { bodies } = answerCall('put', ONE, { ...mail, name: 'Renamed' })
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'Edit The day before' }))
    await screen.findByRole('dialog', { name: 'Edit Template' })
    expect(field('Subject')).toHaveValue('Tomorrow: {bootcampName}')
    type('Name', 'Renamed')
    type('Subject', '')
    await press('Save Changes')
    expect(await screen.findByText('Template updated')).toBeVisible()
    expect(bodies[0]).toMatchObject({ name: 'Renamed', subject: null, isActive: true })
    expect(await screen.findByRole('article', { name: 'Renamed' })).toBeVisible()
  })

  test('is deleted after asking', async () => {
    answerCommunications({ templates: [mail] })
    answerCall('delete', ONE, { message: 'Template deleted.' })
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'Delete The day before' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('Template deleted')).toBeVisible()
    expect(await screen.findByText('No email templates yet')).toBeVisible()
    await waitFor(() => expect(screen.getByRole('button', { name: 'Add Template' })).toHaveFocus())
  })

  test('that cannot be deleted stays', async () => {
    answerCommunications({ templates: [mail] })
    breakCall('delete', ONE)
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'Delete The day before' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('Failed to delete template')).toBeVisible()
    await waitFor(() =>
      expect(screen.getByRole('article', { name: 'The day before' })).toBeVisible(),
    )
  })
})

describe('the message log', () => {
  const LOG = '/admin/communications/log'

  test('lists what was sent, to whom and how it went', async () => {
    answerCommunications()
    answerGet('/api/admin/messages', {
      rows: [
        makeLoggedMessage(),
        makeLoggedMessage({
          id: 2,
          recipient: 'bo@example.test',
          status: 'FAILED',
          errorMessage: 'Mailbox unknown',
          canRetry: true,
          sentAt: null,
        }),
      ],
      total: 2,
    })
    const { bodies } = answerCall('post', '/api/admin/messages/2/retry', makeLoggedMessage())
    open(LOG)
    const table = within(await screen.findByRole('table', { name: 'Message log' }))
    const cohorts = table.getAllByRole('link', { name: 'Beginner Bootcamp · Thu, Oct 8, 2099' })
    expect(cohorts).toHaveLength(2)
    expect(cohorts[0]?.parentElement).toHaveTextContent(
      'Email · Reminder, 1 day before · Beginner Bootcamp · Thu, Oct 8, 2099',
    )
    expect(table.getByText('Mailbox unknown')).toBeVisible()
    expect(screen.getByText('1–2 of 2 messages')).toBeVisible()
    expect(
      screen.queryByRole('button', { name: 'Retry the message to grace@example.test' }),
    ).not.toBeInTheDocument()
    await press('Retry the message to bo@example.test')
    expect(await screen.findByText('Sending again')).toBeVisible()
    expect(bodies).toHaveLength(1)
  })

  test('tells what the reader’s side made of it', async () => {
    answerCommunications()
    answerGet('/api/admin/messages', {
      rows: [
        makeLoggedMessage(),
        makeLoggedMessage({ id: 2, deliveredAt: '2026-03-02T12:00:09Z' }),
        makeLoggedMessage({ id: 3, status: 'FAILED', fate: 'BOUNCED', errorMessage: 'No user' }),
        makeLoggedMessage({ id: 4, deliveredAt: '2026-03-02T12:00:09Z', fate: 'COMPLAINED' }),
      ],
      total: 4,
    })
    open(LOG)
    const table = within(await screen.findByRole('table', { name: 'Message log' }))
    for (const outcome of ['Sent', 'Delivered', 'Bounced', 'No user', 'Marked as spam']) {
      expect(table.getByText(outcome)).toBeVisible()
    }
    expect(table.queryByText('Failed')).not.toBeInTheDocument()
  })

  test('shows the words of one, where they can do nothing', async () => {
    answerCommunications()
    answerGet('/api/admin/messages', { rows: [makeLoggedMessage()], total: 1 })
    answerGet('/api/admin/messages/1', { id: 1, subject: 'S', content: 'C', html: '<p>Hi</p>' })
    open(LOG)
    await userEvent.click(
      await screen.findByRole('button', { name: 'Read the message to grace@example.test' }),
    )
    const shown = await screen.findByTitle('The message as it was sent')
    expect(shown).toHaveAttribute('sandbox', '')
    expect(shown).toHaveAttribute('srcdoc', '<p>Hi</p>')
  })

  test('is searched and narrowed, and keeps that in the address', async () => {
    answerCommunications()
    answerGet('/api/admin/messages', { rows: [makeLoggedMessage()], total: 1 })
    const { router } = open(LOG)
    await screen.findByRole('table')
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search the message log' }), 'grace')
    await waitFor(() => expect(router.state.location.search).toBe('?search=grace'))
    answerGet('/api/admin/messages', { rows: [], total: 0 })
    await pick('Status', 'Failed')
    expect(await screen.findByText('No messages found')).toBeVisible()
    expect(router.state.location.search).toBe('?search=grace&status=FAILED')
  })

  test('shows only what is about one bootcamp, until everything is wanted', async () => {
    answerCommunications()
    const asked: string[] = []
    server.use(
      http.get('*/api/admin/messages', ({ request }) => {
        asked.push(new URL(request.url).search)
        return HttpResponse.json({ rows: [makeLoggedMessage()], total: 1 })
      }),
    )
    open(`${LOG}?bootcamp=7`)
    expect(await screen.findByText('Only messages about one bootcamp are shown.')).toBeVisible()
    await press('Show all messages')
    await waitFor(() => expect(asked).toEqual(['?search=&page=1&bootcampId=7', '?search=&page=1']))
  })

  test('says when nothing was sent, and when it could not be loaded', async () => {
    answerCommunications()
    refuseGet('/api/admin/messages', 503, 'We are briefly away.')
    open(LOG)
    expect(await screen.findByText("The message log couldn't be loaded")).toBeVisible()
    answerGet('/api/admin/messages', { rows: [], total: 0 })
    await press('Retry')
    expect(await screen.findByText('Nothing has been sent yet')).toBeVisible()
  })
})

describe('suppressed addresses', () => {
  const AT = '/admin/communications/suppressed'
  const LIST = '/api/admin/suppressions'
  const stopped = makeSuppression({
    id: 2,
    channel: 'SMS',
    address: '+15550100199',
    reason: 'opted out',
    inWords: 'Texted STOP',
    name: '',
    userId: null,
    canLift: false,
  })

  test('are listed with whose they are, why and since when', async () => {
    answerCommunications()
    answerGet(LIST, { rows: [makeSuppression(), stopped], total: 2 })
    open(AT)
    const gone = await screen.findByRole('row', { name: /gone@example\.test/ })
    expect(gone).toHaveTextContent('We no longer write to this address: bouncedMar 2, 2026')
    expect(within(gone).getByRole('link', { name: 'Gale Gone' })).toHaveAttribute(
      'href',
      '/admin/users/7',
    )
    const other = screen.getByRole('row', { name: /\+15550100199/ })
    expect(other).toHaveTextContent('They can undo this by texting START.')
    expect(within(other).queryByRole('button')).not.toBeInTheDocument()
  })

  test('one is lifted with a reason', async () => {
    answerCommunications()
    answerGet(LIST, { rows: [makeSuppression()], total: 1 })
    const { bodies } = answerCall('post', `${LIST}/1/lift`, makeSuppression())
    open(AT)
    await userEvent.click(
      await screen.findByRole('button', { name: 'Resume sending to gone@example.test' }),
    )
    const dialog = await screen.findByRole('dialog', { name: 'Resume sending to this address?' })
    const confirm = within(dialog).getByRole('button', { name: 'Resume sending' })
    await userEvent.click(confirm)
    expect(await within(dialog).findByText('Enter a reason')).toBeVisible()
    expect(bodies).toEqual([])
    type('Reason', 'The mailbox works again')
    answerGet(LIST, { rows: [], total: 0 })
    await userEvent.click(confirm)
    expect(await screen.findByText('Sending resumed')).toBeVisible()
    expect(bodies).toEqual([{ reason: 'The mailbox works again' }])
    expect(await screen.findByText('No suppressed addresses')).toBeVisible()
  })

  test('says when one cannot be lifted, and when none were found or loaded', async () => {
    answerCommunications()
    answerGet(LIST, { rows: [makeSuppression()], total: 1 })
    breakCall('post', `${LIST}/1/lift`)
    open(AT)
    await userEvent.click(
      await screen.findByRole('button', { name: 'Resume sending to gone@example.test' }),
    )
    type('Reason', 'Try')
    await press('Resume sending')
    expect(await screen.findByText('Failed to resume sending')).toBeVisible()
    await press('Cancel')
    answerGet(LIST, { rows: [], total: 0 })
    fireEvent.change(screen.getByRole('searchbox', { name: 'Search suppressed addresses' }), {
      target: { value: 'nobody' },
    })
    expect(await screen.findByText('No suppressed addresses found')).toBeVisible()
    refuseGet(LIST, 503, 'Away')
    fireEvent.change(screen.getByRole('searchbox', { name: 'Search suppressed addresses' }), {
      target: { value: 'nobody else' },
    })
    expect(await screen.findByText("The suppressed addresses couldn't be loaded")).toBeVisible()
  })
})
