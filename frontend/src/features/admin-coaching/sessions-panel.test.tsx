import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { delay, HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { answerCall, refuseCall } from '@/test/calls'
import { makeCoach, makeDeskSession } from '@/test/coaching'
import { renderWithApp } from '@/test/render'
import { answerGet, refuseGet, server } from '@/test/server'
import { CoachingDesk } from './coaching-desk'

const SESSIONS = '/api/admin/coaching/sessions'
const OUTCOME = `${SESSIONS}/5/outcome`
const ahead = makeDeskSession()
const started = makeDeskSession({ hasStarted: true })

beforeEach(() => {
  answerGet('/api/admin/coaching/coaches', [makeCoach()])
})

async function open(session = ahead) {
  answerGet(SESSIONS, { rows: [session], total: 1 })
  renderWithApp(<CoachingDesk />)
  return within(await screen.findByRole('row', { name: /Stu Dent/ }))
}

const buttons = (card: Awaited<ReturnType<typeof open>>) =>
  card.getAllByRole('button').map((button) => button.textContent)

describe('the coach’s list', () => {
  test('shows who comes, when and to whom', async () => {
    const card = await open(makeDeskSession({ reschedules: 1, notes: 'Prices.\nThen names.' }))
    const cohort = card.getByRole('link', { name: 'Advanced Bootcamp · Thu, Oct 8, 2099' })
    expect(cohort).toHaveAttribute('href', '/admin/bootcamps/1')
    expect(cohort).toBeVisible()
    expect(card.getByRole('link', { name: 'stu@example.test' })).toBeVisible()
    expect(card.getByRole('link', { name: 'View purchase' })).toHaveAttribute(
      'href',
      '/admin/purchases/70',
    )
    expect(card.getByText('Jun 5 at 9:00 AM – 10:00 AM EDT')).toBeVisible()
    expect(card.getByText('With Cora Coachman, moved once')).toBeVisible()
    expect(card.getByText(/^Prices\.\s+Then names\.$/)).toBeVisible()
    expect(card.getByRole('link', { name: 'Join' })).toHaveAttribute(
      'href',
      'https://meet.example.test/coach',
    )
  })

  test.each([
    ['one ahead', ahead, ['Notes', 'Move', 'Cancel session']],
    ['one that has started', started, ['Notes', 'Complete', 'No-show', 'Cancel session']],
    [
      'a completed one',
      makeDeskSession({ status: 'completed', hasStarted: true }),
      ['Notes', 'Reopen'],
    ],
    [
      'a missed one',
      makeDeskSession({ status: 'no_show', hasStarted: true }),
      ['Notes', 'Reopen', 'Let them rebook'],
    ],
    [
      'a waiting one',
      makeDeskSession({ status: 'pending', scheduledDate: null }),
      ['Notes', 'Remind', 'Book session'],
    ],
    [
      'a waiting guest',
      makeDeskSession({ status: 'pending', scheduledDate: null, isGuest: true }),
      ['Notes', 'Send invitation'],
    ],
  ])('%s can be dealt with as fits', async (_, session, expected) => {
    const card = await open(session)
    expect(buttons(card)).toEqual(expected)
  })

  test('asks for each list by name', async () => {
    const asked: (string | null)[] = []
    server.use(
      http.get(`*${SESSIONS}`, ({ request }) => {
        asked.push(new URL(request.url).searchParams.get('shown'))
        return HttpResponse.json({ rows: [], total: 0 })
      }),
    )
    renderWithApp(<CoachingDesk />)
    await waitFor(() => expect(screen.getByText('No upcoming sessions.')).toBeVisible())
    await userEvent.click(screen.getByRole('tab', { name: 'Past' }))
    await waitFor(() => expect(screen.getByText('No past sessions yet.')).toBeVisible())
    await userEvent.click(screen.getByRole('tab', { name: 'Waiting' }))
    await waitFor(() => expect(screen.getByText('Everyone has picked a time.')).toBeVisible())
    expect(asked).toEqual(['upcoming', 'past', 'waiting'])
  })

  test('holds the place while loading', async () => {
    server.use(http.get(`*${SESSIONS}`, () => delay('infinite')))
    renderWithApp(<CoachingDesk />)
    await screen.findByText('Loading sessions')
  })

  test('tries again after a failure', async () => {
    refuseGet(SESSIONS, 500, '')
    renderWithApp(<CoachingDesk />)
    const retry = await screen.findByRole('button', { name: 'Retry' })
    answerGet(SESSIONS, { rows: [ahead], total: 1 })
    await userEvent.click(retry)
    await screen.findByRole('row', { name: /Stu Dent/ })
  })
})

describe('what became of a session', () => {
  test.each([
    ['Complete', started, 'completed', 'Session completed'],
    ['No-show', started, 'no_show', 'Marked as no-show'],
    ['Reopen', makeDeskSession({ status: 'completed' }), 'scheduled', 'Session reopened'],
  ])('%s is sent and said', async (name, session, outcome, said) => {
    const call = answerCall('post', OUTCOME, session)
    const card = await open(session)
    await userEvent.click(card.getByRole('button', { name }))
    await waitFor(() => expect(screen.getByText(said)).toBeVisible())
    expect(call.bodies).toEqual([{ outcome, reason: '' }])
  })

  test('calling off is asked about first', async () => {
    const call = answerCall('post', OUTCOME, makeDeskSession({ status: 'pending' }))
    const card = await open()
    await userEvent.click(card.getByRole('button', { name: 'Cancel session' }))
    const dialog = await screen.findByRole('dialog', { name: 'Cancel this session?' })
    expect(call.bodies).toEqual([])
    fireEvent.change(within(dialog).getByLabelText(/Reason/), { target: { value: 'Ill.' } })
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel session' }))
    await waitFor(() => expect(screen.getByText('Session canceled')).toBeVisible())
    expect(call.bodies).toEqual([{ outcome: 'pending', reason: 'Ill.' }])
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  })

  test('a refusal is said in the server’s words', async () => {
    const message = 'Another student has booked that hour since. Pick another time.'
    refuseCall('post', OUTCOME, 409, message)
    const card = await open(makeDeskSession({ status: 'completed' }))
    await userEvent.click(card.getByRole('button', { name: 'Reopen' }))
    await waitFor(() => expect(screen.getByText(message)).toBeVisible())
  })

  test('notes are kept', async () => {
    const call = answerCall('patch', `${SESSIONS}/5/notes`, makeDeskSession({ notes: 'Prices.' }))
    const card = await open()
    await userEvent.click(card.getByRole('button', { name: 'Notes' }))
    await screen.findByRole('dialog', { name: 'Notes' })
    fireEvent.change(screen.getByLabelText('About Stu Dent'), { target: { value: 'Prices.' } })
    answerGet(SESSIONS, { rows: [makeDeskSession({ notes: 'Prices.' })], total: 1 })
    await userEvent.click(screen.getByRole('button', { name: 'Save Notes' }))
    await waitFor(() => expect(card.getByText('Prices.')).toBeVisible())
    expect(call.bodies).toEqual([{ notes: 'Prices.' }])
  })
})
