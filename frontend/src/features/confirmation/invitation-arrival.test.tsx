import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { answerCall, refuseCall } from '@/test/calls'
import { resetCheckout } from '@/test/checkout'
import { makeUser } from '@/test/makers'
import { answerConfirmation } from '@/test/purchases'
import { openApp } from '@/test/render'
import { answerGet, refuseGet, signIn } from '@/test/server'

const OPEN = '/api/invitations/open'
const RESEND = '/api/invitations/resend'
const LINK = '/confirmation?invite=a-token&email=guest%40example.test'
const EXISTS = '/api/check-user-exists/guest%40example.test'
const opened = { email: 'guest@example.test', packageNames: ['Beginner Bootcamp'] }

beforeEach(answerConfirmation)

const token = () => sessionStorage.getItem('account_invitation_token')

describe('a good invitation', () => {
  test('is opened, leaves the address, is kept for this tab, and leads a newcomer to register', async () => {
    const { bodies } = answerCall('post', OPEN, opened)
    const { router } = openApp(LINK)
    await screen.findByRole('heading', { level: 1, name: 'Create Account' })
    expect(router.state.location).toMatchObject({ pathname: '/auth/register', search: '' })
    expect(await screen.findByText('Invitation Received')).toBeVisible()
    expect(bodies).toEqual([{ invitationToken: 'a-token' }])
    expect(token()).toBe('a-token')
    expect(screen.getByLabelText('Email')).toHaveValue('guest@example.test')
    expect(screen.getByLabelText('Email')).toHaveAttribute('readonly')
  })

  test('leads somebody who has an account to sign in', async () => {
    answerGet(EXISTS, { exists: true })
    answerCall('post', OPEN, opened)
    openApp(LINK)
    await screen.findByRole('heading', { level: 1, name: 'Sign In' })
    expect(screen.getByLabelText('Username or email')).toHaveValue('guest@example.test')
  })

  test('treats them as new when the server cannot tell', async () => {
    refuseGet(EXISTS, 429, 'Too many requests.')
    answerCall('post', OPEN, opened)
    openApp(LINK)
    await screen.findByRole('heading', { level: 1, name: 'Create Account' })
  })

  test("believes the server's address, not the link's", async () => {
    answerCall('post', OPEN, opened)
    openApp('/confirmation?invite=a-token&email=someone-else%40example.test')
    await screen.findByRole('heading', { level: 1, name: 'Create Account' })
    expect(sessionStorage.getItem('guest_email')).toBe('guest@example.test')
  })

  test('asks somebody signed in before it links anything', async () => {
    answerGet(EXISTS, { exists: true })
    signIn(makeUser())
    answerCall('post', OPEN, opened)
    openApp(LINK)
    await screen.findByRole('heading', { level: 1, name: 'Link Your Purchases' })
  })

  test('is out of the address before the server has answered, and survives a failure', async () => {
    refuseCall('post', OPEN, 503, 'Briefly away.')
    const { router } = openApp(LINK)
    await screen.findByRole('heading', { name: "Your invitation couldn't be opened" })
    expect(router.state.location).toMatchObject({ pathname: '/confirmation', search: '' })
    expect(token()).toBe('a-token')
    answerCall('post', OPEN, opened)
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
    await screen.findByRole('heading', { level: 1, name: 'Create Account' })
  })
})

describe('an invitation that is over', () => {
  test.each([
    [410, 'This invitation was used.'],
    [404, 'Not found.'],
  ])('%s is said calmly, forgotten, and leaves two ways on', async (status, message) => {
    refuseCall('post', OPEN, status, message)
    openApp(LINK)
    const heading = await screen.findByRole('heading', {
      name: 'This invitation is no longer valid',
    })
    expect(heading).toHaveFocus()
    expect(screen.getByRole('link', { name: 'Log In' })).toHaveAttribute('href', '/auth/login')
    expect(screen.getByLabelText('Email you bought with')).toHaveValue('guest@example.test')
    await waitFor(() => expect(token()).toBeNull())
    expect(screen.queryByText('Invitation Received')).not.toBeInTheDocument()
  })

  test('is renewed by mail', async () => {
    refuseCall('post', OPEN, 410, 'This invitation was used.')
    const { bodies } = answerCall('post', RESEND, { message: 'An email may be on its way.' })
    openApp(LINK)
    await userEvent.click(await screen.findByRole('button', { name: 'Send a New Invitation' }))
    expect(await screen.findByText('An email may be on its way.')).toBeVisible()
    expect(bodies).toEqual([{ email: 'guest@example.test' }])
    expect(screen.queryByRole('form')).not.toBeInTheDocument()
  })

  test('says beside the field what is wrong with the address', async () => {
    refuseCall('post', OPEN, 410, 'This invitation was used.')
    refuseCall('post', RESEND, 422, 'Please check the highlighted fields.', {
      email: 'Enter a valid email address.',
    })
    openApp(LINK)
    await userEvent.click(await screen.findByRole('button', { name: 'Send a New Invitation' }))
    await waitFor(() =>
      expect(screen.getByLabelText('Email you bought with')).toHaveAccessibleDescription(
        /Enter a valid email address\./,
      ),
    )
  })

  test('leads somebody signed in to their portal', async () => {
    signIn(makeUser())
    refuseCall('post', OPEN, 410, 'This invitation was used.')
    openApp(LINK)
    expect(await screen.findByRole('link', { name: 'Access Your Portal' })).toHaveAttribute(
      'href',
      '/portal',
    )
  })
})

test('half a link opens nothing and offers a new one', async () => {
  const { bodies } = answerCall('post', OPEN, opened)
  openApp('/confirmation?invite=a-token')
  await screen.findByRole('heading', { name: 'This link is incomplete' })
  expect(screen.getByRole('button', { name: 'Send a New Invitation' })).toBeVisible()
  expect(bodies).toEqual([])
  expect(token()).toBeNull()
})

test('an address alone is nothing to confirm', async () => {
  resetCheckout()
  const { router } = openApp('/confirmation?email=guest%40example.test')
  await waitFor(() => expect(router.state.location.pathname).toBe('/checkout'))
  expect(await screen.findByRole('region', { name: 'Order summary' })).toBeVisible()
})
