import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { delay, http } from 'msw'
import { describe, expect, test } from 'vitest'
import { DeskRights } from '@/session/rights'
import { answerCall, refuseCall } from '@/test/calls'
import { renderWithApp } from '@/test/render'
import { answerGet, refuseGet, server } from '@/test/server'
import { ReadinessBoard } from './readiness-board'
import type { Attendee, Cell, Readiness, RepairKind } from './readiness-queries'

const BOOTCAMP = '/api/admin/bootcamps/7'
const READINESS = `${BOOTCAMP}/readiness`

const fine = (key: string): Cell => ({
  key,
  state: 'green',
  words: 'As it should be',
  repair: null,
})
const broken = (key: string, kind: RepairKind | null, label = 'Fix it'): Cell => ({
  key,
  state: 'red',
  words: `No ${key}`,
  repair: kind && { kind, label },
})

function makePerson(enrollmentId: number, cells: Cell[], given: Partial<Attendee> = {}): Attendee {
  return {
    enrollmentId,
    purchaseId: 40 + enrollmentId,
    userId: null,
    name: `Person ${enrollmentId}`,
    email: `person${enrollmentId}@example.test`,
    isHandedOver: false,
    worst: cells.some(({ state }) => state === 'red') ? 'red' : 'green',
    cells,
    ...given,
  }
}

function makeReadiness(given: Partial<Readiness> = {}): Readiness {
  return {
    asOf: '2099-10-08T21:50:00Z',
    worst: 'red',
    counts: { red: 2, amber: 1, green: 20 },
    cells: [fine('meeting'), broken('material', 'add_material', 'Add material')],
    attendees: [
      makePerson(1, [fine('paid'), broken('confirmation', 'resend_confirmation', 'Send again')]),
      makePerson(2, [fine('paid')]),
      makePerson(3, [fine('paid')]),
    ],
    ...given,
  }
}

const open = () => renderWithApp(<ReadinessBoard bootcampId={7} />)
const press = async (name: string) =>
  userEvent.click(await screen.findByRole('button', { name: new RegExp(`^${name}`) }))

describe('the board', () => {
  test('says how the class stands, and shows problems before what is fine', async () => {
    answerGet(READINESS, makeReadiness())
    open()
    expect(await screen.findByText('Not ready')).toBeVisible()
    expect(screen.getByText('2 problems · 1 warning')).toBeVisible()
    const ofClass = within(screen.getByRole('region', { name: 'The class' }))
    expect(ofClass.getByText('No material')).toBeVisible()
    expect(ofClass.getByText('1 check is fine')).toBeVisible()
    const people = within(screen.getByRole('region', { name: 'People' }))
    expect(people.getByRole('list', { name: 'What Person 1 needs' })).toHaveTextContent(
      'Problem: ConfirmationNo confirmationSend again',
    )
    expect(people.getByText('2 people are ready')).toBeVisible()
    expect(people.getByText('Person 2')).not.toBeVisible()
    await userEvent.click(people.getByText('2 people are ready'))
    expect(people.getByText('Person 2')).toBeVisible()
  })

  test('sums warnings up by kind, with one act for all of them', async () => {
    const untested: Cell = {
      key: 'link_test',
      state: 'amber',
      words: 'Link not tested',
      repair: { kind: 'ask_to_test', label: 'Ask by email' },
    }
    const people = [1, 2, 3].map((id) =>
      makePerson(id, [fine('paid'), untested], { worst: 'amber' }),
    )
    answerGet(READINESS, makeReadiness({ worst: 'amber', attendees: people }))
    const call = answerCall('post', `${BOOTCAMP}/send-message`, {
      successCount: 3,
      batchId: '6f1c0a52-7a43-4a1e-9c55-0d6d3b1f2a12',
      leftOut: [],
    })
    open()
    expect(await screen.findByText('Link test: Link not tested · 3 people')).toBeVisible()
    expect(screen.getByText('Person 1')).not.toBeVisible()
    await press('Ask by email \\(3\\)')
    await waitFor(() => expect(call.bodies).toHaveLength(1))
    expect(call.bodies[0]).toMatchObject({
      recipients: people.map(({ email }) => ({ address: email })),
    })
  })

  test('is green in words too', async () => {
    answerGet(
      READINESS,
      makeReadiness({
        worst: 'green',
        counts: { red: 0, amber: 0, green: 9 },
        cells: [fine('meeting')],
        attendees: [makePerson(2, [fine('paid')])],
      }),
    )
    open()
    expect(await screen.findByText('Ready')).toBeVisible()
    expect(screen.getByText('1 person is ready')).toBeVisible()
    expect(screen.queryByRole('button')).not.toBeInTheDocument()
  })

  test('says so while nobody has a seat', async () => {
    answerGet(READINESS, makeReadiness({ attendees: [] }))
    open()
    expect(await screen.findByText('Nobody has a seat yet')).toBeVisible()
  })

  test('holds its place while loading', () => {
    server.use(http.get(`${window.location.origin}${READINESS}`, () => delay('infinite')))
    open()
    expect(screen.getByText('Loading readiness')).toBeInTheDocument()
  })

  test('offers another try after a failure', async () => {
    refuseGet(READINESS, 503, 'We are briefly away.')
    open()
    expect(await screen.findByText('We are briefly away.')).toBeVisible()
    answerGet(READINESS, makeReadiness())
    await press('Retry')
    expect(await screen.findByText('Not ready')).toBeVisible()
  })
})

