import { render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { describe, expect, test, vi } from 'vitest'
import { ApiError } from '@/api/api-error'
import { watchForMissingChunks } from './missing-chunk'
import { RouteError } from './route-error'

function Failing({ error }: { error: unknown }): never {
  throw error
}

function renderFailing(error: unknown) {
  // React and the router print what they caught; here that is noise.
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const element = <Failing error={error} />
  const router = createMemoryRouter([{ path: '/', element, ErrorBoundary: RouteError }])
  render(<RouterProvider router={router} />)
}

describe('RouteError', () => {
  test('shows a screen with a way to reload and a way to reach support', () => {
    renderFailing(new Error('boom'))
    expect(screen.getByRole('heading', { level: 1, name: 'Something went wrong' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Reload' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Contact support' })).toHaveAttribute(
      'href',
      'mailto:support@example.com?subject=Something%20went%20wrong',
    )
    expect(screen.queryByText(/boom/)).not.toBeInTheDocument()
  })

  test('does not take the blame when there is no network', () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    renderFailing(new Error('boom'))
    expect(
      screen.getByText("You seem to be offline. Reload the page when you're back online."),
    ).toBeVisible()
    expect(screen.queryByText(/fault/)).not.toBeInTheDocument()
  })

  describe('a part of the app that is gone', () => {
    function renderMissing({ age, online = true }: { age: number; online?: boolean }) {
      const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {})
      vi.spyOn(performance, 'now').mockReturnValue(age)
      vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online)
      watchForMissingChunks()
      const payload = new TypeError('Failed to fetch dynamically imported module')
      window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload }))
      renderFailing(payload)
      return reload
    }

    test('is fetched anew with the whole page by a tab older than the last deploy', () => {
      expect(renderMissing({ age: 60_000 })).toHaveBeenCalledOnce()
    })

    test.each([
      ['by a page that was loaded just now', { age: 500 }],
      ['without a network', { age: 60_000, online: false }],
    ])('is not fetched over and over %s', (_, given) => {
      expect(renderMissing(given)).not.toHaveBeenCalled()
      expect(screen.getByRole('button', { name: 'Reload' })).toBeVisible()
    })

    test('is told apart from every other failure', () => {
      const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {})
      vi.spyOn(performance, 'now').mockReturnValue(60_000)
      renderFailing(new Error('boom'))
      expect(reload).not.toHaveBeenCalled()
    })
  })

  test('names the request when the server did', () => {
    const answer = new Response(null, { status: 500, headers: { 'X-Request-ID': 'req-42' } })
    renderFailing(new ApiError(answer, ''))
    expect(screen.getByText('req-42')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Contact support' })).toHaveAttribute(
      'href',
      expect.stringContaining('req-42'),
    )
  })
})
