/** Starts the app in the browser: over a prerendered page where there is one, else from nothing. */
import { StrictMode, startTransition, useEffect } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, matchRoutes } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { readKnownAnswers } from '@/api/known-answers'
import { rememberTyped } from '@/lib/typed-early'
import { watchForMissingChunks } from './missing-chunk'
import { Providers } from './providers'
import { routes } from './router'

/** Left to the router, a lazy page would show its fallback over the HTML that was served. */
async function loadMatchedPages() {
  const matches = matchRoutes(routes, window.location) ?? []
  await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy !== 'function') return
      Object.assign(route, await route.lazy())
      delete route.lazy
    }),
  )
}

function OnceMounted({ call }: { call: () => void }) {
  useEffect(call, [call])
  return null
}

/** Resolves when the page answers to the visitor; from `takeOver` on no press is lost. */
export async function startApp(takeOver: () => void): Promise<void> {
  const root = document.getElementById('root')
  if (!root) return
  watchForMissingChunks()
  const path = window.location.pathname.replace(/\/+$/, '') || '/'
  const prerendered = root.dataset.path === path
  if (prerendered) await loadMatchedPages()

  const router = createBrowserRouter(
    routes,
    prerendered ? { hydrationData: { loaderData: {} } } : undefined,
  )
  const known = prerendered ? readKnownAnswers() : null
  await new Promise<void>((mounted) => {
    const app = (
      <StrictMode>
        <Providers known={known}>
          <RouterProvider router={router} />
        </Providers>
        <OnceMounted call={mounted} />
      </StrictMode>
    )
    takeOver()
    if (prerendered) rememberTyped(root)
    startTransition(() => {
      if (prerendered) hydrateRoot(root, app)
      else createRoot(root).render(app)
    })
  })
  // Says to anyone who looks from outside that buttons work now.
  root.dataset.ready = ''
}
