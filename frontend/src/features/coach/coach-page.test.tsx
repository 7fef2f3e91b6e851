import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { describe, expect, test } from 'vitest'
import { answerCall, refuseCall } from '@/test/calls'
import { makeCoach, makeOwnSession } from '@/test/coaching'
import { fill } from '@/test/forms'
import { makeUser } from '@/test/makers'
import { openApp } from '@/test/render'
import { answerGet, refuseGet, server, signIn } from '@/test/server'

const DESK = '/api/coach/desk'
const SESSIONS = '/api/coach/sessions'
const FEED = 'https://lab.example.test/api/coach/feed/abc.ics'
const cora = makeUser({ role: 'COACH', firstName: 'Cora' })
const desk = { calendar: makeCoach(), feedUrl: FEED, isBookable: true }
const ahead = makeOwnSession()

const button = (name: string) => screen.getByRole('button', { name })
const press = (name: string) => userEvent.click(button(name))

async function open(sessions = [ahead], given: Partial<typeof desk> = {}) {
  signIn(cora)
  answerGet(DESK, { ...desk, ...given })
  answerGet(SESSIONS, { rows: sessions, total: sessions.length })
  openApp('/coach')
  await waitFor(() => expect(screen.getByRole('region', { name: 'Your hours' })).toBeVisible())
}

describe('who may see it', () => {
  test('a student is sent to what is theirs, and nothing is asked for', async () => {
    signIn(makeUser())
    openApp('/coach')
    expect(await screen.findByText('This page is for coaches')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Go to My Bootcamps' })).toHaveAttribute(
      'href',
      '/portal',
    )
  })

  test('a coach who needs a second factor sets it up first', async () => {
    signIn(makeUser({ role: 'COACH', secondFactorRequired: true }))
    openApp('/coach')
    expect(await screen.findByText('Two-step verification required')).toBeVisible()
    expect(screen.queryByText('Your hours')).not.toBeInTheDocument()
  })

  test('a coach whose role was taken away reads why, in the words of the server', async () => {
    signIn(cora)
    refuseGet(DESK, 403, 'Your coach role was taken away.')
    openApp('/coach')
    expect(await screen.findByText('Your coach role was taken away.')).toBeVisible()
    expect(screen.queryByText(/403/)).not.toBeInTheDocument()
  })

  test('nothing is for sale here', async () => {
    await open()
    expect(screen.queryByText(/\$|Enroll|Buy/)).not.toBeInTheDocument()
  })
})

