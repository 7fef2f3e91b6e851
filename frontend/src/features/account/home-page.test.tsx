import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { answerCall, refuseCall } from '@/test/calls'
import { makeUser } from '@/test/makers'
import { openApp } from '@/test/render'
import { signIn } from '@/test/server'

const RESEND = '/api/auth/resend-verification'
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const cards = () =>
  screen
    .getAllByRole('heading', { level: 2 })
    .map((card) => [card.textContent, card.querySelector('a')?.getAttribute('href')])

describe('home', () => {
  test('greets a student and leads on', async () => {
    signIn(makeUser({ firstName: 'Grace' }))
    openApp('/home')
    await heading('Welcome back, Grace')
    expect(cards()).toEqual([
      ['My Bootcamps', '/portal'],
      ['Enroll in Bootcamps', '/checkout'],
    ])
    expect(screen.getByRole('link', { name: 'Profile' })).toHaveAttribute('href', '/profile')
    expect(screen.getByRole('link', { name: 'Logout' })).toHaveAttribute('href', '/api/logout')
  })

  test('shows the admin panel to admins only', async () => {
    signIn(makeUser({ role: 'ADMIN' }))
    openApp('/home')
    await heading('Welcome back, Ada')
    expect(cards()).toContainEqual(['Admin Panel', '/admin'])
  })

  test('is that of the person an admin is acting as', async () => {
    const impersonatedUser = { firstName: 'Grace', lastName: 'Hopper', email: 'g@example.test' }
    signIn(
      makeUser({
        role: 'ADMIN',
        effectiveRole: 'STUDENT',
        isImpersonating: true,
        impersonatedUser,
        emailVerified: false,
      }),
    )
    openApp('/home')
    await heading('Welcome back, Grace')
    expect(cards()).toHaveLength(2)
    expect(screen.queryByText(/confirm your email address/i)).not.toBeInTheDocument()
  })

  test('greets someone without a first name too', async () => {
    signIn(makeUser({ firstName: '' }))
    openApp('/home')
    expect(await heading('Welcome back')).toBeVisible()
  })
})

describe('the hint about an unproven address', () => {
  test('is there only while it is needed', async () => {
    signIn(makeUser({ emailVerified: true }))
    openApp('/home')
    await heading('Welcome back, Ada')
    expect(screen.queryByRole('button', { name: 'Send again' })).not.toBeInTheDocument()
  })

  test('sends the email again', async () => {
    signIn(makeUser({ emailVerified: false }))
    const { bodies } = answerCall('post', RESEND, { message: "We've sent you an email." })
    openApp('/home')
    await heading('Welcome back, Ada')
    expect(screen.getByText('ada@example.test')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Send again' }))
    expect(await screen.findByText("We've sent you an email.")).toBeVisible()
    expect(bodies).toEqual([null])
  })

  test('says when there were too many', async () => {
    signIn(makeUser({ emailVerified: false }))
    refuseCall('post', RESEND, 429, 'Too many requests. Please wait a moment and try again.')
    openApp('/home')
    await heading('Welcome back, Ada')
    await userEvent.click(screen.getByRole('button', { name: 'Send again' }))
    expect(
      await screen.findByText('Too many requests. Please wait a moment and try again.'),
    ).toBeVisible()
  })
})

describe('the logout page', () => {
  test('asks, and leaves for the server only when told to', async () => {
    signIn(makeUser())
    openApp('/auth/logout')
    await heading('Log Out?')
    expect(screen.getByRole('link', { name: 'Log Out' })).toHaveAttribute(
      'href',
      '/api/logout?confirmed=1',
    )
    expect(screen.getByRole('link', { name: 'Stay Signed In' })).toHaveAttribute('href', '/home')
  })

  test('has nothing to ask a visitor', async () => {
    openApp('/auth/logout')
    await heading("You're Logged Out")
    expect(screen.queryByRole('link', { name: 'Log Out' })).not.toBeInTheDocument()
  })
})
