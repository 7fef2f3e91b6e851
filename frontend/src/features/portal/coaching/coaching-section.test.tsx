import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { delay, HttpResponse, http } from 'msw'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as dates from '@/lib/dates'
import { answerCall, breakCall, refuseCall } from '@/test/calls'
import { makeBookedSession, makeCoachingSession } from '@/test/coaching'
import { renderWithApp } from '@/test/render'
import { answerGet, refuseGet, server } from '@/test/server'
import { CoachingSection } from './coaching-section'

const LIST = '/api/user/coaching-sessions'
const SLOTS = `${LIST}/5/slots`
const SCHEDULE = `${LIST}/5/schedule`
const RESCHEDULE = `${LIST}/5/reschedule`
const TAKEN = 'That time has just been taken. Please pick another.'
// A Friday and the Monday after it; nine and half past nine in New York.
const NINE = '2099-06-05T13:00:00Z'
const HALF_PAST = '2099-06-05T13:30:00Z'
const MONDAY = '2099-06-08T13:00:00Z'

const waiting = makeCoachingSession()
const booked = makeBookedSession()

function offer(slots: readonly string[]) {
  answerGet(SLOTS, { slots: [...slots], lengthMinutes: 60, timezone: 'America/New_York' })
}

async function open(sessions = [waiting]) {
  answerGet(LIST, sessions)
  renderWithApp(<CoachingSection />)
  await screen.findByRole('article', { name: sessions[0]?.bootcamp.name ?? '' })
}

async function openPicker(slots = [NINE, HALF_PAST, MONDAY], sessions = [waiting]) {
  offer(slots)
  await open(sessions)
  const name = sessions[0]?.status === 'scheduled' ? 'Reschedule' : 'Schedule Session'
  await userEvent.click(screen.getByRole('button', { name }))
  return screen.findByRole('dialog')
}

const time = (name: string) => screen.findByRole('radio', { name })
const actions = () =>
  [...screen.queryAllByRole('button'), ...screen.queryAllByRole('link', { name: /session/i })]
    .map((control) => control.textContent)
    .sort()

