import { fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { answerCall, breakCall, refuseCall } from '@/test/calls'
import { makeUser } from '@/test/makers'
import { openApp } from '@/test/render'
import { answerGet, signIn } from '@/test/server'
import { passTime, stopTime, untilTrue } from '@/test/timing'

const ASK = '/api/auth/sign-in-code'
const USE = '/api/auth/sign-in-code/use'
const FIND = '/api/find-purchases'
const WRONG = "That code isn't right. Use the newest email we've sent you."

beforeEach(() => {
  answerGet('/api/auth/methods', { openid: false, openidName: '', google: false })
})

const heading = (name: string, level = 1) => screen.findByRole('heading', { level, name })
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const code = () => screen.getByLabelText('Six-digit code')
const paste = async (into: HTMLElement, text: string) => {
  await userEvent.click(into)
  await userEvent.paste(text)
}

/** On the page that waits for the code, as whoever asked for one at this address. */
async function waiting(at = '/auth/login') {
  const asked = answerCall('post', ASK, { message: '' })
  const app = openApp(at)
  await heading('Sign In')
  await press('Email me a code instead')
  await heading('Sign In With a Code')
  await paste(screen.getByLabelText('Email'), ' ada@example.test ')
  await press('Email Me a Code')
  await heading('Check Your Email')
  return { ...app, asked: asked.bodies }
}

describe('asking for a code', () => {
  test('brings along the address that was typed, and wants a real one', async () => {
    const { bodies } = answerCall('post', ASK, { message: '' })
    openApp('/auth/login')
    await heading('Sign In')
    await paste(screen.getByLabelText('Username or email'), 'ada@example')
    await press('Email me a code instead')
    await heading('Sign In With a Code')
    expect(screen.getByLabelText('Email')).toHaveValue('ada@example')
    expect(screen.getByLabelText('Email')).toHaveFocus()
    await press('Email Me a Code')
    expect(await screen.findByText('Please enter a valid email address')).toBeVisible()
    expect(bodies).toEqual([])
  })

  test('says the same whoever it is, with the keyboard in the field for the code', async () => {
    const { router, asked } = await waiting('/auth/login?returnTo=%2Fprofile')
    expect(screen.getByText(/If there's an account for/)).toHaveTextContent(
      "If there's an account for ada@example.test, we've sent a six-digit code.",
    )
    expect(code()).toHaveFocus()
    expect(code()).toHaveAttribute('autocomplete', 'one-time-code')
    expect(code()).toHaveAttribute('inputmode', 'numeric')
    expect(asked).toEqual([{ email: 'ada@example.test' }])
    expect(router.state.location.search).toBe('?returnTo=%2Fprofile&step=emailed')
  })

  test('stays with what was typed when too many were asked for', async () => {
    refuseCall('post', ASK, 429, 'Too many requests. Please wait a moment and try again.')
    openApp('/auth/login?step=address')
    await heading('Sign In With a Code')
    await paste(screen.getByLabelText('Email'), 'ada@example.test')
    await press('Email Me a Code')
    expect(await screen.findByText(/Too many requests/)).toBeVisible()
    expect(screen.getByLabelText('Email')).toHaveValue('ada@example.test')
  })
})

describe('the emailed code', () => {
  test('is sent without its spaces and leads to where one wanted to go', async () => {
    const { bodies } = answerCall('post', USE, { next: 'done', passwordRemoved: false })
    const { router } = await waiting('/auth/login?returnTo=%2Fhome')
    await paste(code(), ' 123 456 ')
    signIn(makeUser())
    stopTime()
    fireEvent.click(screen.getByRole('button', { name: 'Sign In' }))
    await untilTrue(() => screen.queryByText('Login Successful!') !== null)
    expect(bodies).toEqual([{ code: '123456' }])
    passTime(1500)
    await untilTrue(() => router.state.location.pathname === '/home')
  })

  test.each(['', '12345', '1234567', '12345a'])('%j is no code and no try', async (typed) => {
    const { bodies } = answerCall('post', USE, { next: 'done', passwordRemoved: false })
    await waiting()
    if (typed) await paste(code(), typed)
    await press('Sign In')
    expect(await screen.findByText('Enter the six digits from the email')).toBeVisible()
    expect(bodies).toEqual([])
  })

  test('is asked for again beside the field when it was wrong', async () => {
    refuseCall('post', USE, 422, WRONG, { code: WRONG })
    await waiting()
    await paste(code(), '000000')
    await press('Sign In')
    await waitFor(() => expect(code()).toHaveAccessibleDescription(new RegExp(WRONG)))
    expect(code()).toHaveFocus()
    expect(code()).toHaveValue('000000')
    expect(screen.queryByText('Login Failed')).not.toBeInTheDocument()
  })

  test('that is over is said beside the field, and a new one is sent to the same address', async () => {
    const over = 'This code has expired. Ask for a new one.'
    refuseCall('post', USE, 410, over)
    const { asked } = await waiting()
    await paste(code(), '123456')
    await press('Sign In')
    await waitFor(() => expect(code()).toHaveAccessibleDescription(new RegExp(over)))
    await press('Send a new code')
    const news = "We've sent another code. Only the newest one works."
    expect(await screen.findByText(news)).toBeVisible()
    expect(asked).toEqual([{ email: 'ada@example.test' }, { email: 'ada@example.test' }])
    expect(code()).toHaveValue('')
    expect(code()).toHaveFocus()
    expect(screen.queryByText(over)).not.toBeInTheDocument()
  })

  test('of a deactivated account is refused in the words of the password', async () => {
    const words = 'This account has been deactivated. Please contact support.'
    refuseCall('post', USE, 403, words)
    await waiting()
    await paste(code(), '123456')
    await press('Sign In')
    expect(await screen.findByText('Login Failed')).toBeVisible()
    expect(screen.getByText(words)).toBeVisible()
  })

  test('goes on to the second factor where there is one', async () => {
    answerCall('post', USE, { next: 'second_factor', passwordRemoved: false })
    const { router } = await waiting('/auth/login?returnTo=%2Fprofile')
    await paste(code(), '123456')
    await press('Sign In')
    expect(await heading('Enter Your Code')).toBeVisible()
    expect(router.state.location.search).toBe('?returnTo=%2Fprofile&step=code')
  })

  test('says that the password from before is gone, and asks for a new one at once', async () => {
    answerCall('post', USE, { next: 'done', passwordRemoved: true })
    const change = answerCall('post', '/api/auth/change-password', { message: '' })
    await waiting()
    await paste(code(), '123456')
    await press('Sign In')
    await heading('Choose a New Password')
    expect(
      screen.getByText(/The password set before it was confirmed no longer works/),
    ).toBeVisible()
    signIn(makeUser())
    await paste(screen.getByLabelText('New password'), 'a better horse')
    await paste(screen.getByLabelText('Confirm password'), 'a better horse')
    await press('Save Password')
    expect(await screen.findByText('Login Successful!')).toBeVisible()
    expect(change.bodies).toEqual([{ newPassword: 'a better horse' }])
  })

  test('goes on without a new password where that is wished', async () => {
    answerCall('post', USE, { next: 'done', passwordRemoved: true })
    await waiting()
    await paste(code(), '123456')
    await press('Sign In')
    await heading('Choose a New Password')
    signIn(makeUser())
    await press('Not now')
    expect(await screen.findByText('You can choose a password in your profile.')).toBeVisible()
  })

  test('has words of its own when nothing came back', async () => {
    breakCall('post', USE)
    await waiting()
    await paste(code(), '123456')
    await press('Sign In')
    expect(await screen.findByText("We couldn't check the code. Please try again.")).toBeVisible()
    expect(code()).toHaveValue('123456')
  })

  test('is left by the way back to the address, which is still there', async () => {
    const { router } = await waiting()
    await router.navigate(-1)
    await heading('Sign In With a Code')
    await router.navigate(1)
    await heading('Check Your Email')
    await userEvent.click(screen.getByRole('link', { name: 'use a different email' }))
    await heading('Sign In With a Code')
    expect(screen.getByLabelText('Email')).toHaveValue('ada@example.test')
  })

  test('opened without an address still takes a code, and offers the way to a new one', async () => {
    openApp('/auth/login?step=emailed')
    await heading('Check Your Email')
    expect(screen.getByText(/If there's an account for your address/)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Send a new code' })).not.toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'use a different email' })).toHaveAttribute(
      'href',
      '/auth/login?step=address',
    )
  })
})

describe('finding a purchase', () => {
  test('is reached from the sign-in page, and leads back with where one wanted to go', async () => {
    openApp('/auth/login?returnTo=%2Fprofile')
    await heading('Sign In')
    await userEvent.click(screen.getByRole('link', { name: 'Find my purchase' }))
    await heading('Find My Purchase')
    expect(screen.getByRole('link', { name: 'Back to sign in' })).toHaveAttribute(
      'href',
      '/auth/login?returnTo=%2Fprofile',
    )
  })

  test('says the same whoever it is', async () => {
    const message = "If there's a purchase or a seat for this address, we've sent an email to it."
    const { bodies } = answerCall('post', FIND, { message })
    openApp('/auth/find-purchase')
    await heading('Find My Purchase')
    await paste(screen.getByLabelText('Email'), 'ada@example.test')
    await press('Email My Purchases')
    expect(await heading('Check your inbox', 2)).toHaveFocus()
    expect(screen.getByText(message)).toBeVisible()
    expect(bodies).toEqual([{ email: 'ada@example.test' }])
  })
})
