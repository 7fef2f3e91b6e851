/** The served HTML of the checkout knows no query; the page that takes it over does. */
import { act, screen, waitFor } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { InformationStep } from '@/features/checkout/information-step'
import { Providers } from './providers'

const page = (at: string) => (
  <Providers>
    <MemoryRouter initialEntries={[at]}>
      <InformationStep
        buyer={{ email: '', fullName: '' }}
        onChange={() => undefined}
        refused={{}}
        isLocked={false}
        inputRefs={{ email: null, fullName: null }}
      />
    </MemoryRouter>
  </Providers>
)

test('the link to sign in keeps what was chosen', async () => {
  const container = document.createElement('div')
  document.body.append(container)
  container.innerHTML = renderToString(page('/checkout'))
  const root = await act(() => hydrateRoot(container, page('/checkout?bootcamp=1')))
  await waitFor(() =>
    expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute(
      'href',
      '/auth/login?returnTo=%2Fcheckout%3Fbootcamp%3D1',
    ),
  )
  act(() => root.unmount())
})
