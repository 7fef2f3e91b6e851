/** Runs before every test file: a mock server, a clean page, and nothing left over between tests. */
import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, vi } from 'vitest'
import { clearToasts } from '@/lib/toast'
import { server } from './server'

// A busy machine may need longer than a second to load a lazy page; a failing test only fails later.
configure({ asyncUtilTimeout: 10_000 })

// A call that no test expected is a bug in the code or in the test, never something to ignore.
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))

afterEach(() => {
  cleanup()
  clearToasts()
  server.resetHandlers()
  vi.useRealTimers()
  localStorage.clear()
  sessionStorage.clear()
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is not there in every browser.
  document.cookie = 'signed_in=; max-age=0; path=/'
  delete document.documentElement.dataset.theme
})

afterAll(() => server.close())
