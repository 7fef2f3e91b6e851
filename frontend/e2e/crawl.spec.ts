/** Every page as every kind of reader: no script but the listed ones, nothing private kept. */
import type { BrowserContext, Page, Response } from '@playwright/test'
import { ADMIN, enterAs, STUDENT } from './support/accounts'
import { inlineBeginsWith, scripts } from './support/script-inventory'
import { expect, test } from './support/test'
import { isProof } from './support/tiers'

const open = [
  ...['/', '/checkout', '/confirmation?redirect_status=failed', '/contact', '/unsubscribe'],
  ...['/auth/login', '/auth/register', '/auth/forgot-password', '/auth/reset-password'],
  ...[
    '/auth/find-purchase',
    '/auth/verify-email',
    '/auth/logout',
    '/privacy-policy',
    '/terms-of-service',
  ],
  ...['/join/nothing', '/certificates/ABCDEFGHJKLM', '/no/such/page'],
]
const signedIn = ['/', '/home', '/portal', '/portal/billing', '/profile', '/checkout', '/contact']
const desk = [
  ...['', '/bootcamps', '/bundles', '/users', '/purchases', '/communications', '/coaching'],
  ...['/statistics', '/audit', '/reconciliation'],
].map((section) => `/admin${section}`)

/** For a change, one page of each kind: of money, of secrets, of people, and one that is not there. */
const essential = [
  ...['/', '/checkout', '/confirmation?redirect_status=failed', '/unsubscribe', '/auth/login'],
  ...['/auth/reset-password', '/join/nothing', '/certificates/ABCDEFGHJKLM', '/no/such/page'],
  ...['/portal', '/portal/billing', '/profile'],
  ...['/admin', '/admin/purchases', '/admin/communications', '/admin/reconciliation'],
]
const visited = (pages: string[]) =>
  isProof ? pages : pages.filter((path) => essential.includes(path))

const readers = [
  { who: 'a visitor', as: '', pages: visited(open) },
  { who: 'a student', as: STUDENT, pages: visited(signedIn) },
  { who: 'an admin', as: ADMIN, pages: visited(isProof ? [...signedIn, ...desk] : desk) },
]

/** The same for everybody, and kept for a moment on the way. */
const sharedAnswers = ['/api/bootcamps', '/api/bundles']
/** Addresses that may hold a secret tell nobody where their reader came from. */
const secretive = /^\/(confirmation|unsubscribe|join|auth)/

function listed(script: string, page: string): boolean {
  return scripts.some(({ address, pages }) => address.test(script) && pages.test(page))
}

function flawsOf(response: Response, page: string): string[] {
  const { origin, pathname, href } = new URL(response.url())
  const isOurs = origin === new URL(page).origin
  const headers = response.headers()
  const shown = isOurs ? pathname : href
  const kind = response.request().resourceType()
  const flaws: string[] = []
  if (kind === 'script' && !listed(shown, new URL(page).pathname))
    flaws.push(`unlisted script ${shown} on ${page}`)
  if (!isOurs) return flaws
  if (!headers['content-security-policy']?.includes("frame-ancestors 'none'"))
    flaws.push(`${pathname} can be framed`)
  const isPrivate = pathname.startsWith('/api/') && !sharedAnswers.includes(pathname)
  if (isPrivate && headers['cache-control'] !== 'no-store')
    flaws.push(`${pathname} may be kept: ${headers['cache-control']}`)
  // Of two policies browsers follow the last.
  const referrer = headers['referrer-policy']?.split(/[\n,]/).at(-1)?.trim()
  if (kind === 'document' && secretive.test(pathname) && referrer !== 'no-referrer')
    flaws.push(`${pathname} tells where its reader came from: ${referrer}`)
  return flaws
}

async function inlineScripts(page: Page): Promise<string[]> {
  const texts = await page
    // Data is not run: what is on offer, and the same for search engines.
    .locator('script:not([src]):not([type="application/ld+json"], [type="application/json"])')
    .allTextContents()
  return texts.map((text) => text.trim()).filter((text) => !text.startsWith(inlineBeginsWith))
}

async function visit(page: Page, path: string, flaws: string[]) {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForLoadState('networkidle')
  for (const text of await inlineScripts(page)) flaws.push(`inline script on ${path}: ${text}`)
  const handlers = await page.evaluate(() =>
    [...document.querySelectorAll('*')].flatMap((element) =>
      element.getAttributeNames().filter((name) => name.startsWith('on')),
    ),
  )
  for (const handler of handlers) flaws.push(`inline ${handler} on ${path}`)
}

async function watch(context: BrowserContext, page: Page): Promise<string[]> {
  const flaws: string[] = []
  page.on('response', (response) => flaws.push(...flawsOf(response, page.url())))
  await context.exposeFunction('reportToCrawl', (blocked: string) =>
    flaws.push(`blocked ${blocked}`),
  )
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const report = (window as unknown as { reportToCrawl(blocked: string): void }).reportToCrawl
      report(`${event.violatedDirective} ${event.blockedURI} on ${location.pathname}`)
    })
  })
  return flaws
}

for (const { who, as, pages } of readers) {
  test.describe(who, () => {
    test.use({ allowedComplaints: ['the server responded with a status of 4'] })

    test('meets no script but the listed ones and nothing private that is kept', async ({
      context,
      page,
    }) => {
      test.setTimeout(60_000 * pages.length)
      if (as) await enterAs(page, as)
      const flaws = await watch(context, page)
      for (const path of pages) await visit(page, path, flaws)
      expect([...new Set(flaws)]).toEqual([])
    })
  })
}

test.describe('what people typed', () => {
  const typed = '<img src=x onerror="document.title=\'ran\'"><script>document.title="ran"</script>'

  test('is text wherever it is shown', async ({ context, page }) => {
    const answer = await page.request.post('/api/contact', {
      data: {
        name: 'Typed Person',
        email: `typed.${Date.now()}@example.test`,
        subject: typed,
        message: typed,
      },
    })
    expect(answer.status(), await answer.text()).toBe(200)
    await enterAs(page, ADMIN)
    const made = await page.request.post('/api/admin/bootcamps', {
      data: {
        name: typed,
        description: typed,
        tagline: typed,
        price: '995.00',
        startDate: '2031-10-09T22:00:00Z',
        endDate: '2031-10-10T01:00:00Z',
      },
    })
    const { id } = (await made.json()) as { id: number }
    await page.request.patch('/api/user/profile', { data: { firstName: typed, lastName: 'Desk' } })
    const flaws = await watch(context, page)
    let shownAsText = 0
    const shown = ['/', '/checkout', '/profile', '/admin', '/admin/bootcamps', '/admin/users']
    for (const path of [...shown, `/admin/bootcamps/${id}`, '/admin/communications']) {
      await visit(page, path, flaws)
      expect(await page.title(), path).not.toBe('ran')
      shownAsText += await page.getByText('<img src=x').count()
    }
    expect(shownAsText).toBeGreaterThan(0)
    await page.request.patch('/api/user/profile', {
      data: { firstName: 'Demo', lastName: 'Admin' },
    })
    await page.request.delete(`/api/admin/bootcamps/${id}`)
    expect(flaws).toEqual([])
  })
})
