import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { answerCall, breakCall, refuseCall } from '@/test/calls'
import { makeUser } from '@/test/makers'
import { answerLinking } from '@/test/purchases'
import { openApp } from '@/test/render'
import { answerGet, signIn } from '@/test/server'

const REGISTER = '/api/auth/register'
const good = {
  Username: 'ada',
  Email: 'ada@example.test',
  Password: 'correct horse',
  'Confirm password': 'correct horse',
}
type Label = keyof typeof good

beforeEach(() => {
  answerGet('/api/auth/methods', { openid: false, openidName: '', google: false })
})

const field = (label: Label) => screen.getByLabelText(label)

async function openRegister(at = '/auth/register') {
  const app = openApp(at)
  await screen.findByRole('heading', { level: 1, name: 'Create Account' })
  return app
}

async function submit(changes: Partial<typeof good> = {}) {
  for (const [label, value] of Object.entries({ ...good, ...changes })) {
    await userEvent.click(field(label as Label))
    if (value) await userEvent.paste(value)
  }
  await userEvent.click(screen.getByRole('button', { name: 'Create Account' }))
}

describe('what may be sent', () => {
  test.each<[string, Partial<typeof good>, Label, string]>([
    ['no username', { Username: '' }, 'Username', 'Username must be at least 3 characters'],
    ['a username of 2', { Username: 'ab' }, 'Username', 'Username must be at least 3 characters'],
    ['blanks', { Username: 'ab   ' }, 'Username', 'Username must be at least 3 characters'],
    ['no address', { Email: '' }, 'Email', 'Please enter a valid email address'],
    ['half an address', { Email: 'ada@example' }, 'Email', 'Please enter a valid email address'],
    [
      'a password of 5',
      { Password: '12345', 'Confirm password': '12345' },
      'Password',
      'Password must be at least 6 characters',
    ],
    [
      'two different passwords',
      { 'Confirm password': 'correct house' },
      'Confirm password',
      "Passwords don't match",
    ],
  ])('not %s', async (_, changes, label, message) => {
    const { bodies } = answerCall('post', REGISTER, { next: 'done' })
    await openRegister()
    await submit(changes)
    expect(await screen.findByText(message)).toBeVisible()
    expect(field(label)).toHaveAccessibleDescription(expect.stringContaining(message))
    expect(field(label)).toHaveFocus()
    expect(bodies).toEqual([])
  })

  test('which passwords are refused is said before one is typed', async () => {
    await openRegister()
    expect(field('Password')).toHaveAccessibleDescription(
      'At least 6 characters, and not one of the most common passwords.',
    )
    expect(field('Password')).toHaveValue('')
  })

  test('everything wrong is said at once', async () => {
    await openRegister()
    await submit({ Username: 'a', Email: 'x', Password: '1', 'Confirm password': '2' })
    expect(await screen.findByText('Username must be at least 3 characters')).toBeVisible()
    expect(screen.getByText('Please enter a valid email address')).toBeVisible()
    expect(screen.getByText('Password must be at least 6 characters')).toBeVisible()
    expect(screen.getByText("Passwords don't match")).toBeVisible()
  })

  test('a username of 3 and a password of 6 will do', async () => {
    const { bodies } = answerCall('post', REGISTER, { next: 'done' })
    await openRegister()
    signIn(makeUser())
    await submit({ Username: 'abc', Password: '123456', 'Confirm password': '123456' })
    await screen.findByText('Account Created!')
    expect(bodies).toEqual([
      {
        username: 'abc',
        email: 'ada@example.test',
        password: '123456',
        firstName: 'abc',
        lastName: '',
        addressProof: '',
      },
    ])
  })
})

describe('an account that was opened', () => {
  test('leads to the portal at once, signed in', async () => {
    answerCall('post', REGISTER, { next: 'done' })
    const { router } = await openRegister()
    signIn(makeUser())
    await submit()
    await waitFor(() => expect(router.state.location.pathname).toBe('/portal'))
    expect(await screen.findByText('Account Created!')).toBeVisible()
    expect(screen.queryByText('Unauthorized')).not.toBeInTheDocument()
  })

  test('leads to where the address says', async () => {
    answerCall('post', REGISTER, { next: 'done' })
    const { router } = await openRegister('/auth/register?returnTo=%2Fhome')
    signIn(makeUser())
    await submit()
    await waitFor(() => expect(router.state.location.pathname).toBe('/home'))
  })
})

describe('an account that was refused', () => {
  test("says so in the server's words and beside the field", async () => {
    const taken = 'That username is already taken.'
    refuseCall('post', REGISTER, 409, taken, { username: taken })
    const { router } = await openRegister()
    await submit()
    expect(await screen.findByText('Registration Failed')).toBeVisible()
    expect(field('Username')).toHaveAccessibleDescription(expect.stringContaining(taken))
    expect(field('Username')).toHaveFocus()
    expect(field('Email')).toHaveValue(good.Email)
    expect(router.state.location.pathname).toBe('/auth/register')
  })

  test('has words of its own when the server had none', async () => {
    breakCall('post', REGISTER)
    await openRegister()
    await submit()
    expect(await screen.findByText('Registration Failed')).toBeVisible()
    expect(screen.getByText('Failed to create account. Please try again.')).toBeVisible()
  })
})

test('with an invitation the address is filled in, locked, and sent', async () => {
  sessionStorage.setItem('account_invitation_token', 'token')
  sessionStorage.setItem('guest_email', 'guest@example.test')
  const { bodies } = answerCall('post', REGISTER, { next: 'done' })
  answerLinking()
  await openRegister()
  expect(field('Email')).toHaveValue('guest@example.test')
  expect(field('Email')).toHaveAttribute('readonly')
  expect(field('Username')).toHaveValue('guest')
  signIn(makeUser())
  await userEvent.type(field('Password'), 'correct horse')
  await userEvent.type(field('Confirm password'), 'correct horse')
  await userEvent.click(screen.getByRole('button', { name: 'Create Account' }))
  await screen.findByText('Account Created Successfully!')
  expect(bodies).toMatchObject([{ username: 'guest', email: 'guest@example.test' }])
})

test('with an address too short for a username, the whole of it is the username', async () => {
  sessionStorage.setItem('account_invitation_token', 'token')
  sessionStorage.setItem('guest_email', 'al@example.test')
  await openRegister()
  expect(field('Username')).toHaveValue('al@example.test')
})

test('leads to signing in, and back', async () => {
  await openRegister('/auth/register?returnTo=%2Fhome')
  expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute(
    'href',
    '/auth/login?returnTo=%2Fhome',
  )
  expect(screen.getByRole('link', { name: 'Back to the main site' })).toHaveAttribute('href', '/')
})
