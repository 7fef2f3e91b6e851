import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { makeUser } from '@/test/makers'
import { renderWithApp } from '@/test/render'
import { answerGet, refuseGet, signIn } from '@/test/server'
import { LandingBar } from './landing-bar'

/** Lets a test hold back the file of the dialog, as a slow line does. */
const slow = vi.hoisted(() => {
  let wait = Promise.resolve()
  let letGo = () => {}
  return {
    hold: () => {
      wait = new Promise((resolve) => {
        letGo = resolve
      })
    },
    letGo: () => letGo(),
    come: () => wait,
  }
})
vi.mock('./load-login-dialog', () => ({
  loadLoginDialog: async () => {
    await slow.come()
    return import('./login-dialog')
  },
}))

async function openLogin() {
  renderWithApp(<LandingBar />)
  await userEvent.click(screen.getByRole('link', { name: 'Login' }))
  return screen.findByRole('dialog', { name: 'Welcome back' })
}

const hrefs = () =>
  screen
    .getAllByRole('listitem')
    .map((item) => item.querySelector('a')?.getAttribute('href') ?? null)

describe('the bar of a visitor', () => {
  test('links to the sign-in page and to the registration section', () => {
    renderWithApp(<LandingBar />)
    expect(screen.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/auth/login')
    expect(screen.getByRole('link', { name: 'Register Now' })).toHaveAttribute('href', '#register')
    expect(screen.getByRole('button', { name: 'Dark theme' })).toBeVisible()
  })

  test('Register Now moves the keyboard to the registration section', async () => {
    renderWithApp(
      <>
        <LandingBar />
        <section id="register" data-testid="register" />
      </>,
    )
    await userEvent.click(screen.getByRole('link', { name: 'Register Now' }))
    expect(screen.getByTestId('register')).toHaveFocus()
  })
})

describe('the login dialog', () => {
  test('offers every method the site has', async () => {
    answerGet('/api/auth/methods', { openid: true, openidName: 'Workplace', google: true })
    await openLogin()
    await screen.findByRole('link', { name: 'Continue with Google' })
    expect(screen.getByRole('link', { name: 'Continue with Workplace' })).toBeVisible()
    expect(hrefs()).toEqual([
      '/api/login?returnTo=%2F',
      '/api/auth/google?returnTo=%2F',
      '/auth/login',
      '/auth/login?step=address',
    ])
    expect(screen.getByRole('link', { name: 'Email me a code' })).toBeVisible()
  })

  test('hides what is not configured', async () => {
    answerGet('/api/auth/methods', { openid: false, openidName: '', google: true })
    await openLogin()
    await screen.findByRole('link', { name: 'Continue with Google' })
    expect(hrefs()).toEqual([
      '/api/auth/google?returnTo=%2F',
      '/auth/login',
      '/auth/login?step=address',
    ])
  })

  test('still offers the password when the server cannot say', async () => {
    const asked = refuseGet('/api/auth/methods', 503, 'Away')
    await openLogin()
    await waitFor(() => expect(asked.times).toBe(1))
    expect(hrefs()).toEqual(['/auth/login', '/auth/login?step=address'])
  })

  test('stays closed when Escape was pressed before it came', async () => {
    answerGet('/api/auth/methods', { openid: false, openidName: '', google: false })
    slow.hold()
    renderWithApp(<LandingBar />)
    await userEvent.click(screen.getByRole('link', { name: 'Login' }))
    await userEvent.keyboard('{Escape}')
    await act(async () => slow.letGo())
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    // The control: pressed again, it opens.
    await userEvent.click(screen.getByRole('link', { name: 'Login' }))
    expect(await screen.findByRole('dialog', { name: 'Welcome back' })).toBeVisible()
  })

  test('closes on Escape and gives the focus back', async () => {
    answerGet('/api/auth/methods', { openid: false, openidName: '', google: false })
    await openLogin()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(screen.getByRole('link', { name: 'Login' })).toHaveFocus()
  })
})

describe('the bar of someone signed in', () => {
  test('shows first and last name and a way out', async () => {
    signIn(makeUser())
    renderWithApp(<LandingBar />)
    expect(await screen.findByText('Ada Lovelace')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Logout' })).toHaveAttribute('href', '/api/logout')
    expect(screen.queryByRole('link', { name: 'Login' })).not.toBeInTheDocument()
    expect(screen.queryByRole('link', { name: 'Register Now' })).not.toBeInTheDocument()
  })
})
