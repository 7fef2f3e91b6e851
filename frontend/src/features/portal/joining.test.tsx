import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, type Mock, test, vi } from 'vitest'
import { answerCall, breakCall, refuseCall } from '@/test/calls'
import {
  AS_OF,
  answerPortal,
  findNextSession,
  makeEnrolled,
  makeEnrollment,
  openPortal,
  watchLeaving,
  watchTab,
} from '@/test/portal'

const JOIN = '/api/user/bootcamps/1/join'
const MEETING = 'https://zoom.example.test/j/1'
const DAYS = 24 * 60
const REFUNDED = 'This purchase was refunded on Nov 15, 2026, so the session is closed to it.'

let assign: Mock

const { matchMedia } = window

function pointWith(pointer: 'mouse' | 'finger') {
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => {
    const answer = matchMedia.call(window, query)
    if (query !== '(pointer: fine)') return answer
    return Object.defineProperty(answer, 'matches', { value: pointer === 'mouse' })
  })
}

beforeEach(() => {
  pointWith('finger')
  assign = watchLeaving()
})

describe('joining', () => {
  test('the soonest session stands on top, with a countdown and a closed door', async () => {
    answerPortal([
      makeEnrollment([makeEnrolled(9 * DAYS, { id: 2, name: 'Later' })], { id: 1 }),
      makeEnrollment([makeEnrolled(31.5)], { id: 2 }),
    ])
    await openPortal()
    const top = await findNextSession()
    expect(within(top).getByRole('heading', { name: 'Beginner Bootcamp' })).toBeVisible()
    expect(within(top).getByRole('button', { name: 'Join' })).toBeDisabled()
    expect(within(top).getByText(/^Opens in 0[01]:\d\d$/)).toBeVisible()
    expect(within(top).getByRole('status')).toHaveTextContent(/^Opens in less than/)
    expect(within(top).getByRole('link', { name: 'Check camera and sound' })).toHaveAttribute(
      'href',
      'https://zoom.us/test',
    )
  })

  test('the door opens by itself at its second', async () => {
    const soon = makeEnrolled(30)
    soon.join.opensAt = new Date(Date.parse(AS_OF) + 4000).toISOString()
    answerPortal([makeEnrollment([soon])])
    await openPortal()
    const top = await findNextSession()
    expect(within(top).getByRole('button', { name: 'Join' })).toBeDisabled()
    await waitFor(() => expect(within(top).getByRole('button', { name: 'Join' })).toBeEnabled())
    expect(within(top).getByRole('status')).toHaveTextContent('You can join now.')
  })

  test('two sessions at once: the first has the big door, the other its own', async () => {
    answerPortal([
      makeEnrollment([makeEnrolled(5)], { id: 1 }),
      makeEnrollment([makeEnrolled(20, { id: 2, name: 'Second' })], { id: 2 }),
    ])
    answerCall('post', '/api/user/bootcamps/2/join', { url: MEETING })
    await openPortal()
    await findNextSession()
    expect(screen.queryByRole('button', { name: 'Join Beginner Bootcamp' })).not.toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Join Second' }))
    await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith(MEETING))
  })

  test('a click goes to the meeting the server names', async () => {
    answerPortal([makeEnrollment([makeEnrolled(5)])])
    const { bodies } = answerCall('post', JOIN, { url: MEETING })
    await openPortal()
    await userEvent.click(within(await findNextSession()).getByRole('button', { name: 'Join' }))
    await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith(MEETING))
    expect(bodies).toHaveLength(1)
  })

  test('at a desk the meeting has a tab of its own, and the workbook stays', async () => {
    pointWith('mouse')
    answerPortal([makeEnrollment([makeEnrolled(5)])])
    answerCall('post', JOIN, { url: MEETING })
    const tab = watchTab()
    await openPortal()
    await userEvent.click(within(await findNextSession()).getByRole('button', { name: 'Join' }))
    await waitFor(() => expect(tab.location.replace).toHaveBeenCalledExactlyOnceWith(MEETING))
    expect(tab.opener).toBeNull()
    expect(assign).not.toHaveBeenCalled()
  })

  test('after a refund the next click is refused, the page says why and loads anew', async () => {
    answerPortal([makeEnrollment([makeEnrolled(5)])])
    await openPortal()
    const button = within(await findNextSession()).getByRole('button', { name: 'Join' })
    refuseCall('post', JOIN, 403, REFUNDED)
    answerPortal([makeEnrollment([makeEnrolled(5)], { status: 'refunded', closedBecause: 'x' })])
    await userEvent.click(button)
    await waitFor(() => expect(screen.getByText(REFUNDED)).toBeVisible())
    await waitFor(() => expect(screen.getByText('Your front-row seat is waiting')).toBeVisible())
    expect(screen.getByText(REFUNDED).closest('[role=alert]')).toHaveFocus()
    expect(screen.queryByRole('button', { name: /Join/ })).not.toBeInTheDocument()
    expect(assign).not.toHaveBeenCalled()
  })

  test('a broken line is told as such and the door stays', async () => {
    answerPortal([makeEnrollment([makeEnrolled(5)])])
    breakCall('post', JOIN)
    await openPortal()
    await userEvent.click(within(await findNextSession()).getByRole('button', { name: 'Join' }))
    await waitFor(() =>
      expect(
        screen.getByText("We couldn't open that. Check your connection and try again."),
      ).toBeVisible(),
    )
    expect(within(await findNextSession()).getByRole('button', { name: 'Join' })).toBeEnabled()
  })

  test('who went in early has joined, and attends once there within the hours', async () => {
    answerPortal([makeEnrollment([makeEnrolled(20, { joinedAt: AS_OF })])])
    await openPortal()
    await waitFor(() => expect(screen.getByText('Joined')).toBeVisible())
    expect(screen.queryByText('Attended')).not.toBeInTheDocument()
  })

  test('who has attended is not called joined', async () => {
    answerPortal([makeEnrollment([makeEnrolled(-20, { joinedAt: AS_OF, attendedAt: AS_OF })])])
    await openPortal()
    await waitFor(() => expect(screen.getByText('Attended')).toBeVisible())
    expect(screen.queryByText('Joined')).not.toBeInTheDocument()
  })

  test('a session that is over is not joined any more', async () => {
    answerPortal([makeEnrollment([makeEnrolled(-10 * DAYS, { joinedAt: AS_OF })])])
    await openPortal()
    await waitFor(() => expect(screen.getByText('Active')).toBeVisible())
    expect(screen.queryByText('Joined')).not.toBeInTheDocument()
  })

  test('a session that is over offers its recording instead', async () => {
    const over = makeEnrolled(-10 * DAYS, {
      attendedAt: AS_OF,
      recordingUrl: 'https://video.example.test/1',
    })
    answerPortal([makeEnrollment([over])])
    const tab = watchTab()
    answerCall('post', '/api/user/bootcamps/1/recording', { url: 'https://video.example.test/1' })
    await openPortal()
    await waitFor(() => expect(screen.getByText('Attended')).toBeVisible())
    expect(screen.queryByRole('region', { name: 'Your next session' })).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: /^Add to calendar/ })).not.toBeInTheDocument()
    await userEvent.click(
      screen.getByRole('button', { name: 'Watch the recording of Beginner Bootcamp' }),
    )
    await waitFor(() =>
      expect(tab.location.replace).toHaveBeenCalledExactlyOnceWith('https://video.example.test/1'),
    )
    expect(tab.opener).toBeNull()
  })

  test('a session that is over and has no recording yet says so', async () => {
    answerPortal([makeEnrollment([makeEnrolled(-10 * DAYS)])])
    await openPortal()
    await waitFor(() =>
      expect(
        screen.getByText("This session has ended. The recording will appear here once it's ready."),
      ).toBeVisible(),
    )
  })
})
