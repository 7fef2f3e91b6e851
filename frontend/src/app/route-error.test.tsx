import { render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { describe, expect, test, vi } from 'vitest'
import { ApiError } from '@/api/api-error'
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
