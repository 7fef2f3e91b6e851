import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { answerCall, breakCall, refuseCall } from '@/test/calls'
import { makeUser } from '@/test/makers'
import { openApp } from '@/test/render'
import { signIn, untilAnswered } from '@/test/server'

const FORGOT = '/api/auth/forgot-password'
const RESET = '/api/auth/reset-password'
const VERIFY = '/api/auth/verify-email'
const USED_UP = 'This link is no longer valid. Please ask for a new one.'

const heading = (name: string, level = 1) => screen.findByRole('heading', { level, name })
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

async function type(label: string, text: string) {
  await userEvent.click(screen.getByLabelText(label))
  await userEvent.paste(text)
}

async function choosePassword(password: string, again = password) {
  await type('New password', password)
  await type('Confirm password', again)
  await press('Save Password')
}

describe('a forgotten password', () => {
  test('asks for a real address first', async () => {
    const { bodies } = answerCall('post', FORGOT, { message: '' })
    openApp('/auth/forgot-password')
    await heading('Forgot Password')
    await type('Email', 'ada')
    await press('Send Link')
    expect(await screen.findByText('Please enter a valid email address')).toBeVisible()
    expect(bodies).toEqual([])
  })

  test('is answered the same whether the address is known, and can be tried with another', async () => {
    const message = "If an account with this address exists, we've sent an email to it."
    const { bodies } = answerCall('post', FORGOT, { message })
    openApp('/auth/forgot-password')
    await heading('Forgot Password')
    await type('Email', ' ada@example.test ')
    await press('Send Link')
    expect(await heading('Check your inbox', 2)).toHaveFocus()
    expect(screen.getByText(message)).toBeVisible()
    expect(bodies).toEqual([{ email: 'ada@example.test' }])
    await press('Use a different email')
    expect(screen.getByLabelText('Email')).toHaveValue('')
    expect(screen.getByLabelText('Email')).toHaveFocus()
  })

  test('says when too many emails were asked for', async () => {
    refuseCall('post', FORGOT, 429, 'Too many requests. Please wait a moment and try again.')
    openApp('/auth/forgot-password')
    await heading('Forgot Password')
    await type('Email', 'ada@example.test')
    await press('Send Link')
    expect(
      await screen.findByText('Too many requests. Please wait a moment and try again.'),
    ).toBeVisible()
    expect(screen.getByLabelText('Email')).toHaveValue('ada@example.test')
  })
})

describe.each([
  ['/auth/reset-password', 'Choose a New Password'],
  ['/auth/verify-email', 'Confirm Your Email'],
])('%s', (path, title) => {
  test('takes the key out of the address at once, in the same place of the history', async () => {
    const { router } = openApp(`${path}#key=abc-123`)
    await heading(title)
    await waitFor(() => expect(router.state.location.hash).toBe(''))
    expect(router.state.historyAction).toBe('REPLACE')
    expect(document.body).not.toHaveTextContent('abc-123')
    expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain('abc-123')
  })

  test('says that a link without a key is not complete', async () => {
    openApp(path)
    expect(await heading('This link is incomplete', 2)).toBeVisible()
  })

  test('takes a second link opened in the same tab', async () => {
    const { router } = openApp(path)
    await heading('This link is incomplete', 2)
    await router.navigate(`${path}#key=second`)
    await waitFor(() => expect(router.state.location.hash).toBe(''))
    expect(screen.queryByText('This link is incomplete')).not.toBeInTheDocument()
  })
})

describe('resetting a password', () => {
  test('sends the key with the password and leads to signing in', async () => {
    const { bodies } = answerCall('post', RESET, { message: 'Your password is set.' })
    openApp('/auth/reset-password#key=abc-123')
    await heading('Choose a New Password')
    await choosePassword('correct horse')
    expect(await heading('Your password is set', 2)).toHaveFocus()
    expect(bodies).toEqual([{ key: 'abc-123', password: 'correct horse' }])
    expect(screen.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/auth/login')
  })

  test('wants six characters, twice the same', async () => {
    const { bodies } = answerCall('post', RESET, { message: '' })
    openApp('/auth/reset-password#key=abc-123')
    await heading('Choose a New Password')
    await choosePassword('12345', '54321')
    expect(await screen.findByText('Password must be at least 6 characters')).toBeVisible()
    expect(screen.getByText("Passwords don't match")).toBeVisible()
    expect(bodies).toEqual([])
  })

  test('says beside the field what the server has against a password', async () => {
    refuseCall('post', RESET, 422, 'Please check the highlighted fields.', {
      password: 'This password is too common.',
    })
    openApp('/auth/reset-password#key=abc-123')
    await heading('Choose a New Password')
    await choosePassword('password')
    await waitFor(() =>
      expect(screen.getByLabelText('New password')).toHaveAccessibleDescription(/too common/),
    )
  })

  test('offers a new link in place of one that was used', async () => {
    refuseCall('post', RESET, 422, USED_UP, { key: USED_UP })
    openApp('/auth/reset-password#key=abc-123')
    await heading('Choose a New Password')
    await choosePassword('correct horse')
    expect(await heading('This link is no longer valid', 2)).toHaveFocus()
    expect(screen.getByRole('link', { name: 'Get a new link' })).toHaveAttribute(
      'href',
      '/auth/forgot-password',
    )
  })
})

describe('confirming an address', () => {
  const open = async () => {
    openApp('/auth/verify-email#key=MQ:abc')
    await heading('Confirm Your Email')
  }

  test('does nothing until the button is pressed', async () => {
    const { bodies } = answerCall('post', VERIFY, { passwordKey: null })
    await open()
    await untilAnswered()
    expect(bodies).toEqual([])
    await press('Confirm My Email')
    expect(await heading('Your email is confirmed', 2)).toHaveFocus()
    expect(bodies).toEqual([{ key: 'MQ:abc' }])
    expect(screen.getByRole('link', { name: 'Go to My Bootcamps' })).toBeVisible()
  })

  test('leads to a new password where the account was opened elsewhere', async () => {
    answerCall('post', VERIFY, { passwordKey: 'fresh-key' })
    const { bodies } = answerCall('post', RESET, { message: 'Your password is set.' })
    await open()
    await press('Confirm My Email')
    expect(await screen.findByText(/signed it out everywhere/)).toBeVisible()
    await choosePassword('correct horse')
    expect(await heading('Your password is set', 2)).toBeVisible()
    expect(bodies).toEqual([{ key: 'fresh-key', password: 'correct horse' }])
  })

  test('leads to the profile, which can send a new link, when this one was used', async () => {
    refuseCall('post', VERIFY, 422, USED_UP, { key: USED_UP })
    await open()
    await press('Confirm My Email')
    expect(await heading('This link is no longer valid', 2)).toHaveFocus()
    expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute(
      'href',
      '/auth/login?returnTo=%2Fprofile',
    )
  })

  test('leads someone signed in straight to the profile', async () => {
    signIn(makeUser())
    refuseCall('post', VERIFY, 422, USED_UP, { key: USED_UP })
    await open()
    await press('Confirm My Email')
    expect(await screen.findByRole('link', { name: 'Go to your profile' })).toHaveAttribute(
      'href',
      '/profile',
    )
  })

  test('can be tried again after a failure', async () => {
    breakCall('post', VERIFY)
    await open()
    await press('Confirm My Email')
    expect(
      await screen.findByText("We couldn't confirm your email address. Please try again."),
    ).toBeVisible()
    answerCall('post', VERIFY, { passwordKey: null })
    await press('Confirm My Email')
    expect(await heading('Your email is confirmed', 2)).toBeVisible()
  })
})
