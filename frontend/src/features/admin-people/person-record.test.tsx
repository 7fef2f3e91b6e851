import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import type { components } from '@/api/schema'
import { answerDashboard } from '@/test/admin-catalogue'
import { answerCall, refuseCall } from '@/test/calls'
import { makeUser } from '@/test/makers'
import { answerPerson, makePersonDetail, makePersonPurchase, makeRecord } from '@/test/people'
import { openApp } from '@/test/render'
import { answerGet, refuseGet, signIn } from '@/test/server'

type Guest = components['schemas']['GuestOut']

beforeEach(() => {
  signIn(makeUser({ role: 'ADMIN' }))
  answerDashboard()
})

const cohort = { id: 4, startDate: '2026-11-26T18:00:00Z', timezone: 'America/New_York' }
const seat = {
  enrollmentId: 1,
  purchaseId: 70,
  receiptNumber: 'FR-000070',
  bootcampName: 'Beginner Bootcamp',
  cohort,
  tie: 'own' as const,
  other: '',
  ended: '',
  presence: 'expected' as const,
  marked: false,
  joinedAt: null,
  certificateCode: '',
}

function answerGuest(given: Partial<Guest> = {}, record = makeRecord()) {
  answerGet('/api/admin/people/record', record)
  return answerGet('/api/admin/people/guest', {
    email: 'ana@example.test',
    name: 'Ana Lima',
    phone: '',
    accountId: null,
    stats: { totalPurchases: 1, completedPurchases: 1, totalSpent: '995.00' },
    purchases: [makePersonPurchase()],
    ...given,
  } satisfies Guest)
}

const openGuest = () => openApp('/admin/users/guest?email=ana%40example.test')

test('a guest has the same record as a member, found by the address', async () => {
  answerGuest(
    {},
    makeRecord({
      seats: [
        seat,
        { ...seat, enrollmentId: 2, tie: 'held', other: 'Bo Berg', presence: 'absent' },
        { ...seat, enrollmentId: 3, ended: 'Moved to another date' },
      ],
    }),
  )
  openGuest()
  expect(await screen.findByRole('heading', { level: 2, name: 'Ana Lima' })).toBeVisible()
  const seats = await screen.findByRole('region', { name: 'Seats and attendance' })
  expect(
    within(seats)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual([
    'Beginner Bootcamp · Thu, Nov 26Not joined yetBought and attends · FR-000070',
    'Beginner Bootcamp · Thu, Nov 26AbsentSeat held, paid for by Bo Berg · FR-000070',
    'Beginner Bootcamp · Thu, Nov 26Moved to another dateBought and attends · FR-000070',
  ])
  expect(within(seats).getAllByRole('link', { name: 'FR-000070' })[0]).toHaveAttribute(
    'href',
    '/admin/purchases/70',
  )
  await waitFor(() => expect(document.title).toContain('Ana Lima · Users · Admin'))
})

test('an address that is somebody’s account leads to the account', async () => {
  answerPerson(makePersonDetail())
  answerGuest({ accountId: 7, name: '', purchases: [] })
  const { router } = openGuest()
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin/users/7'))
})

test('nobody with this address is said so', async () => {
  refuseGet('/api/admin/people/guest', 404, 'Not found.')
  openGuest()
  expect(
    await screen.findByText('No one has bought or attended with ana@example.test.'),
  ).toBeVisible()
})

test('the head stays when the rest of the record cannot be loaded', async () => {
  answerGuest()
  refuseGet('/api/admin/people/record', 503, 'We are briefly away.')
  openGuest()
  expect(await screen.findByText("The rest of the record couldn't be loaded")).toBeVisible()
  expect(screen.getByRole('table', { name: 'Purchase history' })).toBeVisible()
  answerGet('/api/admin/people/record', makeRecord({ seats: [seat] }))
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('region', { name: 'Seats and attendance' })).toBeVisible()
})

test('what cannot be done is not offered, and says why', async () => {
  const actions = { edit: null, signInEmail: null, message: 'Not emailed: bounced.' }
  answerGuest({}, makeRecord({ actions }))
  openGuest()
  expect(await screen.findByText('Not emailed: bounced.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Email' })).toBeDisabled()
  expect(screen.getByRole('button', { name: 'Edit' })).toBeEnabled()
})

