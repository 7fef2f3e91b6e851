import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { makeUser } from '@/test/makers'
import { openApp, renderWithApp } from '@/test/render'
import { refuseGet, signIn } from '@/test/server'
import { RequireSignIn } from './require-sign-in'

const assign = vi.fn()

beforeEach(() => {
  vi.spyOn(window.location, 'assign').mockImplementation(assign)
  assign.mockClear()
})

const secret = (
  <RequireSignIn>
    <p>The members' page</p>
  </RequireSignIn>
)

describe('RequireSignIn', () => {
  test('tells a visitor that they are logged out and leaves for sign-in after 500 ms', () => {
    vi.useFakeTimers()
    renderWithApp(secret)
    expect(screen.getByText('Unauthorized')).toBeVisible()
    expect(screen.getByText('You are logged out. Logging in again...')).toBeVisible()
    expect(screen.queryByText("The members' page")).not.toBeInTheDocument()

    act(() => vi.advanceTimersByTime(499))
    expect(assign).not.toHaveBeenCalled()
    act(() => vi.advanceTimersByTime(1))
    expect(assign).toHaveBeenCalledExactlyOnceWith('/api/login?returnTo=%2F&choose=true')
  })

  test.each(['/portal', '/profile', '/admin/purchases?status=refunded#page'])(
    'asks to be led back to %s, by the page that offers every way in',
    async (wanted) => {
      openApp(wanted)
      await waitFor(() => expect(assign).toHaveBeenCalledTimes(1))
      const address = new URL(assign.mock.calls[0]?.[0], window.location.origin)
      expect(address.pathname).toBe('/api/login')
      expect(Object.fromEntries(address.searchParams)).toEqual({ returnTo: wanted, choose: 'true' })
    },
  )

  test('stays when the visitor has gone elsewhere before the 500 ms are over', () => {
    vi.useFakeTimers()
    const { unmount } = renderWithApp(secret)
    unmount()
    vi.advanceTimersByTime(1000)
    expect(assign).not.toHaveBeenCalled()
  })

  test('does not take a failing server for being logged out', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    signIn(makeUser())
    refuseGet('/api/auth/user', 503, 'Briefly away.')
    openApp('/portal')
    expect(await screen.findByRole('heading', { name: 'Something went wrong' })).toBeVisible()
    expect(screen.queryByText('Unauthorized')).not.toBeInTheDocument()
    expect(assign).not.toHaveBeenCalled()
  })

  test('shows the page to someone signed in, without a toast', async () => {
    signIn(makeUser())
    renderWithApp(secret)
    expect(await screen.findByText("The members' page")).toBeVisible()
    expect(screen.queryByText('Unauthorized')).not.toBeInTheDocument()
    expect(assign).not.toHaveBeenCalled()
  })
})
