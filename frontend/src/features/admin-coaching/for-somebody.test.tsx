import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { answerCall, refuseCall } from '@/test/calls'
import { makeCoach, makeDeskSession } from '@/test/coaching'
import { fill, pick } from '@/test/forms'
import { renderWithApp } from '@/test/render'
import { answerGet, refuseGet, server } from '@/test/server'
import { CoachingDesk } from './coaching-desk'

const SESSIONS = '/api/admin/coaching/sessions'
const SLOTS = `${SESSIONS}/5/slots`
const TIME = `${SESSIONS}/5/time`
const REMINDERS = '/api/admin/coaching/reminders'
const waiting = makeDeskSession({ status: 'pending', scheduledDate: null, endDate: null })
const slots = {
  timezone: 'America/New_York',
  studentTimezone: 'Africa/Lagos',
  slots: ['2099-06-05T13:00:00Z', '2099-06-05T14:00:00Z', '2099-06-08T13:00:00Z'].map(
    (startsAt) => ({ startsAt, coachName: 'Cora Coachman' }),
  ),
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

beforeEach(() => {
  answerGet('/api/admin/coaching/coaches', [makeCoach()])
})

async function open(session = waiting, at = '/admin/coaching') {
  answerGet(SESSIONS, { rows: [session], total: 1 })
  renderWithApp(<CoachingDesk />, { at })
  await screen.findByRole('row', { name: /Stu Dent/ })
}

describe('booking for a student', () => {
  test('sends the time that was picked, with the reason they will read', async () => {
    answerGet(SLOTS, slots)
    const { bodies } = answerCall('post', TIME, makeDeskSession())
    await open()
    await press('Book session')
    const dialog = await screen.findByRole('dialog', { name: 'Book session' })
    expect(within(dialog).getByText(/For Stu Dent\./)).toBeVisible()
    await waitFor(() => expect(screen.getByLabelText('Day')).toHaveTextContent('Fri, Jun 5'))
    await pick('Time', '10:00 AM')
    expect(
      screen.getByText('With Cora Coachman. For the student: Fri, Jun 5 at 3:00 PM WAT.'),
    ).toBeVisible()
    fill('Reason', '  As you asked.  ')
    answerGet(SESSIONS, { rows: [makeDeskSession()], total: 1 })
    await press('Book session')
    expect(await screen.findByText('Session booked')).toBeVisible()
    expect(screen.getByText('Fri, Jun 5, 10:00 AM')).toBeVisible()
    expect(bodies).toEqual([{ startsAt: '2099-06-05T14:00:00Z', reason: 'As you asked.' }])
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(await screen.findByText('Jun 5 at 9:00 AM – 10:00 AM EDT')).toBeVisible()
  })

  test('another day brings its own times', async () => {
    answerGet(SLOTS, slots)
    const { bodies } = answerCall('post', TIME, makeDeskSession())
    await open(makeDeskSession())
    await press('Move')
    await screen.findByRole('dialog', { name: 'Move session' })
    await waitFor(() => expect(screen.getByLabelText('Day')).toHaveTextContent('Fri, Jun 5'))
    await pick('Time', '10:00 AM')
    await pick('Day', 'Mon, Jun 8')
    expect(screen.getByLabelText('Time')).toHaveTextContent('9:00 AM')
    await press('Move session')
    expect(await screen.findByText('Session moved')).toBeVisible()
    expect(bodies).toEqual([{ startsAt: '2099-06-08T13:00:00Z', reason: '' }])
  })

  test('a time that has gone is said in the window, which asks for the times again', async () => {
    answerGet(SLOTS, slots)
    refuseCall('post', TIME, 409, 'This time was just taken.')
    await open()
    await press('Book session')
    await screen.findByLabelText('Day')
    answerGet(SLOTS, { ...slots, slots: slots.slots.slice(2) })
    await press('Book session')
    expect(await screen.findByText('This time was just taken.')).toBeVisible()
    await waitFor(() => expect(screen.getByLabelText('Day')).toHaveTextContent('Mon, Jun 8'))
    expect(screen.getByRole('dialog')).toBeVisible()
  })

  test('says when no coach is free, and when the times could not be loaded', async () => {
    answerGet(SLOTS, { ...slots, slots: [] })
    await open()
    await press('Book session')
    expect(await screen.findByText(/No coach has a free time/)).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    refuseGet(SLOTS, 503, 'We are briefly away.')
    await press('Book session')
    expect(
      await screen.findByText("The available times couldn't be loaded", {}, { timeout: 5_000 }),
    ).toBeVisible()
    answerGet(SLOTS, slots)
    await press('Retry')
    expect(await screen.findByLabelText('Day')).toBeVisible()
  })
})

describe('what the list says of one who waits', () => {
  test('until when it can be booked, and that a guest is invited first', async () => {
    await open({ ...waiting, isGuest: true })
    expect(screen.getByText('Book by Dec 5, 2099')).toBeVisible()
    expect(screen.getByText(/^No account yet\. Send the invitation/)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Book session' })).not.toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Send invitation' })).toBeVisible()
  })

  test('that it has ended, and the desk still can book it', async () => {
    await open({ ...waiting, bookBy: '2020-06-01T14:00:00Z' })
    expect(screen.getByText('Ended Jun 1, 2020')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Book session' })).toBeVisible()
  })
})

describe('reminding', () => {
  const WAITING = '/admin/coaching?shown=waiting'

  test('one who waits', async () => {
    const { bodies } = answerCall('post', REMINDERS, { reminded: 1, skipped: 0 })
    await open()
    await press('Remind')
    expect(await screen.findByText('1 reminder sent')).toBeVisible()
    expect(bodies).toEqual([{ sessionId: 5 }])
  })

  test('everyone who waits is asked about first, and says who was left out', async () => {
    const { bodies } = answerCall('post', REMINDERS, { reminded: 12, skipped: 3 })
    await open(waiting, WAITING)
    await press('Remind everyone')
    const question = await screen.findByRole('alertdialog', {
      name: "Remind everyone who's waiting?",
    })
    expect(bodies).toEqual([])
    await userEvent.click(within(question).getByRole('button', { name: 'Send reminders' }))
    expect(await screen.findByText('12 reminders sent')).toBeVisible()
    expect(screen.getByText('3 had one within the last day.')).toBeVisible()
    expect(bodies).toEqual([{ sessionId: null }])
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
  })

  test('nobody by a question that was closed', async () => {
    const { bodies } = answerCall('post', REMINDERS, { reminded: 1, skipped: 0 })
    await open(waiting, WAITING)
    await press('Remind everyone')
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
    expect(bodies).toEqual([])
  })

  test('is not offered where nobody waits', async () => {
    server.use(http.get(`*${SESSIONS}`, () => HttpResponse.json({ rows: [], total: 0 })))
    renderWithApp(<CoachingDesk />, { at: WAITING })
    expect(await screen.findByText('Everyone has picked a time.')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Remind everyone' })).not.toBeInTheDocument()
  })

  test('a failure is said, and can be tried again', async () => {
    refuseCall('post', REMINDERS, 503, 'We are briefly away.')
    await open()
    await press('Remind')
    expect(await screen.findByText('We are briefly away.')).toBeVisible()
    await waitFor(() => expect(screen.getByRole('button', { name: 'Remind' })).toBeEnabled())
  })
})
