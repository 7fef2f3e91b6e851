import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { Route, Routes } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { answerCall, refuseCall } from '@/test/calls'
import { makePurchasePage, makePurchaseRow } from '@/test/desk-purchases'
import { pick } from '@/test/forms'
import {
  answerCommunications,
  makeAnswer,
  makeContactMessage,
  makeConversation,
} from '@/test/messages'
import { renderWithApp } from '@/test/render'
import { answerGet, refuseGet, server } from '@/test/server'
import { CommunicationsSection } from './communications-section'

const LIST = '/api/admin/contact-messages'
const ONE = `${LIST}/1`
const ANSWERS = `${ONE}/answers`

const open = (at = '/admin/communications/inbox') =>
  renderWithApp(
    <Routes>
      <Route path="/admin/communications/*" element={<CommunicationsSection />} />
    </Routes>,
    { at },
  )
const openOne = async () => {
  const opened = open('/admin/communications/inbox?message=1')
  await screen.findByRole('region', { name: 'Invoice' })
  return opened
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const answerField = () => screen.getByRole('textbox', { name: 'Your answer' })
const write = (value: string) => fireEvent.change(answerField(), { target: { value } })

beforeEach(() => {
  answerCommunications({ contact: [makeContactMessage()] })
  answerGet(ONE, makeConversation({ isRead: true }))
  answerGet('/api/admin/purchases', makePurchasePage([]))
})

test('opening a message shows it beside the list and marks it read, once', async () => {
  const bodies: unknown[] = []
  let isRead = false
  const address = new URL(ONE, window.location.origin).href
  server.use(
    http.get(address, () => HttpResponse.json(makeConversation({ isRead }))),
    http.patch(address, async ({ request }) => {
      const body = (await request.json()) as { isRead: boolean }
      bodies.push(body)
      isRead = body.isRead
      return HttpResponse.json(makeConversation({ isRead }))
    }),
  )
  const { router } = open()
  const list = await screen.findByRole('list', { name: 'Contact messages' })
  expect(within(list).getByText('Unread')).toBeVisible()
  expect(screen.getByText('Choose a message')).toBeVisible()
  expect(bodies).toEqual([])

  await userEvent.click(within(list).getByRole('link', { name: 'Invoice' }))
  const pane = await screen.findByRole('region', { name: 'Invoice' })
  expect(within(pane).getByText('Could I have an invoice?')).toBeVisible()
  expect(router.state.location.search).toBe('?message=1')
  await waitFor(() => expect(bodies).toEqual([{ isRead: true }]))
  await userEvent.click(await screen.findByRole('button', { name: 'Mark Invoice as unread' }))
  // Marked as unread while it is open, it is not read again by itself.
  expect(await screen.findByRole('button', { name: 'Mark Invoice as read' })).toBeVisible()
  expect(bodies).toEqual([{ isRead: true }, { isRead: false }])
  expect(list).toBeVisible()
})

test('an answer is sent once, its draft goes, and Undo brings its words back', async () => {
  const { bodies } = answerCall('post', ANSWERS, makeAnswer({ state: 'sending' }))
  const undone = answerCall('delete', `${ANSWERS}/5`, makeAnswer({ state: 'canceled' }))
  await openOne()
  expect(screen.getByRole('button', { name: 'Send' })).toBeDisabled()
  write('Of course.')
  await press('Send')
  expect(await screen.findByText('Answer sent')).toBeVisible()
  expect(bodies).toEqual([
    { text: 'Of course.', closes: false, idempotencyKey: expect.any(String) },
  ])
  expect(answerField()).toHaveValue('')
  await press('Undo')
  expect(await screen.findByText('Answer canceled')).toBeVisible()
  expect(undone.bodies).toHaveLength(1)
  expect(answerField()).toHaveValue('Of course.')
})

test('after a refusal the words stay, and the same words keep their key', async () => {
  const refused = refuseCall('post', ANSWERS, 503, 'We are briefly away.')
  await openOne()
  write('Of course.')
  await press('Send and close')
  expect(await screen.findByText('Failed to send the answer')).toBeVisible()
  expect(screen.getByText('We are briefly away.')).toBeVisible()
  expect(answerField()).toHaveValue('Of course.')
  const { bodies } = answerCall('post', ANSWERS, makeAnswer({ state: 'sending' }))
  await press('Send and close')
  expect(await screen.findByText('Answer sent, message closed')).toBeVisible()
  expect(bodies).toEqual(refused.bodies)
})

test('a half-written answer is there after a look elsewhere, for its message alone', async () => {
  answerGet(`${LIST}/2`, makeConversation({ id: 2, subject: 'Group price', isRead: true }))
  const { router } = await openOne()
  write('Half of it')
  await router.navigate('/admin/communications/inbox?message=2')
  await screen.findByRole('region', { name: 'Group price' })
  expect(answerField()).toHaveValue('')
  await router.navigate('/admin/communications/inbox?message=1')
  await screen.findByRole('region', { name: 'Invoice' })
  expect(answerField()).toHaveValue('Half of it')
})

test('what was answered stands below it, with its author and what became of it', async () => {
  const answers = [
    makeAnswer({ state: 'bounced', errorMessage: '550 no such user' }),
    makeAnswer({ id: 6, author: '', state: 'canceled', text: 'Never mind.' }),
  ]
  answerGet(ONE, makeConversation({ isRead: true, bounces: true, answers }))
  await openOne()
  const [first, second] = within(screen.getByRole('list', { name: 'Answers' })).getAllByRole(
    'listitem',
  )
  expect(first).toHaveTextContent(/Olga Owner.*Bounced.*Of course.*550 no such user/)
  expect(second).toHaveTextContent(/Former teammate.*Canceled.*Never mind/)
  expect(screen.getByText(/Earlier email to vera@example.test bounced/)).toBeVisible()
})

test('a message is assigned, closed and reopened', async () => {
  const { bodies } = answerCall('patch', ONE, makeConversation())
  await openOne()
  await pick('Assigned to', 'Olga Owner')
  await waitFor(() => expect(bodies).toEqual([{ assignedTo: 7 }]))
  answerGet(ONE, makeConversation({ isRead: true, isClosed: true }))
  await press('Close')
  await userEvent.click(await screen.findByRole('button', { name: 'Reopen' }))
  await waitFor(() =>
    expect(bodies).toEqual([{ assignedTo: 7 }, { isClosed: true }, { isClosed: false }]),
  )
})

test('closing it is undone from its notice', async () => {
  const { bodies } = answerCall('patch', ONE, makeConversation({ isRead: true }))
  await openOne()
  await press('Close')
  expect(await screen.findByText('Message closed')).toBeVisible()
  await press('Undo')
  await waitFor(() => expect(bodies).toEqual([{ isClosed: true }, { isClosed: false }]))
})

test('the sender is a link to their record, in the list and beside it', async () => {
  await openOne()
  const links = screen.getAllByRole('link', { name: 'Vera Visitor' })
  expect(links.map((link) => link.getAttribute('href'))).toEqual(
    Array(2).fill('/admin/users/guest?email=vera%40example.test'),
  )
})

test('the purchases of exactly this sender stand beside it', async () => {
  const theirs = makePurchaseRow({ customerEmail: 'Vera@example.test' })
  const other = makePurchaseRow({ purchase: { id: 99 }, customerEmail: 'not-vera@example.test' })
  answerGet('/api/admin/purchases', makePurchasePage([theirs, other]))
  await openOne()
  const beside = screen.getByRole('region', { name: 'Purchases of Vera Visitor' })
  const [link, ...more] = await within(beside).findAllByRole('link')
  expect(link).toHaveAttribute('href', `/admin/purchases/${theirs.purchase.id}`)
  expect(more).toEqual([])
})

test('says when there is nothing to read, and when it could not be loaded', async () => {
  answerCommunications()
  refuseGet(ONE, 404, 'Message not found')
  const { router } = open()
  expect(await screen.findByText('No messages yet')).toBeVisible()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Unread only' }))
  expect(await screen.findByText('No unread messages')).toBeVisible()
  await router.navigate('/admin/communications/inbox?message=1')
  expect(await screen.findByText("This message couldn't be loaded")).toBeVisible()
  expect(screen.getByText('Message not found')).toBeVisible()
})
