import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import type { SessionUser } from '@/api/types'
import { makeEntry } from '@/test/billing'
import { answerCall, refuseCall } from '@/test/calls'
import { makeCoachingSession } from '@/test/coaching'
import { makeUser } from '@/test/makers'
import {
  answerPortal,
  findNextSession,
  makeEnrolled,
  makeEnrollment,
  openPortal,
  watchLeaving,
} from '@/test/portal'
import { openApp } from '@/test/render'
import { answerGet, refuseGet, server, signIn, untilAnswered } from '@/test/server'

const PROFILE = '/api/user/profile'
const OUT = "You've been signed out."

const ada = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.test',
  username: 'ada',
  phone: '',
  timezone: '',
  emailVerified: true,
}

/** The server no longer knows this browser: whatever is asked from now on, it says so. */
function loseSession() {
  server.use(
    http.all(`${window.location.origin}/api/*`, () =>
      HttpResponse.json({ message: 'Please sign in.', fields: {} }, { status: 401 }),
    ),
  )
}

/** Signed in by the word of the server, and refused by it from the next question on. */
function loseSessionAs(user: SessionUser) {
  loseSession()
  signIn(user)
}

const findNotice = () => screen.findByRole('dialog', { name: OUT })
const signInLinks = () =>
  screen
    .getAllByRole('link', { name: 'Sign in', hidden: true })
    .map((link) => link.getAttribute('href'))