// The zone of the browser itself: nothing but this could move it.
beforeEach(() => {
  vi.spyOn(dates, 'viewerZone').mockReturnValue('America/New_York')
})

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('the list of coaching sessions', () => {
  test('a pending one can be scheduled and nothing else', async () => {
    await open()
    expect(screen.getByText('Pending')).toBeVisible()
    expect(actions()).toEqual(['Schedule Session'])
  })

  test('a scheduled one can be joined and moved', async () => {
    await open([booked])
    expect(screen.getByText('Scheduled')).toBeVisible()
    expect(screen.getByText('Jun 5 at 9:00 AM – 10:00 AM EDT')).toBeVisible()
    expect(screen.getByText('With Cora Coachman')).toBeVisible()
    expect(actions()).toEqual(['Cancel this time', 'Join Session', 'Reschedule'])
    const join = screen.getByRole('link', { name: 'Join Session' })
    expect(join).toHaveAttribute('href', 'https://meet.example.test/coach')
    expect(join).toHaveAttribute('rel', 'noopener noreferrer')
    expect(screen.getByRole('link', { name: 'Add to your calendar' })).toHaveAttribute(
      'href',
      `${LIST}/5/calendar.ics`,
    )
  })

  test('cannot be joined before its door opens, and then without a reload', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const join = {
      state: 'waiting' as const,
      opensAt: '2099-06-05T12:30:00Z',
      closesAt: '2099-06-05T14:00:00Z',
      asOf: '2099-06-05T12:28:00Z',
    }
    await open([makeBookedSession({ join, sessionUrl: null })])
    const closed = screen.getByRole('button', { name: 'Join Session' })
    expect(closed).toBeDisabled()
    expect(closed).toHaveAccessibleDescription('You can join from 30 minutes before it starts.')
    answerGet(LIST, [
      makeBookedSession({ join: { ...join, state: 'open', asOf: '2099-06-05T12:30:01Z' } }),
    ])
    await act(() => vi.advanceTimersByTimeAsync(119_000))
    expect(screen.getByRole('button', { name: 'Join Session' })).toBeDisabled()
    await act(() => vi.advanceTimersByTimeAsync(2_000))
    const way = await screen.findByRole('link', { name: 'Join Session' })
    expect(way).toHaveAttribute('href', 'https://meet.example.test/coach')
    expect(screen.queryByText('You can join from 30 minutes before it starts.')).toBeNull()
  })

  test('one that is over and not noted yet leads nowhere', async () => {
    const join = {
      state: 'ended' as const,
      opensAt: '2099-06-05T12:30:00Z',
      closesAt: '2099-06-05T14:00:00Z',
      asOf: '2099-06-05T14:00:00Z',
    }
    await open([makeBookedSession({ join, sessionUrl: null, canReschedule: false })])
    expect(screen.getByRole('button', { name: 'Join Session' })).toBeDisabled()
    expect(screen.getByText('This session has ended.')).toBeVisible()
  })

  test.each([
    ['completed', 'Completed'],
    ['no_show', 'Missed'],
    ['canceled', 'Canceled'],
  ] as const)('a %s one shows no action', async (status, label) => {
    await open([makeBookedSession({ status, sessionUrl: null, canReschedule: false })])
    expect(screen.getByText(label)).toBeVisible()
    expect(actions()).toEqual([])
    expect(screen.queryByRole('link')).not.toBeInTheDocument()
  })

  test('says until when it can be booked, and when that is over', async () => {
    await open()
    expect(screen.getByText(/by Sat, Dec 5, 2099\.$/)).toBeVisible()
  })

  test('one whose end has passed says so and offers nothing', async () => {
    await open([makeCoachingSession({ hasEnded: true })])
    expect(screen.getByText('Ended')).toBeVisible()
    expect(screen.getByText(/could be booked until Sat, Dec 5, 2099/)).toBeVisible()
    expect(actions()).toEqual([])
  })

  test('a booked time is canceled once its student has agreed', async () => {
    await open([booked])
    const canceled = answerCall('post', `${LIST}/5/cancel`, waiting)
    await userEvent.click(screen.getByRole('button', { name: 'Cancel this time' }))
    const question = await screen.findByRole('alertdialog', { name: 'Cancel this time?' })
    expect(question).toHaveTextContent(/until Sat, Dec 5, 2099\. .*1 is left afterwards/)
    expect(canceled.bodies).toEqual([])
    answerGet(LIST, [waiting])
    await userEvent.click(within(question).getByRole('button', { name: 'Cancel this time' }))
    expect(await screen.findByRole('button', { name: 'Schedule Session' })).toBeVisible()
    expect(canceled.bodies).toHaveLength(1)
  })

  test('says why a session cannot be moved', async () => {
    const refusal = 'A session can be moved until 24 hours before it starts.'
    await open([makeBookedSession({ canReschedule: false, rescheduleRefusal: refusal })])
    const button = screen.getByRole('button', { name: 'Reschedule' })
    expect(button).toBeDisabled()
    expect(button).toHaveAccessibleDescription(refusal)
    expect(screen.getByText(refusal)).toBeVisible()
  })

  test('shows the time on the bootcamp’s clock first, and on the reader’s where it differs', async () => {
    vi.spyOn(dates, 'viewerZone').mockReturnValue('Africa/Lagos')
    await open([booked])
    const first = screen.getByText('Jun 5 at 9:00 AM – 10:00 AM EDT')
    expect(first).toBeVisible()
    const second = screen.getByText('2:00 – 3:00 PM your time (WAT)')
    expect(second.parentElement).toHaveTextContent(/^Fri, Jun 5/)
    expect(first.compareDocumentPosition(second)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  })

  test('says when there is none', async () => {
    answerGet(LIST, [])
    renderWithApp(<CoachingSection />)
    await waitFor(() => expect(screen.getByText('No coaching sessions')).toBeVisible())
  })

  test('holds the place while loading', async () => {
    server.use(http.get(`*${LIST}`, () => delay('infinite')))
    renderWithApp(<CoachingSection />)
    await screen.findByText('Loading coaching sessions')
  })

  test('tries again after a failure', async () => {
    refuseGet(LIST, 500, '')
    renderWithApp(<CoachingSection />)
    const retry = await screen.findByRole('button', { name: 'Retry' })
    expect(screen.getByText("Your coaching sessions couldn't be loaded")).toBeVisible()
    answerGet(LIST, [waiting])
    await userEvent.click(retry)
    await screen.findByRole('article', { name: 'Advanced Bootcamp' })
  })
})

