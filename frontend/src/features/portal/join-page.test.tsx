import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, type Mock, test } from 'vitest'
import type { components } from '@/api/schema'
import { formatRange, viewerZone } from '@/lib/dates'
import { answerCall, breakCall, refuseCall } from '@/test/calls'
import { makeEnrolled, watchLeaving } from '@/test/portal'
import { failToRefresh, openApp } from '@/test/render'

type Session = components['schemas']['JoinPageOut']

const LOOK = '/api/join/look'
const JOIN = '/api/join'
const TOKEN = '12-3.abc_DEF-9'
const MEETING = 'https://zoom.example.test/j/1'
const GETS_IN = 'You can join Thu, Nov 19 from 5:30 PM EST (11:30 PM your time).'
const REFUNDED = 'This purchase was refunded on Nov 15, 2026, so the session is closed to it.'

let assign: Mock

beforeEach(() => {
  assign = watchLeaving()
})

function makeSession(startsIn: number, given: Partial<Session> = {}): Session {
  const { name, startDate, endDate, timezone, seatNumber, join } = makeEnrolled(startsIn)
  return {
    name,
    startDate,
    endDate,
    timezone,
    seatNumber,
    hasAccount: false,
    join,
    classChange: null,
    linkTest: { testedAt: null, getsIn: GETS_IN, clockNote: '' },
    questions: { questions: [], canAnswer: true, until: startDate },
    ...given,
  }
}

const joinButton = () => screen.getByRole('button', { name: 'Join' })

describe('the page of a join link', () => {
  test('shows the session to whoever holds the link, and looking joins nothing', async () => {
    const session = makeSession(40)
    const looked = answerCall('post', LOOK, session)
    openApp(`/join/${TOKEN}`)
    await waitFor(() =>
      expect(screen.getByRole('heading', { level: 1, name: 'Beginner Bootcamp' })).toBeVisible(),
    )
    expect(looked.bodies).toEqual([{ token: TOKEN, timezone: viewerZone() }])
    const { startDate, endDate, timezone } = session
    expect(screen.getByText(formatRange(startDate, endDate, timezone))).toBeVisible()
    expect(screen.getByText('Seat 7')).toBeVisible()
    expect(joinButton()).toBeDisabled()
    expect(screen.getByText(/^Opens in \d\d:\d\d$/)).toBeVisible()
    expect(screen.getByRole('link', { name: 'Check camera and sound' })).toBeVisible()
    await waitFor(() => expect(document.title).toBe('Join Your Session · Build Lab'))
    expect(assign).not.toHaveBeenCalled()
  })

  test('one tap leads to the meeting', async () => {
    answerCall('post', LOOK, makeSession(5))
    const clicked = answerCall('post', JOIN, { url: MEETING })
    openApp(`/join/${TOKEN}`)
    await waitFor(() => expect(joinButton()).toBeEnabled())
    expect(screen.getByText(/^Starts in 0\d:\d\d$/)).toBeVisible()
    await userEvent.click(joinButton())
    await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith(MEETING))
    expect(clicked.bodies).toEqual([{ token: TOKEN }])
  })

  test('a refresh that fails leaves the button and a typed answer where they are', async () => {
    const question = { id: 4, words: 'What will you build?', kind: 'line' as const }
    const questions = {
      questions: [{ ...question, answer: '' }],
      canAnswer: true,
      until: new Date(Date.now() + 300_000).toISOString(),
    }
    answerCall('post', LOOK, makeSession(5, { questions }))
    openApp(`/join/${TOKEN}`)
    await waitFor(() => expect(joinButton()).toBeEnabled())
    await userEvent.type(screen.getByRole('textbox'), 'A bakery app')
    await failToRefresh()
    expect(joinButton()).toBeEnabled()
    expect(screen.getByRole('textbox')).toHaveValue('A bakery app')
  })

  test('says that it has started, and when it is over', async () => {
    answerCall('post', LOOK, makeSession(-5))
    const { unmount } = openApp(`/join/${TOKEN}`)
    await waitFor(() => expect(screen.getByText("We're live. Come on in!")).toBeVisible())
    unmount()
    answerCall('post', LOOK, makeSession(-300))
    openApp(`/join/${TOKEN}`)
    await waitFor(() =>
      expect(screen.getByRole('status')).toHaveTextContent('This session has ended.'),
    )
    expect(screen.queryByRole('button', { name: 'Join' })).not.toBeInTheDocument()
  })

  test('leads whoever has an account to the portal', async () => {
    answerCall('post', LOOK, makeSession(5, { hasAccount: true }))
    openApp(`/join/${TOKEN}`)
    await waitFor(() =>
      expect(screen.getByRole('link', { name: 'your portal' })).toHaveAttribute('href', '/portal'),
    )
  })

  test.each([
    [403, REFUNDED],
    [404, "This join link doesn't work. Open the latest link in your email, or sign in."],
    [410, 'This link ended with its session.'],
  ])('a link that opens nothing (%i) says why', async (status, why) => {
    refuseCall('post', LOOK, status, why)
    openApp(`/join/${TOKEN}`)
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(why))
    expect(screen.getByRole('heading', { name: "This join link doesn't work" })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Join' })).not.toBeInTheDocument()
  })

  test('a refund while the page is open stops the click and says why', async () => {
    answerCall('post', LOOK, makeSession(5))
    openApp(`/join/${TOKEN}`)
    await waitFor(() => expect(joinButton()).toBeEnabled())
    refuseCall('post', JOIN, 403, REFUNDED)
    refuseCall('post', LOOK, 403, REFUNDED)
    await userEvent.click(joinButton())
    await waitFor(() =>
      expect(screen.getByRole('heading', { name: "This join link doesn't work" })).toBeVisible(),
    )
    expect(screen.getByRole('alert')).toHaveTextContent(REFUNDED)
    expect(assign).not.toHaveBeenCalled()
  })

  test('a meeting that is not ready yet keeps the page and its door', async () => {
    const why = 'The meeting is not ready yet. Please stay on this page and try again in a minute.'
    answerCall('post', LOOK, makeSession(5))
    refuseCall('post', JOIN, 409, why)
    openApp(`/join/${TOKEN}`)
    await waitFor(() => expect(joinButton()).toBeEnabled())
    await userEvent.click(joinButton())
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(why))
    expect(joinButton()).toBeEnabled()
  })

  test('a server that is away can be asked again', async () => {
    breakCall('post', LOOK)
    openApp(`/join/${TOKEN}`)
    await waitFor(() =>
      expect(screen.getByRole('heading', { name: "The session couldn't be loaded" })).toBeVisible(),
    )
    answerCall('post', LOOK, makeSession(5))
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(joinButton()).toBeEnabled())
  })
})
