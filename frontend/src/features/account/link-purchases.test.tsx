import { fireEvent, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { answerCall, breakCall, refuseCall } from '@/test/calls'
import { makeUser } from '@/test/makers'
import { answerLinking, keepInvitation } from '@/test/purchases'
import { openApp } from '@/test/render'
import { answerGet, signIn } from '@/test/server'
import { passTime, staysAt, stopTime, untilTrue } from '@/test/timing'

const LINK = '/api/complete-account-creation'

beforeEach(() => {
  answerGet('/api/auth/methods', { openid: false, openidName: '', google: false })
  keepInvitation()
})

const shows = (text: string) => screen.queryByText(text) !== null
const stored = () =>
  ['account_invitation_token', 'guest_email'].map((key) => sessionStorage.getItem(key))
const KEPT = ['token', 'guest@example.test']

describe.each(['login', 'register'])(
  'someone signed in with an invitation, on /auth/%s',
  (page) => {
    const button = () => screen.getByRole('button', { name: 'Link My Purchases' })

    async function openLinking(user = makeUser()) {
      signIn(user)
      const app = openApp(`/auth/${page}`)
      await screen.findByRole('heading', { level: 1, name: 'Link Your Purchases' })
      return app
    }

    test('sees whose account it is and whose purchases they are, and nothing happens by itself', async () => {
      const { bodies } = answerLinking()
      await openLinking()
      expect(screen.getByText(/You're already logged in as/)).toHaveTextContent(
        "You're already logged in as ada@example.test. We found purchases for guest@example.test.",
      )
      expect(screen.getByText(/These are two different email addresses/)).toBeVisible()
      expect(screen.getByRole('link', { name: 'Back to home' })).toHaveAttribute('href', '/home')
      expect(screen.getByRole('link', { name: 'Use another account' })).toHaveAttribute(
        'href',
        '/api/logout?returnTo=%2Fauth%2Flogin',
      )
      expect(bodies).toEqual([])
    })

    test('hears nothing of two addresses when it is one', async () => {
      await openLinking(makeUser({ email: 'Guest@example.test' }))
      expect(screen.queryByText(/two different email addresses/)).not.toBeInTheDocument()
    })

    test('links, is told so, and goes to the portal after 1.5 s', async () => {
      const { bodies } = answerLinking()
      const { router } = await openLinking()
      stopTime()
      fireEvent.click(button())
      expect(screen.getByRole('button', { name: 'Linking Purchases...' })).toBeVisible()
      await untilTrue(() => shows('Purchases Linked Successfully!'))
      expect(bodies).toEqual([{ invitationToken: 'token' }])
      expect(stored()).toEqual([null, null])
      passTime(1499)
      expect(await staysAt(router, `/auth/${page}`)).toBe(true)
      passTime(1)
      await untilTrue(() => router.state.location.pathname === '/portal')
    })

    test("stays with the server's words when it is refused", async () => {
      refuseCall('post', LINK, 410, 'This invitation is no longer valid.')
      const { router } = await openLinking()
      await userEvent.click(button())
      expect(await screen.findByText('Account Linking Failed')).toBeVisible()
      expect(screen.getByText('This invitation is no longer valid.')).toBeVisible()
      expect(router.state.location.pathname).toBe(`/auth/${page}`)
      expect(stored()).toEqual(KEPT)
      expect(button()).not.toHaveAttribute('aria-busy')
    })

    test('has words of its own when the server had none', async () => {
      breakCall('post', LINK)
      await openLinking()
      await userEvent.click(button())
      expect(
        await screen.findByText('Failed to link your purchases. Please contact support.'),
      ).toBeVisible()
    })
  },
)

describe('signing in with an invitation', () => {
  const REFUSED = 'Login worked, but linking your purchases had an issue. Please contact support.'

  async function signInWithPassword(at = '/auth/login') {
    const app = openApp(at)
    await screen.findByRole('heading', { level: 1, name: 'Sign In' })
    await userEvent.type(screen.getByLabelText('Password'), 'correct horse')
    signIn(makeUser())
    stopTime()
    fireEvent.click(screen.getByRole('button', { name: 'Sign In' }))
    return app
  }

  test('links the purchases, forgets the invitation and goes to the portal after 1.5 s', async () => {
    answerCall('post', '/api/auth/login', { next: 'done' })
    const { bodies } = answerLinking()
    const { router } = await signInWithPassword('/auth/login?returnTo=%2Fhome')
    await untilTrue(() => shows('Login Successful!'))
    expect(bodies).toEqual([{ invitationToken: 'token' }])
    expect(stored()).toEqual([null, null])
    passTime(1499)
    expect(await staysAt(router, '/auth/login')).toBe(true)
    passTime(1)
    await untilTrue(() => router.state.location.pathname === '/portal')
  })

  test('goes to the portal with a warning when linking fails, and keeps the invitation', async () => {
    answerCall('post', '/api/auth/login', { next: 'done' })
    refuseCall('post', LINK, 410, 'This invitation is no longer valid.')
    const { router } = await signInWithPassword()
    await untilTrue(() => shows('Login Successful'))
    expect(screen.getByText(REFUSED)).toBeVisible()
    expect(stored()).toEqual(KEPT)
    passTime(1500)
    await untilTrue(() => router.state.location.pathname === '/portal')
  })

  test('keeps the invitation through the second factor', async () => {
    answerCall('post', '/api/auth/login', { next: 'second_factor' })
    answerCall('post', '/api/auth/second-factor', { next: 'done' })
    const { bodies } = answerLinking()
    const { router } = openApp('/auth/login')
    await screen.findByRole('heading', { level: 1, name: 'Sign In' })
    await userEvent.type(screen.getByLabelText('Password'), 'correct horse')
    await userEvent.click(screen.getByRole('button', { name: 'Sign In' }))
    await userEvent.type(await screen.findByLabelText('Code'), '123456')
    expect(bodies).toEqual([])
    signIn(makeUser())
    stopTime()
    fireEvent.click(screen.getByRole('button', { name: 'Continue' }))
    await untilTrue(() => shows('Login Successful!'))
    expect(bodies).toEqual([{ invitationToken: 'token' }])
    passTime(1500)
    await untilTrue(() => router.state.location.pathname === '/portal')
  })
})

describe('registering with an invitation', () => {
  async function register() {
    answerCall('post', '/api/auth/register', { next: 'done' })
    const app = openApp('/auth/register')
    await screen.findByRole('heading', { level: 1, name: 'Create Account' })
    for (const [label, value] of [
      ['Username', 'grace'],
      ['Password', 'correct horse'],
      ['Confirm password', 'correct horse'],
    ] as const) {
      await userEvent.type(screen.getByLabelText(label), value)
    }
    signIn(makeUser({ email: 'guest@example.test' }))
    stopTime()
    fireEvent.click(screen.getByRole('button', { name: 'Create Account' }))
    return app
  }

  test('links the purchases and goes to the portal after 1.5 s; the address stays locked', async () => {
    const { bodies } = answerLinking()
    const { router } = await register()
    await untilTrue(() => shows('Account Created Successfully!'))
    expect(bodies).toEqual([{ invitationToken: 'token' }])
    expect(stored()).toEqual([null, null])
    expect(screen.getByLabelText('Email')).toHaveAttribute('readonly')
    passTime(1499)
    expect(await staysAt(router, '/auth/register')).toBe(true)
    passTime(1)
    await untilTrue(() => router.state.location.pathname === '/portal')
  })

  test('goes to the portal with a warning when linking fails, and keeps the invitation', async () => {
    breakCall('post', LINK)
    const { router } = await register()
    await untilTrue(() => shows('Account Created'))
    expect(
      screen.getByText(
        'Your account was created, but linking your purchases had an issue. Please contact support.',
      ),
    ).toBeVisible()
    expect(stored()).toEqual(KEPT)
    passTime(1500)
    await untilTrue(() => router.state.location.pathname === '/portal')
  })

  test('does not link for an account that was refused', async () => {
    const { bodies } = answerLinking()
    refuseCall('post', '/api/auth/register', 409, 'That username is already taken.')
    openApp('/auth/register')
    await screen.findByRole('heading', { level: 1, name: 'Create Account' })
    await userEvent.type(screen.getByLabelText('Username'), 'grace')
    await userEvent.type(screen.getByLabelText('Password'), 'correct horse')
    await userEvent.type(screen.getByLabelText('Confirm password'), 'correct horse')
    await userEvent.click(screen.getByRole('button', { name: 'Create Account' }))
    expect(await screen.findByText('Registration Failed')).toBeVisible()
    expect(bodies).toEqual([])
    expect(stored()).toEqual(KEPT)
  })
})

test.each(['login', 'register'])(
  'providers on /auth/%s bring somebody with an invitation back to where it is redeemed',
  async (page) => {
    answerGet('/api/auth/methods', { openid: false, openidName: '', google: true })
    openApp(`/auth/${page}?returnTo=%2Fhome`)
    expect(await screen.findByRole('link', { name: 'Continue with Google' })).toHaveAttribute(
      'href',
      '/api/auth/google?returnTo=%2Fconfirmation%3Fauth_completed%3Dtrue',
    )
  },
)
