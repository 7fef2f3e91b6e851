import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { refuseCall } from '@/test/calls'
import { makeUser } from '@/test/makers'
import {
  answerLastPurchase,
  answerLinking,
  keepInvitation,
  makePurchaseAnswer,
} from '@/test/purchases'
import { openApp } from '@/test/render'
import { answerGet, server, signIn } from '@/test/server'
import { withoutStorage } from '@/test/storage'
import { passTime, staysAt, stopTime, untilTrue } from '@/test/timing'

const LINK = '/api/complete-account-creation'
const BACK = '/confirmation?auth_completed=true'
const KEYS = ['account_invitation_token', 'guest_email', 'recent_purchase_data']

beforeEach(() => {
  answerGet('/api/auth/methods', { openid: false, openidName: '', google: false })
  answerGet('/api/check-user-exists/guest%40example.test', { exists: false })
})

const stored = () => KEYS.map((key) => sessionStorage.getItem(key))
const shows = (text: string) => screen.queryByText(text) !== null

describe('back from an identity provider', () => {
  test('links the purchases, says so and goes to the portal after 2 s', async () => {
    keepInvitation()
    sessionStorage.setItem('recent_purchase_data', JSON.stringify(makePurchaseAnswer()))
    signIn(makeUser())
    const { bodies } = answerLinking()
    stopTime()
    const { router } = openApp(BACK)
    await untilTrue(() => shows('Account Created Successfully'))
    expect(bodies).toEqual([{ invitationToken: 'token' }])
    expect(stored()).toEqual([null, null, null])
    expect(screen.getByRole('link', { name: 'Access Your Portal' })).toBeVisible()
    passTime(1999)
    expect(await staysAt(router, '/confirmation')).toBe(true)
    passTime(1)
    await untilTrue(() => router.state.location.pathname === '/portal')
  })

  test('says that the account is being created while it is', async () => {
    keepInvitation()
    signIn(makeUser())
    let answer = () => {}
    server.use(
      http.post(new URL(LINK, window.location.origin).href, async () => {
        await new Promise<void>((resolve) => {
          answer = resolve
        })
        return HttpResponse.json({ message: '', linkedPurchases: 1 })
      }),
    )
    openApp(BACK)
    expect(await screen.findByText('Creating your account...')).toHaveRole('status')
    expect(screen.queryByText('Access Your Portal')).not.toBeInTheDocument()
    answer()
    expect(await screen.findByText('Account Created Successfully')).toBeVisible()
  })

  test('shows the purchase beside it where the tab remembers one', async () => {
    keepInvitation()
    sessionStorage.setItem('recent_purchase_data', JSON.stringify(makePurchaseAnswer()))
    signIn(makeUser())
    answerLinking()
    openApp(BACK)
    expect(await screen.findByRole('heading', { name: 'Beginner Bootcamp' })).toBeVisible()
  })

  test('a failure leads to support, keeps the invitation and stays', async () => {
    keepInvitation()
    signIn(makeUser())
    refuseCall('post', LINK, 410, 'This invitation is no longer valid.')
    stopTime()
    const { router } = openApp(BACK)
    await untilTrue(() => shows('Account Creation Error'))
    expect(
      screen.getByText('Failed to link your purchases to your account. Please contact support.'),
    ).toBeVisible()
    expect(stored().slice(0, 2)).toEqual(['token', 'guest@example.test'])
    passTime(5000)
    expect(await staysAt(router, '/confirmation')).toBe(true)
    expect(screen.getByRole('link', { name: 'Contact Support' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Link My Purchases' })).toHaveAttribute(
      'href',
      '/auth/login',
    )
  })

  test('without a token nothing is asked and the way to support is shown', async () => {
    signIn(makeUser())
    const { bodies } = answerLinking()
    openApp(BACK)
    expect(
      await screen.findByText('No invitation token found. Please try again or contact support.'),
    ).toBeVisible()
    expect(await screen.findByRole('link', { name: 'Access Your Portal' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Contact Support' })).toBeVisible()
    expect(bodies).toEqual([])
  })
})

describe('the choice of how to sign in', () => {
  const PAID_HERE = '/confirmation?direct_success=true'
  const everything = { openid: true, openidName: 'Example ID', google: true }
  const remember = (token: string | null) =>
    sessionStorage.setItem(
      'recent_purchase_data',
      JSON.stringify(makePurchaseAnswer({ invitationToken: token })),
    )

  test('leads to every method the site has, and back here', async () => {
    answerGet('/api/auth/methods', everything)
    remember('token')
    openApp(PAID_HERE)
    const back = 'returnTo=%2Fconfirmation%3Fauth_completed%3Dtrue'
    const target = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
    await screen.findByRole('link', { name: 'Continue with Example ID' })
    expect(target('Continue with Example ID')).toBe(`/api/login?${back}`)
    expect(target('Continue with Google')).toBe(`/api/auth/google?${back}`)
    expect(target('Use username and password')).toBe('/auth/register')
    expect(sessionStorage.getItem('account_invitation_token')).toBe('token')
  })

  test('leads somebody who has an account to the sign-in form', async () => {
    answerGet('/api/check-user-exists/guest%40example.test', { exists: true })
    answerGet('/api/auth/methods', everything)
    remember('token')
    openApp(PAID_HERE)
    expect(await screen.findByRole('link', { name: 'Use username and password' })).toHaveAttribute(
      'href',
      '/auth/login',
    )
  })

  test.each([
    ['Continue with Example ID', 'Failed to initiate authentication'],
    ['Continue with Google', 'Failed to initiate Google authentication'],
  ])('%s cannot start where the invitation would be lost on the way', async (name, words) => {
    await withoutStorage(async () => {
      answerGet('/api/auth/methods', everything)
      answerLastPurchase(makePurchaseAnswer())
      openApp(PAID_HERE)
      await userEvent.click(await screen.findByRole('link', { name }))
      expect(await screen.findByText(words)).toBeVisible()
    })
  })

  test('does not open an account without a token', async () => {
    remember(null)
    const { router } = openApp(PAID_HERE)
    await userEvent.click(await screen.findByRole('link', { name: 'Create Free Account' }))
    expect(
      await screen.findByText('No invitation token found. Please try again or contact support.'),
    ).toBeVisible()
    expect(router.state.location.pathname).toBe('/confirmation')
  })
})
