/** Someone signed in, as far as the browser can tell; for journeys that need no real account. */
import type { Page } from '@playwright/test'

export async function pretendSignedIn(page: Page) {
  await page.addInitScript(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: runs before the page, in one browser only.
    document.cookie = 'signed_in=1; path=/'
  })
  await page.route('**/api/auth/user', (route) =>
    route.fulfill({
      json: {
        id: 1,
        email: 'ada@example.test',
        username: 'ada',
        firstName: 'Ada',
        lastName: 'Lovelace',
        role: 'STUDENT',
        rights: [],
        effectiveRole: 'STUDENT',
        isAdmin: false,
        isImpersonating: false,
        impersonatedUser: null,
      },
    }),
  )
  // And who has bought nothing.
  await page.route('**/api/user/purchases', (route) => route.fulfill({ json: [] }))
}