describe('a repair', () => {
  test.each<[RepairKind, 'post' | 'patch', string, unknown]>([
    ['resend_confirmation', 'post', '/api/admin/purchases/41/resend-confirmation', null],
    ['resend_seat', 'post', '/api/admin/seats/1/resend', null],
    ['send_reminder', 'post', `${BOOTCAMP}/reminders`, { enrollmentId: 1 }],
    ['text_reminder', 'post', `${BOOTCAMP}/reminders`, { enrollmentId: 1, channel: 'SMS' }],
    ['activate_account', 'patch', '/api/admin/users/9/activate', null],
  ])('%s of a person is one call, and the board looks again', async (kind, method, path, body) => {
    answerGet(
      READINESS,
      makeReadiness({ attendees: [makePerson(1, [broken('reminder', kind)], { userId: 9 })] }),
    )
    const call = answerCall(method, path, { message: 'Done', count: 1 })
    open()
    await screen.findByText('No reminder')
    answerGet(READINESS, makeReadiness({ attendees: [makePerson(1, [fine('reminder')])] }))
    await press('Fix it: Reminder, Person 1')
    expect(await screen.findByText('1 person is ready')).toBeVisible()
    expect(call.bodies).toEqual([body])
  })

  test.each<[RepairKind, string, unknown]>([
    ['make_meeting', `${BOOTCAMP}/meeting`, null],
    ['serve_list', `${BOOTCAMP}/waiting-list/serve`, null],
    ['send_reminders', `${BOOTCAMP}/reminders`, {}],
  ])('%s of the class is one call', async (kind, path, body) => {
    answerGet(READINESS, makeReadiness({ cells: [broken('meeting', kind)] }))
    const call = answerCall('post', path, { message: 'Done', count: 1 })
    open()
    await press('Fix it: Meeting')
    await waitFor(() => expect(call.bodies).toEqual([body]))
  })

  test('writes to the one who is asked to test the link, and to nobody else', async () => {
    const person = makePerson(1, [broken('link_test', 'ask_to_test', 'Ask by email')])
    answerGet(READINESS, makeReadiness({ attendees: [person] }))
    const call = answerCall('post', `${BOOTCAMP}/send-message`, {
      successCount: 1,
      batchId: '6f1c0a52-7a43-4a1e-9c55-0d6d3b1f2a12',
      leftOut: [],
    })
    open()
    await press('Ask by email')
    await waitFor(() =>
      expect(call.bodies).toEqual([
        expect.objectContaining({
          type: 'EMAIL',
          recipients: [{ address: 'person1@example.test' }],
          content: expect.stringContaining('{zoomLink}'),
        }),
      ]),
    )
  })

  test.each<[RepairKind, Partial<Attendee>, string]>([
    ['open_purchase', {}, '/admin/purchases/41'],
    ['reconcile', {}, '/admin/reconciliation'],
    ['review_address', {}, '/admin/communications/suppressed?search=person1%40example.test'],
    ['correct_address', { userId: 9 }, '/admin/users/9'],
    ['correct_address', { isHandedOver: true }, '/admin/purchases/41'],
  ])('%s leads to where it is done', async (kind, given, address) => {
    const person = makePerson(1, [broken('address', kind)], given)
    answerGet(READINESS, makeReadiness({ attendees: [person] }))
    open()
    const link = await screen.findByRole('link', { name: /^Fix it: Email address/ })
    expect(link).toHaveAttribute('href', address)
  })

  test.each<[RepairKind, string]>([
    ['add_material', '/admin/bootcamps/7/resources'],
    ['add_link', '/admin/bootcamps/7/settings'],
    ['decide_minimum', '/admin/bootcamps/7?change=cancel'],
    ['assign_coach', '/admin/coaching'],
  ])('%s of the class leads to its page', async (kind, address) => {
    answerGet(READINESS, makeReadiness({ cells: [broken('material', kind)] }))
    open()
    const link = await screen.findByRole('link', { name: /^Fix it: Material/ })
    expect(link).toHaveAttribute('href', address)
  })

  test("corrects a guest's address here, and says what the server refuses", async () => {
    const person = makePerson(1, [broken('address', 'correct_address', 'Correct the address')])
    answerGet(READINESS, makeReadiness({ attendees: [person] }))
    const path = '/api/admin/purchases/41/customer'
    refuseCall('patch', path, 422, 'Check the form.', { email: 'Invalid email' })
    open()
    await press('Correct the address')
    const dialog = within(await screen.findByRole('dialog'))
    const email = dialog.getByLabelText(/^Email/)
    await userEvent.clear(email)
    await userEvent.type(email, 'right@example.test')
    await userEvent.click(dialog.getByRole('button', { name: 'Save and send' }))
    expect(await dialog.findByText('Invalid email')).toBeVisible()
    const call = answerCall('patch', path, { message: 'Corrected.' })
    await userEvent.click(dialog.getByRole('button', { name: 'Save and send' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(call.bodies).toEqual([{ email: 'right@example.test', fullName: 'Person 1' }])
  })

  test('that failed says why, and stays', async () => {
    answerGet(READINESS, makeReadiness())
    refuseCall('post', '/api/admin/purchases/41/resend-confirmation', 409, 'A seat is missing.')
    open()
    await press('Send again')
    expect(await screen.findByText('A seat is missing.')).toBeVisible()
    expect(screen.getByRole('button', { name: /^Send again/ })).toBeVisible()
  })

  test('is not offered to a role that may not do it', async () => {
    answerGet(READINESS, makeReadiness())
    renderWithApp(
      <DeskRights value={['desk', 'money']}>
        <ReadinessBoard bootcampId={7} />
      </DeskRights>,
    )
    expect(await screen.findAllByText("Your role can't fix this")).toHaveLength(2)
    expect(screen.queryByRole('button', { name: /^Send again/ })).not.toBeInTheDocument()
  })
})