async function expectSignedOut(address: string) {
  const notice = await findNotice()
  const back = `/auth/login?${new URLSearchParams({ returnTo: address })}`
  expect(within(notice).getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', back)
  expect(new Set(signInLinks())).toEqual(new Set([back]))
  expect(screen.queryByRole('link', { name: 'Logout', hidden: true })).not.toBeInTheDocument()
  // Whatever is still on its way is refused as well, and none of it may offer what cannot help.
  await untilAnswered()
  expect(screen.queryByRole('button', { name: 'Retry', hidden: true })).not.toBeInTheDocument()
  expect(screen.queryByText('Unauthorized')).not.toBeInTheDocument()
}

describe('a page that finds the session over', () => {
  test.each(['/portal/billing', '/portal/billing/7', '/profile'])(
    '%s says so, and where to sign in again',
    async (address) => {
      loseSessionAs(makeUser())
      const { router } = openApp(address)
      await expectSignedOut(address)
      await userEvent.keyboard('{Escape}')
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
      expect(screen.getByRole('complementary', { name: 'Signed out' })).toBeVisible()
      expect(screen.getByRole('alert')).toHaveTextContent(OUT)
      expect(router.state.location.pathname).toBe(address)
    },
  )

  test.each([
    '/admin',
    '/admin/bootcamps',
    '/admin/bootcamps/7',
    '/admin/bundles',
    '/admin/users',
    '/admin/users/7',
    '/admin/purchases?status=refunded',
    '/admin/purchases/41',
    '/admin/communications',
    '/admin/coaching',
    '/admin/statistics',
    '/admin/audit',
    '/admin/reconciliation',
  ])('%s says so, and where to sign in again', async (address) => {
    // Putting what is over into the archive is refused as well, which is written down.
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    loseSessionAs(makeUser({ role: 'ADMIN' }))
    openApp(address)
    await expectSignedOut(address)
  })

  test('/admin of somebody who is no admin says so too', async () => {
    loseSessionAs(makeUser())
    openApp('/admin')
    await expectSignedOut('/admin')
  })

  test('/portal that shows nothing yet is taken to sign in, as a visitor is', async () => {
    const assign = watchLeaving()
    loseSessionAs(makeUser())
    openApp('/portal')
    expect(await screen.findByText('Unauthorized')).toBeVisible()
    await waitFor(() =>
      expect(assign).toHaveBeenCalledExactlyOnceWith('/api/login?returnTo=%2Fportal&choose=true'),
    )
    expect(screen.queryByText(OUT)).not.toBeInTheDocument()
  })
})

describe('a session that ends under an open page', () => {
  test('is told at a click in the portal, and the portal stays', async () => {
    const assign = watchLeaving()
    answerPortal([makeEnrollment([makeEnrolled(10)])])
    await openPortal()
    const next = within(await findNextSession())
    const tab = { opener: window, close: vi.fn() }
    vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window)
    loseSession()
    await userEvent.click(next.getByRole('button', { name: 'Join' }))
    await expectSignedOut('/portal')
    expect(tab.close).toHaveBeenCalled()
    await userEvent.click(within(await findNotice()).getByRole('button', { name: 'Close' }))
    expect(screen.getByRole('region', { name: 'Your next session' })).toBeVisible()
    expect(assign).not.toHaveBeenCalled()
  })

  test('is told over the window in which a coaching time is picked', async () => {
    answerPortal([makeEnrollment([makeEnrolled(10)])])
    answerGet('/api/user/coaching-sessions', [makeCoachingSession()])
    await openPortal()
    const schedule = await screen.findByRole('button', { name: 'Schedule Session' })
    loseSession()
    await userEvent.click(schedule)
    await expectSignedOut('/portal')
    await userEvent.keyboard('{Escape}')
    // Only the notice is gone. The window below it says the same where its times would be.
    const picker = within(await screen.findByRole('dialog', { name: 'Schedule Session' }))
    expect(await picker.findByRole('alert')).toHaveTextContent(OUT)
    expect(picker.getByRole('link', { name: 'Sign in' })).toBeVisible()
  })

  async function saveProfileSignedOut() {
    signIn(makeUser())
    answerGet(PROFILE, ada)
    openApp('/profile')
    const name = await screen.findByLabelText('First name')
    await userEvent.clear(name)
    await userEvent.click(name)
    await userEvent.paste('Augusta')
    refuseCall('patch', PROFILE, 401, 'Please sign in.')
    await userEvent.click(screen.getByRole('button', { name: 'Save Changes' }))
    const notice = await findNotice()
    return { name, notice }
  }

  test('keeps what was typed into a form, and says how not to lose it', async () => {
    const { name, notice } = await saveProfileSignedOut()
    expect(within(notice).getByText(/What you typed is still here, but not saved/)).toBeVisible()
    const newTab = within(notice).getByRole('link', { name: 'Sign in in a new tab' })
    expect(newTab).toHaveAttribute('href', '/auth/login?returnTo=%2Fprofile')
    expect(newTab).toHaveAttribute('target', '_blank')
    // The refusal's own toast would only say less.
    expect(screen.queryByText('Please sign in.')).not.toBeInTheDocument()
    await userEvent.keyboard('{Escape}')
    expect(name).toBeVisible()
    expect(name).toHaveValue('Augusta')

    // Pressed once more, it is told once more.
    await userEvent.click(screen.getByRole('button', { name: 'Save Changes' }))
    expect(await findNotice()).toBeVisible()
    expect(name).toHaveValue('Augusta')
  })

  test('goes on where it stopped when the same person signs in in another tab', async () => {
    const { name } = await saveProfileSignedOut()
    signIn(makeUser())
    const saved = answerCall('patch', PROFILE, { ...ada, firstName: 'Augusta' })
    window.dispatchEvent(new Event('focus'))
    expect(await screen.findByText("You're signed in again.")).toBeVisible()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(screen.queryByText(OUT)).not.toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Logout' })).toBeVisible()
    expect(name).toHaveValue('Augusta')
    await userEvent.click(screen.getByRole('button', { name: 'Save Changes' }))
    expect(await screen.findByText('Profile saved')).toBeVisible()
    expect(saved.bodies).toEqual([expect.objectContaining({ firstName: 'Augusta' })])
  })

  test('shows nothing of it to somebody else who signs in in another tab', async () => {
    const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined)
    await saveProfileSignedOut()
    signIn(makeUser({ id: 2, firstName: 'Grace' }))
    window.dispatchEvent(new Event('focus'))
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
  })

  test('stays told while nobody has signed in again', async () => {
    await saveProfileSignedOut()
    refuseGet('/api/auth/user', 401, 'Please sign in.')
    window.dispatchEvent(new Event('focus'))
    await untilAnswered()
    expect(screen.getByRole('dialog', { name: OUT })).toBeVisible()
  })

  test('loads what had failed, once somebody is back', async () => {
    loseSessionAs(makeUser())
    openApp('/portal/billing')
    await findNotice()
    server.resetHandlers()
    signIn(makeUser())
    answerGet('/api/user/billing', [makeEntry()])
    window.dispatchEvent(new Event('focus'))
    expect(await screen.findByRole('heading', { name: 'Beginner Bootcamp' })).toBeVisible()
    expect(screen.queryByText(OUT)).not.toBeInTheDocument()
  })
})

test('a server in trouble does not take an open page away', async () => {
  signIn(makeUser())
  answerGet(PROFILE, ada)
  openApp('/profile')
  const name = await screen.findByLabelText('First name')
  await userEvent.clear(name)
  await userEvent.click(name)
  await userEvent.paste('Augusta')
  answerCall('patch', PROFILE, { ...ada, firstName: 'Augusta' })
  // Asked after each saving, because the greeting may have changed.
  const asked = refuseGet('/api/auth/user', 503, 'Briefly away.')
  await userEvent.click(screen.getByRole('button', { name: 'Save Changes' }))
  await waitFor(() => expect(asked.times).toBe(1))
  await untilAnswered()
  expect(screen.getByLabelText('First name')).toHaveValue('Augusta')
  expect(screen.queryByText(OUT)).not.toBeInTheDocument()
})