test('an email is sent once and can be taken back', async () => {
  answerGuest()
  const sent = answerCall('post', '/api/admin/people/message', {
    messageId: 31,
    message: 'Sending to ana@example.test.',
    sentAfter: '2026-11-16T20:00:10Z',
  })
  const undone = answerCall('delete', '/api/admin/people/messages/31', { message: 'Not sent.' })
  openGuest()
  const email = await screen.findByRole('button', { name: 'Email' })
  await waitFor(() => expect(email).toBeEnabled())
  await userEvent.click(email)
  const form = await screen.findByRole('form', { name: 'Email this person' })
  await userEvent.type(within(form).getByLabelText(/Subject/), 'Hello')
  await userEvent.type(within(form).getByLabelText(/Message/), 'See you.')
  await userEvent.click(within(form).getByRole('button', { name: 'Send email' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(undone.bodies).toHaveLength(1))
  expect(sent.bodies).toEqual([
    {
      userId: null,
      email: 'ana@example.test',
      subject: 'Hello',
      content: 'See you.',
      idempotencyKey: expect.stringMatching(/^[\da-f-]{36}$/),
    },
  ])
})

test('a refused email keeps what was typed', async () => {
  answerGuest()
  const words = "{nope} can't be used here."
  refuseCall('post', '/api/admin/people/message', 422, words, { content: words })
  openGuest()
  const email = await screen.findByRole('button', { name: 'Email' })
  await waitFor(() => expect(email).toBeEnabled())
  await userEvent.click(email)
  const form = await screen.findByRole('form', { name: 'Email this person' })
  await userEvent.type(within(form).getByLabelText(/Subject/), 'Hello')
  await userEvent.type(within(form).getByLabelText(/Message/), 'Dear {{nope}')
  await userEvent.click(within(form).getByRole('button', { name: 'Send email' }))
  expect(await within(form).findByText(words)).toBeVisible()
  expect(within(form).getByLabelText(/Message/)).toHaveValue('Dear {nope}')
})

test('a corrected guest is shown under the new address', async () => {
  answerGuest()
  const saved = answerCall('patch', '/api/admin/people/guest', {
    message: 'Corrected 1 purchase.',
    email: 'anna@example.test',
  })
  const { router } = openGuest()
  const edit = await screen.findByRole('button', { name: 'Edit' })
  await waitFor(() => expect(edit).toBeEnabled())
  await userEvent.click(edit)
  const form = await screen.findByRole('form', { name: 'Edit name or email' })
  await userEvent.clear(within(form).getByLabelText(/Email/))
  await userEvent.type(within(form).getByLabelText(/Email/), 'anna@example.test')
  await userEvent.click(within(form).getByRole('button', { name: 'Save and send' }))
  await waitFor(() => expect(router.state.location.search).toBe('?email=anna%40example.test'))
  expect(saved.bodies).toEqual([
    { email: 'ana@example.test', newEmail: 'anna@example.test', fullName: 'Ana Lima' },
  ])
})

test('a note that cannot be saved is kept in its field', async () => {
  const note = {
    id: 5,
    text: 'Prefers mornings.',
    createdAt: '2026-11-01T10:00:00Z',
    author: 'Avery Adminson',
    purchaseId: 70,
    receiptNumber: 'FR-000070',
    canDelete: false,
  }
  answerGuest({}, makeRecord({ notes: [note] }))
  refuseCall('post', '/api/admin/people/notes', 503, 'We are briefly away.')
  openGuest()
  const list = await screen.findByRole('list', { name: 'Notes' })
  expect(within(list).getByText('Prefers mornings.')).toBeVisible()
  expect(within(list).queryByRole('button', { name: 'Delete this note' })).toBeNull()
  const field = screen.getByLabelText('Add a note')
  await userEvent.type(field, 'Called.')
  await userEvent.click(screen.getByRole('button', { name: 'Save note' }))
  expect(await screen.findByText('We are briefly away.')).toBeVisible()
  expect(field).toHaveValue('Called.')
})
