import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { answerDashboard } from '@/test/admin-catalogue'
import { answerCatalogue } from '@/test/catalogue'
import { answerFacts } from '@/test/checkout'
import { makeUser } from '@/test/makers'
import { answerPerson, makePersonDetail } from '@/test/people'
import { openApp } from '@/test/render'
import { answerGet, signIn } from '@/test/server'

// The sales page asks what is on offer.
beforeEach(() => {
  answerCatalogue()
})

const findHeading = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name })

// The title follows the heading by an effect.
const findTitle = (title: string) => waitFor(() => expect(document.title).toBe(title))

describe('the notifications', () => {
  test.each(['/', '/checkout'])(
    'are there from the first paint of %s, and F8 focuses them',
    async (path) => {
      answerFacts()
      openApp(path)
      // Not awaited: the page itself may still be on its way.
      const region = screen.getByRole('region', { name: 'Notifications (F8)' })
      await findHeading(/./)
      expect(screen.getByRole('region', { name: 'Notifications (F8)' })).toBe(region)
      await userEvent.keyboard('{F8}')
      expect(within(region).getByRole('list')).toHaveFocus()
    },
  )
})

describe('the route table', () => {
  test.each([
    [
      '/',
      /Your software idea, live and selling/,
      'Your software idea, live and selling in 90 days',
    ],
    ['/checkout', 'Choose Your Bootcamp', 'Choose Your Bootcamp'],
    ['/checkout?bootcamp=3', 'Choose Your Bootcamp', 'Choose Your Bootcamp'],
    ['/confirmation?redirect_status=failed', "Your payment didn't go through", 'Confirmation'],
    ['/auth/login', 'Sign In', 'Sign In'],
    ['/auth/register', 'Create Account', 'Create Account'],
    ['/auth/forgot-password', 'Forgot Password', 'Forgot Password'],
    ['/auth/find-purchase', 'Find My Purchase', 'Find My Purchase'],
    ['/auth/reset-password', 'Choose a New Password', 'Choose a New Password'],
    ['/auth/verify-email', 'Confirm Your Email', 'Confirm Your Email'],
    ['/auth/logout', "You're Logged Out", 'Log Out'],
    ['/unsubscribe', 'Unsubscribe', 'Unsubscribe'],
    ['/privacy-policy', 'Privacy Policy', 'Privacy Policy'],
    ['/terms-of-service', 'Terms of Service', 'Terms of Service'],
    ['/contact', 'Contact', 'Contact'],
    ['/waiting?course=Build', 'The next Build bootcamp', 'Waiting List'],
    ['/nowhere', 'Page Not Found', 'Page Not Found'],
    ['/contact/nowhere', 'Page Not Found', 'Page Not Found'],
  ])('%s shows its page to a visitor', async (path, heading, title) => {
    answerGet('/api/auth/methods', { openid: false, openidName: '', google: false })
    answerGet('/api/checkout', {
      publishableKey: 'pk_test_1',
      holdSeconds: 600,
      ownedBootcampIds: [],
      hold: null,
      lastPurchase: null,
    })
    openApp(path)
    expect(await findHeading(heading)).toBeVisible()
    await findTitle(`${title} · Build Lab`)
  })

  test.each([
    ['/home', 'Welcome back, Ada', 'Home'],
    ['/portal', 'My Bootcamps', 'My Bootcamps'],
    ['/portal/billing', 'Billing', 'Billing'],
  ])('%s shows its page to someone signed in', async (path, heading, title) => {
    signIn(makeUser())
    answerGet('/api/user/billing', [])
    openApp(path)
    expect(await findHeading(heading)).toBeVisible()
    await findTitle(`${title} · Build Lab`)
  })

  test.each([
    ['/admin', 'Admin Dashboard'],
    ['/admin/users/7', 'User · Users · Admin'],
  ])('%s shows the dashboard to an admin', async (path, title) => {
    signIn(makeUser({ role: 'ADMIN' }))
    answerDashboard()
    answerPerson(makePersonDetail())
    openApp(path)
    expect(await findHeading('Admin Dashboard')).toBeVisible()
    await findTitle(`${title} · Build Lab`)
  })

  test.each(['/home', '/portal', '/portal/billing', '/admin'])(
    '%s turns a visitor away',
    async (path) => {
      openApp(path)
      expect(await screen.findByText('Unauthorized')).toBeVisible()
      expect(screen.queryByRole('heading', { level: 1 })).not.toBeInTheDocument()
    },
  )

  test('/kit shows the components in development', async () => {
    openApp('/kit')
    expect(await findHeading('Component kit')).toBeVisible()
  })
})

describe('the front door', () => {
  test('takes an admin to the dashboard', async () => {
    signIn(makeUser({ role: 'ADMIN' }))
    answerDashboard()
    const { router } = openApp('/')
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin'))
  })

  test.each([
    ['SUPPORT', '/admin'],
    ['FINANCE', '/admin'],
    ['COACH', '/coach'],
  ] as const)('takes %s to %s', async (role, home) => {
    signIn(makeUser({ role }))
    answerDashboard()
    const { router } = openApp('/')
    await waitFor(() => expect(router.state.location.pathname).toBe(home))
  })

  test('takes a student to the portal', async () => {
    signIn(makeUser())
    const { router } = openApp('/')
    await waitFor(() => expect(router.state.location.pathname).toBe('/portal'))
  })

  test('goes by the role in effect while an admin acts as a student', async () => {
    signIn(makeUser({ role: 'ADMIN', effectiveRole: 'STUDENT', isImpersonating: true }))
    const { router } = openApp('/')
    await waitFor(() => expect(router.state.location.pathname).toBe('/portal'))
  })
})

describe('moving between pages', () => {
  test('announces the new page and moves the focus to its heading', async () => {
    openApp('/')
    await userEvent.click(screen.getByRole('link', { name: 'Contact' }))
    const heading = await findHeading('Contact')
    await waitFor(() => expect(heading).toHaveFocus())
    expect(screen.getByText('Contact', { selector: '[aria-live="polite"]' })).toBeInTheDocument()
    await findTitle('Contact · Build Lab')
  })

  test('leaves the focus alone when a page is opened afresh', async () => {
    openApp('/contact')
    await findHeading('Contact')
    expect(document.body).toHaveFocus()
  })

  test('offers a way past the header', async () => {
    openApp('/contact')
    await findHeading('Contact')
    const skip = screen.getByRole('link', { name: 'Skip to main content' })
    expect(document.querySelector(skip.getAttribute('href') ?? '')).toBe(screen.getByRole('main'))
  })
})
