/** Renders components the way the app does: with its providers, inside a router. */
import { render } from '@testing-library/react'
import type { ReactElement } from 'react'
import { createMemoryRouter, type RouteObject, RouterProvider } from 'react-router'
import { Providers } from '@/app/providers'
import { routes as appRoutes } from '@/app/router'
import { Toaster } from '@/components/ui/toaster'

/** An address, or one with what its history entry holds. */
type At = string | { pathname: string; search?: string; state?: unknown }

function renderRoutes(routes: RouteObject[], at: At) {
  const router = createMemoryRouter(routes, { initialEntries: [at] })
  const result = render(
    <Providers>
      <RouterProvider router={router} />
    </Providers>,
  )
  return { ...result, router }
}

/** One component with everything it may need around it, toasts included. */
export function renderWithApp(element: ReactElement, { at = '/' }: { at?: At } = {}) {
  const withToaster = (
    <>
      {element}
      <Toaster />
    </>
  )
  return renderRoutes([{ path: '*', element: withToaster }], at)
}

/** The whole app, opened at an address. */
export function openApp(at: string) {
  return renderRoutes(appRoutes, at)
}

/** The page after paying is fetched when it is needed: on a busy machine longer than a test waits. */
export async function loadConfirmation() {
  await import('@/features/confirmation/confirmation-page')
}
