import { fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { answerCall, breakCall, refuseCall } from '@/test/calls'
import { makeUser } from '@/test/makers'
import { openApp } from '@/test/render'
import { answerGet, refuseGet, signIn, untilAnswered } from '@/test/server'
import { passTime, staysAt, stopTime, untilTrue } from '@/test/timing'

const LOGIN = '/api/auth/login'
const none = { openid: false, openidName: '', google: false }

beforeEach(() => {
  answerGet('/api/auth/methods', none)
})

const username = () => screen.getByLabelText('Username or email')
const password = () => screen.getByLabelText('Password')
const signInButton = () => screen.getByRole('button', { name: 'Sign In' })

async function openLogin(at = '/auth/login') {
  const app = openApp(at)
  await screen.findByRole('heading', { level: 1, name: 'Sign In' })
  return app
}

async function fill(name = 'ada', secret = 'correct horse') {
  await userEvent.click(username())
  await userEvent.paste(name)
  await userEvent.click(password())
  await userEvent.paste(secret)
}

describe('the sign-in form', () => {
  test('says what is missing and asks the server nothing', async () => {
    const { bodies } = answerCall('post', LOGIN, { next: 'done' })
    await openLogin()
    await userEvent.click(signInButton())
    expect(await screen.findByText('Username or email is required')).toBeVisible()
    expect(screen.getByText('Password is required')).toBeVisible()
    expect(username()).toHaveFocus()
    expect(bodies).toEqual([])
  })

  test('says beside the password that it was wrong, and puts the keyboard there', async () => {
    refuseCall('post', LOGIN, 401, 'Invalid username or password.')
    await openLogin()
    await fill()
    await userEvent.click(signInButton())
    await waitFor(() =>
      expect(password()).toHaveAccessibleDescription('Invalid username or password.'),
    )
    expect(password()).toBeInvalid()
    expect(password()).toHaveFocus()
    expect(await screen.findByText('Login Failed')).toBeVisible()
  })

  test('sends the username without the blanks around it, and the password as typed', async () => {
    const { bodies } = answerCall('post', LOGIN, { next: 'second_factor' })
    await openLogin()
    await fill(' ada ', ' correct horse ')
    await userEvent.click(signInButton())
    await screen.findByRole('heading', { name: 'Enter Your Code' })
    expect(bodies).toEqual([{ username: 'ada', password: ' correct horse ' }])
  })

  test('says Login Successful! and goes to the portal after 1.5 s', async () => {
    answerCall('post', LOGIN, { next: 'done' })
    const { router } = await openLogin()
    await fill()
    const asked = signIn(makeUser())
    stopTime()
    fireEvent.click(signInButton())
    await untilTrue(() => asked.times === 1 && screen.queryByText('Login Successful!') !== null)
    passTime(1499)
    expect(await staysAt(router, '/auth/login')).toBe(true)
    passTime(1)
    await untilTrue(() => router.state.location.pathname === '/portal')
  })

  test('goes where the address says after signing in', async () => {
    answerCall('post', LOGIN, { next: 'done' })
    const { router } = await openLogin('/auth/login?returnTo=%2Fhome')
    await fill()
    signIn(makeUser())
    stopTime()
    fireEvent.click(signInButton())
    await untilTrue(() => screen.queryByText('Login Successful!') !== null)
    passTime(1500)
    await untilTrue(() => router.state.location.pathname === '/home')
  })

  test('stays where the reader went in the meantime', async () => {
    answerCall('post', LOGIN, { next: 'done' })
    const { router } = await openLogin()
    await fill()
    signIn(makeUser())
    stopTime()
    fireEvent.click(signInButton())
    await untilTrue(() => screen.queryByText('Login Successful!') !== null)
    fireEvent.click(screen.getByRole('link', { name: 'Contact' }))
    await untilTrue(() => router.state.location.pathname === '/contact')
    passTime(2000)
    expect(await staysAt(router, '/contact')).toBe(true)
  })

  test('counts as signed in even when the question who is here fails', async () => {
    answerCall('post', LOGIN, { next: 'done' })
    await openLogin()
    await fill()
    signIn(makeUser())
    refuseGet('/api/auth/user', 503, 'Briefly away.')
    await userEvent.click(signInButton())
    expect(await screen.findByText('Login Successful!')).toBeVisible()
    expect(screen.queryByText('Login Failed')).not.toBeInTheDocument()
  })

  test("says Login Failed in the server's words and keeps what was typed", async () => {
    refuseCall('post', LOGIN, 403, 'This account has been deactivated. Please contact support.')
    await openLogin()
    await fill()
    await userEvent.click(signInButton())
    expect(await screen.findByText('Login Failed')).toBeVisible()
    expect(
      screen.getByText('This account has been deactivated. Please contact support.'),
    ).toBeVisible()
    expect(username()).toHaveValue('ada')
    expect(signInButton()).not.toHaveAttribute('aria-busy')
  })

  test('has words of its own when the server had none', async () => {
    breakCall('post', LOGIN)
    await openLogin()
    await fill()
    await userEvent.click(signInButton())
    expect(await screen.findByText('Login Failed')).toBeVisible()
    expect(screen.getByText('Invalid credentials. Please try again.')).toBeVisible()
  })

  test('puts what the server says about a field beside it', async () => {
    refuseCall('post', LOGIN, 422, 'Please check the highlighted fields.', {
      username: 'Must be a single line of text',
    })
    await openLogin()
    await fill()
    await userEvent.click(signInButton())
    await waitFor(() => expect(username()).toHaveAccessibleDescription(/single line/))
    expect(username()).toHaveFocus()
  })

  test('shows and hides the password', async () => {
    await openLogin()
    expect(password()).toHaveAttribute('type', 'password')
    await userEvent.click(screen.getByRole('button', { name: 'Show password' }))
    expect(password()).toHaveAttribute('type', 'text')
    await userEvent.click(screen.getByRole('button', { name: 'Hide password' }))
    expect(password()).toHaveAttribute('type', 'password')
  })

  test('leads to registering, to a new password, and back', async () => {
    await openLogin('/auth/login?returnTo=%2Fprofile')
    const target = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
    expect(target('Create an account')).toBe('/auth/register?returnTo=%2Fprofile')
    expect(target('Forgot password?')).toBe('/auth/forgot-password')
    expect(target('Back to the main site')).toBe('/')
  })
})

describe('the other ways in', () => {
  test('are hidden where the site has none', async () => {
    await openLogin()
    await untilAnswered()
    expect(screen.queryByRole('link', { name: /Continue with/ })).not.toBeInTheDocument()
  })

  test('are hidden when the site cannot say', async () => {
    const asked = refuseGet('/api/auth/methods', 503, 'Briefly away.')
    await openLogin()
    await untilAnswered()
    expect(asked.times).toBe(1)
    expect(screen.queryByRole('link', { name: /Continue with/ })).not.toBeInTheDocument()
    expect(signInButton()).toBeVisible()
  })

  test.each(['login', 'register'])(
    'lead from %s to the server, with where to return to',
    async (page) => {
      answerGet('/api/auth/methods', { openid: true, openidName: 'Example ID', google: true })
      openApp(`/auth/${page}?returnTo=%2Fcheckout%3Fbootcamp%3D3`)
      const openid = await screen.findByRole('link', { name: 'Continue with Example ID' })
      const google = screen.getByRole('link', { name: 'Continue with Google' })
      const query = 'returnTo=%2Fcheckout%3Fbootcamp%3D3'
      expect(openid).toHaveAttribute('href', `/api/login?${query}`)
      expect(google).toHaveAttribute('href', `/api/auth/google?${query}`)
    },
  )

  test('return to the portal when nothing else was asked for, or something hostile', async () => {
    answerGet('/api/auth/methods', { ...none, google: true })
    await openLogin('/auth/login?returnTo=//evil.test')
    expect(await screen.findByRole('link', { name: 'Continue with Google' })).toHaveAttribute(
      'href',
      '/api/auth/google?returnTo=%2Fportal',
    )
    expect(screen.queryByRole('link', { name: /single sign-on/ })).not.toBeInTheDocument()
  })
})

describe('a notice in the address', () => {
  test.each([
    ['openid', 'Failed to initiate authentication'],
    ['google', 'Failed to initiate Google authentication'],
    ['deactivated', 'This account has been deactivated. Please contact support.'],
    [
      'address_taken',
      'An account with this email address already exists. Please sign in with its password.',
    ],
    ['something_new', "We couldn't sign you in. Please try again."],
  ])('%s is said in words and taken out of the address', async (error, words) => {
    const { router } = await openLogin(`/auth/login?returnTo=%2Fprofile&error=${error}`)
    expect(await screen.findByText(words)).toBeVisible()
    expect(router.state.location.search).toBe('?returnTo=%2Fprofile')
  })

  test('about signing out everywhere is good news', async () => {
    const { router } = await openLogin('/auth/login?ended=everywhere')
    expect(await screen.findByText("You're signed out on every device.")).toBeVisible()
    expect(router.state.location.search).toBe('')
  })
})

describe('the code step', () => {
  const CODE = '/api/auth/second-factor'
  const code = () => screen.getByLabelText('Code')

  async function openCodeStep() {
    const app = openApp('/auth/login?step=code')
    await screen.findByRole('heading', { level: 1, name: 'Enter Your Code' })
    return app
  }

  test('follows the right password, on the same page, with the keyboard in its field', async () => {
    answerCall('post', LOGIN, { next: 'second_factor' })
    const { router } = await openLogin()
    await fill()
    await userEvent.click(signInButton())
    await screen.findByRole('heading', { name: 'Enter Your Code' })
    expect(router.state.location).toMatchObject({ pathname: '/auth/login', search: '?step=code' })
    expect(code()).toHaveFocus()
    expect(screen.queryByText('Login Successful!')).not.toBeInTheDocument()
  })

  test('sends the code without its blanks and goes to the portal after 1.5 s', async () => {
    const { bodies } = answerCall('post', CODE, { next: 'done' })
    const { router } = await openCodeStep()
    await userEvent.type(code(), '123 456')
    signIn(makeUser())
    stopTime()
    fireEvent.click(screen.getByRole('button', { name: 'Continue' }))
    await untilTrue(() => screen.queryByText('Login Successful!') !== null)
    expect(bodies).toEqual([{ code: '123456' }])
    passTime(1499)
    expect(await staysAt(router, '/auth/login')).toBe(true)
    passTime(1)
    await untilTrue(() => router.state.location.pathname === '/portal')
  })

  test('asks for a code before it asks the server', async () => {
    const { bodies } = answerCall('post', CODE, { next: 'done' })
    await openCodeStep()
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
    expect(await screen.findByText('Enter the code')).toBeVisible()
    expect(bodies).toEqual([])
  })

  test('says beside the field that a code is wrong', async () => {
    refuseCall('post', CODE, 422, 'Please check the highlighted fields.', {
      code: 'Incorrect code.',
    })
    await openCodeStep()
    await userEvent.type(code(), '000000{Enter}')
    await waitFor(() => expect(code()).toHaveAccessibleDescription(/Incorrect code\./))
    expect(await screen.findByText('Login Failed')).toBeVisible()
  })

  test('goes back to the password when the server has forgotten it', async () => {
    refuseCall('post', CODE, 401, 'Please sign in again.')
    await openCodeStep()
    await userEvent.type(code(), '123456{Enter}')
    expect(await screen.findByText('Please sign in again.')).toBeVisible()
    expect(await screen.findByRole('heading', { level: 1, name: 'Sign In' })).toBeVisible()
  })
})

describe.each(['login', 'register'])('/auth/%s for someone signed in', (page) => {
  test('leads to the portal after 100 ms', async () => {
    const asked = signIn(makeUser())
    stopTime()
    const { router } = openApp(`/auth/${page}`)
    await untilTrue(
      () => asked.times === 1 && screen.queryByText(/Taking you to your account/) !== null,
    )
    passTime(99)
    expect(await staysAt(router, `/auth/${page}`)).toBe(true)
    passTime(1)
    await untilTrue(() => router.state.location.pathname === '/portal')
    expect(screen.queryByRole('form')).not.toBeInTheDocument()
  })

  test('stays with an invitation and says whose account this is', async () => {
    sessionStorage.setItem('account_invitation_token', 'token')
    sessionStorage.setItem('guest_email', 'guest@example.test')
    signIn(makeUser())
    stopTime()
    const { router } = openApp(`/auth/${page}`)
    await untilTrue(() => screen.queryByText(/already logged in as/) !== null)
    expect(screen.getByText(/already logged in as/)).toHaveTextContent(
      /ada@example\.test.*guest@example\.test/,
    )
    passTime(10_000)
    expect(await staysAt(router, `/auth/${page}`)).toBe(true)
  })
})

test('with an invitation the username is filled in and can be changed', async () => {
  sessionStorage.setItem('account_invitation_token', 'token')
  sessionStorage.setItem('guest_email', 'guest@example.test')
  await openLogin()
  expect(username()).toHaveValue('guest@example.test')
  expect(username()).not.toHaveAttribute('readonly')
})

test('an address without an invitation fills in nothing', async () => {
  sessionStorage.setItem('guest_email', 'guest@example.test')
  await openLogin()
  expect(username()).toHaveValue('')
})
