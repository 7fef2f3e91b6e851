import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as dates from '@/lib/dates'
import { answerCall } from '@/test/calls'
import { makeUser } from '@/test/makers'
import { answerPortal, makeEnrolled, makeEnrolment } from '@/test/portal'
import { openApp, renderWithApp } from '@/test/render'
import { signIn } from '@/test/server'
import { OwnTime } from './own-time'

const ZONE = '/api/user/timezone'
const evening = {
  startDate: '2025-10-09T22:00:00Z',
  endDate: '2025-10-10T01:00:00Z',
  timezone: 'America/New_York',
}

beforeEach(() => {
  vi.spyOn(dates, 'viewerZone').mockReturnValue('America/Los_Angeles')
})
afterEach(() => vi.restoreAllMocks())

const shown = () => (document.body.textContent ?? '').replaceAll('\u00a0', ' ')

async function show(user?: Parameters<typeof makeUser>[0]) {
  const session = user && signIn(makeUser(user))
  renderWithApp(
    <p>
      Here: <OwnTime {...evening} />
    </p>,
  )
  if (session) await waitFor(() => expect(session.times).toBe(1))
}

describe('your time', () => {
  test('is a visitor’s browser’s, and says so', async () => {
    await show()
    await waitFor(() => expect(shown()).toContain('3:00 – 6:00 PM your time (PDT)'))
  })

  test.each([
    [
      'the zone in the profile',
      { timezone: 'Europe/London', timezoneChoice: 'chosen' },
      '11:00 PM – 2:00 AM +1 day your time (BST)',
    ],
    [
      'the browser’s while it is automatic',
      { timezone: 'Europe/London', timezoneChoice: 'automatic' },
      '3:00 – 6:00 PM your time (PDT)',
    ],
    [
      'theirs for whoever looks as somebody else',
      { timezone: 'Asia/Kolkata', timezoneChoice: 'automatic', isImpersonating: true },
      'Fri, Oct 10 at 3:30 – 6:30 AM your time (Kolkata)',
    ],
  ])('is %s', async (_, user, words) => {
    await show(user)
    await waitFor(() => expect(shown()).toContain(words))
  })

  test.each([
    ['wants each bootcamp’s own time only', { timezone: '', timezoneChoice: 'bootcamp' }],
    [
      'lives where the clocks show the same',
      { timezone: 'America/Toronto', timezoneChoice: 'chosen' },
    ],
  ])('is not said to whoever %s', async (_, user) => {
    await show(user)
    await waitFor(() => expect(shown()).not.toContain('your time'))
    expect(shown()).toContain('Here:')
  })
})

describe('the browser’s zone', () => {
  const open = async (user: Parameters<typeof makeUser>[0]) => {
    answerPortal([makeEnrolment([makeEnrolled(5)])])
    const session = signIn(makeUser(user))
    const noticed = answerCall('post', ZONE, { timezone: '', timezoneChoice: '' })
    openApp('/portal')
    await screen.findByRole('heading', { level: 1, name: 'My Bootcamps' })
    return { session, noticed }
  }

  test.each([
    ['after the first sign-in', { timezone: '', timezoneChoice: '' }],
    ['after a journey', { timezone: 'Asia/Kolkata', timezoneChoice: 'automatic' }],
  ])('is told to the server %s, once', async (_, user) => {
    const { noticed, session } = await open(user)
    await waitFor(() => expect(noticed.bodies).toEqual([{ timezone: 'America/Los_Angeles' }]))
    await waitFor(() => expect(session.times).toBe(2))
    expect(noticed.bodies).toHaveLength(1)
  })

  test.each([
    ['is known', { timezone: 'America/Los_Angeles', timezoneChoice: 'automatic' }],
    ['is not wanted', { timezone: '', timezoneChoice: 'bootcamp' }],
    ['was chosen otherwise', { timezone: 'Asia/Kolkata', timezoneChoice: 'chosen' }],
    [
      'is an admin’s who looks as somebody else',
      { timezone: '', timezoneChoice: '', isImpersonating: true },
    ],
  ])('is not told where it %s', async (_, user) => {
    const { noticed } = await open(user)
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(noticed.bodies).toEqual([])
  })
})
