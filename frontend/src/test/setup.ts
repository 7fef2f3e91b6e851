/** Runs before every test file: a mock server, a clean page, and nothing left over between tests. */
import { format } from 'node:util'
import '@testing-library/jest-dom/vitest'
import { cleanup, configure, prettyDOM } from '@testing-library/react'
import CSSPropertyManager from 'happy-dom/lib/css/declaration/property-manager/CSSPropertyManager.js'
import * as React from 'react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { clearToasts } from '@/lib/toast'
import { server } from './server'
import { forgetTabMemory } from './storage'

// A busy machine may need longer than a second to load a lazy page; a failing test only fails later.
configure({ asyncUtilTimeout: 10_000, getElementError: notFoundYet })

/** What is waited for is missed many times: the page is written down only for whoever reads of it. */
function notFoundYet(message: string | null, container: Element): Error {
  const error = new Error()
  // Where it was asked for is in the test, not here.
  Error.captureStackTrace(error, notFoundYet)
  error.name = 'TestingLibraryElementError'
  const whole = () => [message, prettyDOM(container)].filter(Boolean).join('\n\n')
  Object.defineProperty(error, 'message', { get: whole, configurable: true })
  return error
}

// React notes for its warnings where each element was made, a fifth of a test's time. Past its limit
// it does not, so it is told that the limit is always reached.
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } =
  React as unknown as Record<string, object>
if (internals) {
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    get: () => Number.POSITIVE_INFINITY,
    set: () => undefined,
    configurable: true,
  })
}

// Whether somebody sees an element depends on the style of all that it is in. happy-dom copies each of
// those with `structuredClone`; they are flat but for one level.
CSSPropertyManager.prototype.clone = function (this: CSSPropertyManager) {
  const copies = Object.entries(this.properties).map(([name, one]) => [name, { ...one }])
  return Object.assign(new CSSPropertyManager(), {
    properties: Object.fromEntries(copies),
    // biome-ignore lint/complexity/useLiteralKeys: it is its own.
    definedPropertyNames: { ...this['definedPropertyNames'] },
  })
}

// A call that no test expected finds no server.
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))

/** A worker that rendered a page as the server does goes on as a browser: React can't know why. */
const TWO_RENDERERS = 'Detected multiple renderers concurrently rendering the same context provider'

/** What a page that is gone still asks for, such as the checkout's files once it is quiet, belongs to no test. */
const NOBODY_ASKED = '[MSW] Error: intercepted a request without a matching request handler'

/** A warning is a bug in the code or in the test: the test fails. One that expects it watches the console itself. */
const complaints: string[] = []

beforeEach(() => {
  complaints.length = 0
  for (const method of ['error', 'warn'] as const) {
    // biome-ignore lint/suspicious/noConsole: what is said there is judged here.
    const say = console[method]
    vi.spyOn(console, method).mockImplementation((...said: unknown[]) => {
      const words = format(...said)
      if (words.startsWith(NOBODY_ASKED)) say(words)
      else if (!words.startsWith(TWO_RENDERERS)) complaints.push(words)
    })
  }
})

function forgetCookies() {
  for (const cookie of document.cookie.split('; ')) {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is not there in every browser.
    document.cookie = `${cookie.split('=')[0]}=; max-age=0; path=/`
  }
}

/** One page and one set of modules serve all files of a worker: what a test changed in them is undone. */
afterEach(async () => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  // What the page asked last still meets the answers of its own test.
  await new Promise((resolve) => setTimeout(resolve, 0))
  clearToasts()
  server.resetHandlers()
  localStorage.clear()
  sessionStorage.clear()
  forgetTabMemory()
  forgetCookies()
  window.history.replaceState(null, '', '/')
  document.title = ''
  document.head.replaceChildren()
  document.body.replaceChildren()
  for (const root of [document.documentElement, document.body]) {
    for (const name of root.getAttributeNames()) root.removeAttribute(name)
  }
  expect(complaints).toEqual([])
})

afterAll(() => server.close())
