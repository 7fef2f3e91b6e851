/** Renders components the way the app does: with its providers, inside a router. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { act, render } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import type { ReactElement } from 'react'
import { createMemoryRouter, type RouteObject, RouterProvider } from 'react-router'
import { Providers } from '@/app/providers'
import { routes as appRoutes } from '@/app/router'
import { Toaster } from '@/components/ui/toaster'
import { server } from './server'

/** An address, or one with what its history entry holds. */
type At = string | { pathname: string; search?: string; state?: unknown }

function renderRoutes(routes: RouteObject[], at: At) {
  const router = createMemoryRouter(routes, { initialEntries: [at] })
  const result = render(
    <Providers>
      <ClientKeeper />
      <RouterProvider router={router} />
    </Providers>,
  )
  return { ...result, router }
}

let client: QueryClient | undefined

function ClientKeeper() {
  client = useQueryClient()
  return null
}

/** Everything the page shows is asked for again. */
export async function refresh() {
  await act(async () => client?.refetchQueries())
}

/** It is asked for again, and a proxy answers in place of the server. */
export async function failToRefresh() {
  const badGateway = () => new HttpResponse('<h1>502 Bad Gateway</h1>', { status: 502 })
  server.use(http.all('*/api/*', badGateway))
  await refresh()
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