describe('picking a time', () => {
  test('days with free times can be chosen, the others not', async () => {
    await openPicker()
    await time('9:00 AM')
    const days = screen.getByRole('radiogroup', { name: 'Day' })
    const friday = within(days).getByRole('radio', { name: 'Friday, June 5, 2 times available' })
    expect(friday).toBeChecked()
    expect(within(days).getByRole('radio', { name: /^Saturday, June 6/ })).toBeDisabled()
    expect(screen.getByText('Jun 1 – Jun 7')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Earlier week' })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
    await userEvent.click(screen.getByRole('button', { name: 'Later week' }))
    expect(screen.getByText('Jun 8 – Jun 14')).toBeVisible()
    expect(screen.getByRole('radio', { name: 'Monday, June 8, 1 time available' })).toBeChecked()
    expect(screen.getByRole('button', { name: 'Later week' })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
  })

  test('nothing is booked before it is confirmed', async () => {
    const scheduled = answerCall('post', SCHEDULE, booked)
    const dialog = await openPicker()
    expect(dialog).toHaveAccessibleName('Schedule Session')
    const confirm = await screen.findByRole('button', { name: 'Confirm time' })
    expect(confirm).toBeDisabled()
    await userEvent.click(await time('9:00 AM'))
    expect(screen.getByText('Friday, Jun 5 at 9:00 AM – 10:00 AM EDT')).toBeVisible()
    expect(scheduled.bodies).toEqual([])
    answerGet(LIST, [booked])
    await userEvent.click(confirm)
    await waitFor(() => expect(screen.getByText('Session scheduled')).toBeVisible())
    expect(scheduled.bodies).toEqual([{ startsAt: NINE, timezone: 'America/New_York' }])
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(actions()).toContain('Reschedule')
  })

  test('a window whose booking is under way stays, and shows the refusal', async () => {
    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    server.use(
      http.post(`*${SCHEDULE}`, async () => {
        await answered
        return HttpResponse.json({ message: TAKEN, fields: {} }, { status: 409 })
      }),
    )
    const dialog = await openPicker()
    await userEvent.click(await time('9:00 AM'))
    await userEvent.click(screen.getByRole('button', { name: 'Confirm time' }))
    await userEvent.keyboard('{Escape}')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }))
    expect(dialog).toBeVisible()
    answer()
    expect(await within(dialog).findByText(TAKEN)).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  })

  test('can be done with the keyboard alone', async () => {
    const scheduled = answerCall('post', SCHEDULE, booked)
    await openPicker()
    ;(await time('9:00 AM')).focus()
    await userEvent.keyboard(' {ArrowRight>}')
    await waitFor(() => expect(screen.getByRole('radio', { name: '9:30 AM' })).toBeChecked())
    screen.getByRole('button', { name: 'Confirm time' }).focus()
    await userEvent.keyboard('{Enter}')
    await waitFor(() =>
      expect(scheduled.bodies).toEqual([{ startsAt: HALF_PAST, timezone: 'America/New_York' }]),
    )
  })

  test('a time that is gone is said in the server’s words, and fresh times are shown', async () => {
    refuseCall('post', SCHEDULE, 409, TAKEN)
    await openPicker()
    await userEvent.click(await time('9:00 AM'))
    offer([HALF_PAST, MONDAY])
    await userEvent.click(screen.getByRole('button', { name: 'Confirm time' }))
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(TAKEN))
    await waitFor(() =>
      expect(screen.queryByRole('radio', { name: '9:00 AM' })).not.toBeInTheDocument(),
    )
    expect(screen.getByRole('button', { name: 'Confirm time' })).toBeDisabled()
    // Picking another takes the notice away.
    await userEvent.click(await time('9:30 AM'))
    expect(screen.getByRole('alert', { hidden: true })).toBeEmptyDOMElement()
  })

  test('a broken server leaves the choice as it was', async () => {
    breakCall('post', SCHEDULE)
    await openPicker()
    await userEvent.click(await time('9:00 AM'))
    await userEvent.click(screen.getByRole('button', { name: 'Confirm time' }))
    await waitFor(() =>
      expect(screen.getByRole('alert')).toHaveTextContent(
        "We couldn't book the session. Please try again.",
      ),
    )
    expect(screen.getByRole('radio', { name: '9:00 AM' })).toBeChecked()
  })

  test('a booked session is moved', async () => {
    const moved = answerCall(
      'post',
      RESCHEDULE,
      makeBookedSession({ scheduledDate: MONDAY, endDate: '2099-06-08T14:00:00Z' }),
    )
    const dialog = await openPicker([MONDAY], [booked])
    expect(dialog).toHaveAccessibleName('Reschedule Session')
    await userEvent.click(await time('9:00 AM'))
    await userEvent.click(screen.getByRole('button', { name: 'Confirm new time' }))
    await waitFor(() => expect(screen.getByText('Session rescheduled')).toBeVisible())
    expect(moved.bodies).toEqual([{ startsAt: MONDAY, timezone: 'America/New_York' }])
  })

  test('times are the reader’s own and can be shown in the bootcamp’s zone', async () => {
    vi.spyOn(dates, 'viewerZone').mockReturnValue('Australia/Sydney')
    await openPicker()
    await time('11:00 PM')
    expect(screen.getByText('Australia/Sydney')).toBeVisible()
    expect(screen.getByText(/, your time zone$/)).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Show in America/New York' }))
    expect(await time('9:00 AM')).toBeInTheDocument()
    expect(screen.getByText(/, the bootcamp's time zone$/)).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Show in Australia/Sydney' }))
    expect(await time('11:30 PM')).toBeInTheDocument()
  })

  test('a reader in the bootcamp’s own zone is not offered another', async () => {
    await openPicker()
    await time('9:00 AM')
    expect(screen.queryByRole('button', { name: /^Show in/ })).not.toBeInTheDocument()
  })

  test('says when nothing is free', async () => {
    await openPicker([])
    await waitFor(() =>
      expect(screen.getByText('No times available in the next six weeks')).toBeVisible(),
    )
    expect(screen.getByRole('link', { name: 'Contact us' })).toHaveAttribute(
      'href',
      expect.stringMatching(/^mailto:/),
    )
    expect(screen.queryByRole('button', { name: /^Confirm/ })).not.toBeInTheDocument()
  })

  test('holds the place while the times are loading', async () => {
    server.use(http.get(`*${SLOTS}`, () => delay('infinite')))
    await open()
    await userEvent.click(screen.getByRole('button', { name: 'Schedule Session' }))
    await screen.findByText('Loading available times')
  })

  test('tries again when the times could not be loaded', async () => {
    refuseGet(SLOTS, 409, 'This session is over.')
    await open()
    await userEvent.click(screen.getByRole('button', { name: 'Schedule Session' }))
    const retry = await screen.findByRole('button', { name: 'Retry' })
    expect(screen.getByText('This session is over.')).toBeVisible()
    offer([NINE])
    await userEvent.click(retry)
    expect(await time('9:00 AM')).toBeInTheDocument()
  })
})