describe("a class's room", () => {
  const today = makeOwnSession({
    cohort: { ...ahead.cohort, startDate: new Date().toISOString() },
  })

  test('is one press away on the day of the class, and on no other', async () => {
    await open([today, { ...ahead, id: 99 }])
    const rooms = await screen.findAllByRole('link', { name: 'Class room' })
    expect(rooms.map((link) => link.getAttribute('href'))).toEqual([
      `/coach/rooms/${today.cohort.id}`,
    ])
  })

  test('is looked into without the desk around it', async () => {
    signIn(cora)
    const room = answerGet('/api/admin/bootcamps/7/room', {
      asOf: new Date().toISOString(),
      name: 'Evening Class',
      timezone: 'America/New_York',
      startsAt: new Date(Date.now() - 60_000).toISOString(),
      endsAt: new Date(Date.now() + 3_600_000).toISOString(),
      state: 'on',
      counts: { in: 1, notYet: 0, left: 0 },
      people: [
        {
          enrollmentId: 1,
          purchaseId: 2,
          name: 'Ana Lima',
          status: 'in',
          since: null,
          minutes: 1,
          attendance: null,
        },
      ],
    })
    openApp('/coach/rooms/7')
    expect(await screen.findByRole('region', { name: 'In the room (1)' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Back to Coaching' })).toHaveAttribute('href', '/coach')
    expect(screen.queryByRole('button', { name: /^Absent|^Start|^Message/ })).toBeNull()
    expect(room.times).toBeGreaterThan(0)
  })
})

describe('the agenda', () => {
  test('names the day, the hour, who comes and from which class', async () => {
    await open([makeOwnSession({ notes: 'Prices.' })])
    const day = await screen.findByRole('region', { name: 'Fri, Jun 5' })
    expect(within(day).getByText('9:00 AM – 10:00 AM')).toBeVisible()
    expect(within(day).getByText('Stu Dent')).toBeVisible()
    expect(within(day).getByText(/Advanced Bootcamp · Thu, Oct 8, 2099/)).toBeVisible()
    expect(within(day).getByText('Prices.')).toBeVisible()
    expect(within(day).queryByRole('link', { name: 'Join' })).not.toBeInTheDocument()
  })

  test('the door opens by itself', async () => {
    const at = '2099-06-05T12:45:00Z'
    await open([
      makeOwnSession({
        join: { state: 'open', asOf: at, opensAt: at, closesAt: '2099-06-05T14:15:00Z' },
        sessionUrl: 'https://meet.example.test/coach',
      }),
    ])
    expect(await screen.findByText('Open now')).toBeVisible()
    const join = screen.getByRole('link', { name: 'Join' })
    expect(join).toHaveAttribute('href', 'https://meet.example.test/coach')
    expect(join).toHaveAttribute('rel', 'noopener noreferrer')
  })

  test.each([
    ['one ahead', ahead, ['Notes', 'Cancel session']],
    [
      'one that has started',
      makeOwnSession({ hasStarted: true }),
      ['Notes', 'Complete', 'No-show'],
    ],
    ['a completed one', makeOwnSession({ status: 'completed' }), ['Notes', 'Reopen']],
  ])('%s can be dealt with as fits', async (_, session, expected) => {
    await open([session])
    const entry = (await screen.findByText('Stu Dent')).closest('li')
    if (!entry) throw new Error('The session is no entry of a list')
    const names = within(entry).getAllByRole('button')
    expect(names.map(({ textContent }) => textContent)).toEqual(expected)
  })

  test('what became of a session is sent and said', async () => {
    const { bodies } = answerCall('post', `${SESSIONS}/5/outcome`, ahead)
    await open([makeOwnSession({ hasStarted: true })])
    await userEvent.click(await screen.findByRole('button', { name: 'Complete' }))
    expect(await screen.findByText('Session completed')).toBeVisible()
    expect(bodies).toEqual([{ outcome: 'completed', reason: '' }])
  })

  test('canceling asks for a reason, which the student reads', async () => {
    const { bodies } = answerCall('post', `${SESSIONS}/5/outcome`, ahead)
    await open()
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel session' }))
    const dialog = await screen.findByRole('dialog', { name: 'Cancel this session?' })
    fireEvent.change(within(dialog).getByLabelText(/Reason/), { target: { value: 'Ill.' } })
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel session' }))
    expect(await screen.findByText('Session canceled')).toBeVisible()
    expect(bodies).toEqual([{ outcome: 'pending', reason: 'Ill.' }])
  })

  test('says in the server’s words why not', async () => {
    refuseCall('post', `${SESSIONS}/5/outcome`, 409, 'It has not begun yet.')
    await open([makeOwnSession({ hasStarted: true })])
    await userEvent.click(await screen.findByRole('button', { name: 'No-show' }))
    expect(await screen.findByText('It has not begun yet.')).toBeVisible()
  })

  test('has a page after the first', async () => {
    signIn(cora)
    answerGet(DESK, desk)
    answerGet(SESSIONS, { rows: [ahead], total: 21 })
    openApp('/coach')
    expect(await screen.findByRole('button', { name: 'Previous page' })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
    await press('Next page')
    await waitFor(() => expect(button('Next page')).toHaveAttribute('aria-disabled', 'true'))
    expect(button('Next page')).toHaveFocus()
    expect(button('Previous page')).not.toHaveAttribute('aria-disabled')
  })

  test('goes back to the page before when the last session of a page is gone', async () => {
    signIn(cora)
    answerGet(DESK, desk)
    answerGet(SESSIONS, { rows: [ahead], total: 21 })
    openApp('/coach')
    await screen.findByRole('button', { name: 'Next page' })
    server.use(
      http.get(`*${SESSIONS}`, ({ request }) => {
        const isFirst = new URL(request.url).searchParams.get('page') !== '2'
        return HttpResponse.json({ rows: isFirst ? [ahead] : [], total: 20 })
      }),
    )
    await press('Next page')
    await waitFor(() => expect(screen.queryByRole('button', { name: /page$/ })).toBeNull())
    expect(screen.queryByText('No upcoming sessions')).not.toBeInTheDocument()
  })

  test('a refused cancellation leaves the window and the reason that was typed', async () => {
    refuseCall('post', `${SESSIONS}/5/outcome`, 409, 'It has begun already.')
    await open()
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel session' }))
    const dialog = await screen.findByRole('dialog')
    fireEvent.change(within(dialog).getByLabelText(/Reason/), { target: { value: 'Ill.' } })
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel session' }))
    expect(await screen.findByText('It has begun already.')).toBeVisible()
    await waitFor(() =>
      expect(within(dialog).getByRole('button', { name: 'Cancel session' })).toBeEnabled(),
    )
    expect(within(dialog).getByLabelText(/Reason/)).toHaveValue('Ill.')
  })

  test('says when there is nothing, and tries again after a failure', async () => {
    await open([])
    expect(await screen.findByText('No upcoming sessions')).toBeVisible()
    refuseGet(SESSIONS, 503, 'We are briefly away.')
    await userEvent.click(screen.getByRole('tab', { name: 'Past' }))
    expect(await screen.findByText("Your sessions couldn't be loaded")).toBeVisible()
    expect(screen.getByText('We are briefly away.')).toBeVisible()
    answerGet(SESSIONS, { rows: [], total: 0 })
    await press('Retry')
    expect(await screen.findByText('No past sessions yet')).toBeVisible()
  })
})

describe('the calendar', () => {
  test('says when one can be booked, and when not', async () => {
    await open([], { calendar: makeCoach({ weeklyHours: [] }) })
    expect(screen.getByText('Not bookable')).toBeVisible()
    expect(screen.getByText("No hours yet, so students can't book you.")).toBeVisible()
  })

  test('warns of what is still booked in a day off, and removes it', async () => {
    const off = {
      id: 9,
      startsAt: '2099-06-08T04:00:00Z',
      endsAt: '2099-06-09T04:00:00Z',
      isAvailable: false,
      note: 'Holiday',
      bookedInside: 1,
    }
    const removed = answerCall('delete', '/api/coach/exceptions/9', { message: 'Removed.' })
    await open([], { calendar: makeCoach({ exceptions: [off] }) })
    expect(screen.getByText('1 session is still booked in this time.')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: /^Remove / }))
    expect(await screen.findByText('Override removed')).toBeVisible()
    expect(removed.bodies).toEqual([null])
  })

  test('is set up first where there is none', async () => {
    const saved = answerCall('put', '/api/coach/calendar', makeCoach())
    signIn(cora)
    answerGet(DESK, { calendar: null, feedUrl: null, isBookable: false })
    openApp('/coach')
    expect(await screen.findByText('Set up your calendar')).toBeVisible()
    await press('Save')
    expect(await screen.findByText('Enter your meeting link')).toBeVisible()
    expect(saved.bodies).toEqual([])
    fill('Meeting link', 'https://meet.example.test/cora')
    answerGet(DESK, desk)
    answerGet(SESSIONS, { rows: [], total: 0 })
    await press('Save')
    expect(await screen.findByRole('region', { name: 'Your hours' })).toBeVisible()
    expect(saved.bodies).toEqual([
      {
        meetingUrl: 'https://meet.example.test/cora',
        timezone: 'America/New_York',
        bufferMinutes: 15,
        noticeHours: 24,
      },
    ])
  })

  test('its link is renewed after a question', async () => {
    const renewed = answerCall('post', '/api/coach/feed', { feedUrl: FEED })
    await open([])
    expect(screen.getByRole('textbox', { name: 'Calendar link' })).toHaveValue(FEED)
    await press('Renew')
    await userEvent.click(await screen.findByRole('button', { name: 'Renew link' }))
    expect(await screen.findByText('The old link no longer works.')).toBeVisible()
    expect(renewed.bodies).toHaveLength(1)
  })
})

describe('the classes they teach', () => {
  const asked = {
    questions: [{ id: 4, words: 'Your idea?', kind: 'line', answers: 1 }],
    canChange: true,
  }
  const taught = {
    name: 'Advanced Bootcamp',
    cohort: { id: 9, startDate: '2099-10-08T22:00:00Z', timezone: 'America/New_York' },
    questions: asked,
    students: [
      { enrollmentId: 1, name: 'Stu Dent', answers: [{ questionId: 4, words: 'A shop' }] },
      { enrollmentId: 2, name: 'Si Lent', answers: [] },
    ],
  }

  test('show what is asked and answered, and the questions can be changed', async () => {
    answerGet('/api/coach/classes', [taught])
    const saved = answerCall('put', '/api/coach/classes/9/questions', asked)
    await open([])
    const card = within(await screen.findByRole('region', { name: /^Questions: Advanced/ }))
    expect(card.getByText('A shop')).toBeVisible()
    expect(card.getByText('No answers yet: Si Lent')).toBeVisible()
    await press('Edit questions')
    await userEvent.click(await screen.findByRole('button', { name: 'Add a question' }))
    await fill('Question 2', 'Your goal?')
    await press('Save questions')
    await waitFor(() =>
      expect(saved.bodies).toEqual([
        {
          questions: [
            { id: 4, words: 'Your idea?', kind: 'line' },
            { id: null, words: 'Your goal?', kind: 'line' },
          ],
          deletesAnswers: false,
        },
      ]),
    )
  })
})
