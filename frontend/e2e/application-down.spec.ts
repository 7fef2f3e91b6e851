/** The offer as nginx tells it: exact right after a sale, and the last known while the application is away. */
import type { APIRequestContext, Page } from '@playwright/test'
import { buyByApi, offeredBootcamps, offeredBundle, openBootcamps } from './support/buying'
import { type OwnSite, openOwnSite } from './support/own-site'
import { expect, test } from './support/test'
import { isProof } from './support/tiers'

const TOLD_WITHIN_MS = 2000

interface Told {
  name: string
  hasCourseInstance?: { remainingAttendeeCapacity: number; offers: { url: string } }[]
}

test.describe.configure({ mode: 'default' })

let site: OwnSite
test.beforeAll(async () => {
  site = await openOwnSite()
})
test.afterAll(() => site.close())

/** What search engines read in the page. */
async function structuredData(page: Page): Promise<Told[]> {
  const told = await page.locator('script[type="application/ld+json"]').textContent()
  return (JSON.parse(told ?? '') as { '@graph': Told[] })['@graph']
}

async function seatsInThePage(request: APIRequestContext, id: number): Promise<number | undefined> {
  const html = await (await request.get(`${site.url}/`)).text()
  const [, told = ''] =
    /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(html) ?? []
  return (JSON.parse(told) as { '@graph': Told[] })['@graph']
    .flatMap(({ hasCourseInstance = [] }) => hasCourseInstance)
    .find(({ offers }) => offers.url.endsWith(`/checkout?bootcamp=${id}`))
    ?.remainingAttendeeCapacity
}

async function seatsInTheList(request: APIRequestContext, id: number): Promise<number | undefined> {
  const offered = await offeredBootcamps(request, site.url)
  return offered.find((bootcamp) => bootcamp.id === id)?.availableSeats
}

async function seatsInTheBundle(request: APIRequestContext): Promise<number> {
  return (await offeredBundle(request, site.url)).availableSeats
}

test.describe('by the clock', { tag: '@timing' }, () => {
  test('a sale is in the page and in both lists soon after', async ({ page: { request } }) => {
    const members = (await offeredBundle(request)).bootcamps.map(({ id }) => id)
    const offered = await offeredBootcamps(request)
    // The member with the fewest seats is what the bundle has left.
    const [bootcamp] = offered
      .filter(({ id }) => members.includes(id))
      .toSorted((a, b) => a.availableSeats - b.availableSeats)
    if (!bootcamp) throw new Error('the demo sells no bundle')
    const places = [
      () => seatsInThePage(request, bootcamp.id),
      () => seatsInTheList(request, bootcamp.id),
      () => seatsInTheBundle(request),
    ]
    const before = await Promise.all(places.map((seats) => seats()))
    await buyByApi(request, bootcamp.id)
    const soldAt = Date.now()
    for (const [index, seats] of places.entries()) {
      await expect
        .poll(seats, { intervals: [50], timeout: 10_000 })
        .toBeLessThan(before[index] ?? 0)
    }
    // Per change, on whatever machine, it is enough that all three say so.
    if (isProof) expect(Date.now() - soldAt).toBeLessThan(TOLD_WITHIN_MS)
  })
})

for (const [what, parts] of [
  ['the application is', ['application']],
  ['the application and the page server are', ['application', 'pageServer']],
] as const) {
  test(`without scripts and while ${what} away, today's offer stands in the page`, async ({
    browser,
    page: { request },
  }) => {
    const [next] = (await openBootcamps(request)).toReversed()
    if (!next) throw new Error('the demo sells nothing')
    for (const kept of ['/', '/api/bootcamps', '/api/bundles']) await request.get(site.url + kept)
    for (const part of parts) await site.kill(part)
    // Past the second for which nginx may answer without asking.
    await new Promise((resolve) => setTimeout(resolve, 3000))
    const away = await request.get(`${site.url}/api/checkout`)
    expect([away.status(), away.headers()['retry-after']]).toEqual([503, '5'])
    const rendering = await request.get(site.pageServerMetrics).then(
      (answer) => answer.status(),
      () => 'nobody there',
    )
    expect(rendering).toBe(parts.length === 1 ? 503 : 'nobody there')

    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(`${site.url}/`)
    await expect(page.locator(`a[href="/checkout?bootcamp=${next.id}"]`).first()).toBeVisible()
    await expect(page.getByText(/^Next start: \w+, \w+ \d+ at /)).toBeVisible()
    await expect(page.locator('#register')).toContainText('$995')
    expect(JSON.stringify(await structuredData(page))).toContain(`/checkout?bootcamp=${next.id}`)
    await context.close()
    for (const list of ['bootcamps', 'bundles']) {
      const kept = await request.get(`${site.url}/api/${list}`)
      expect(kept.status()).toBe(200)
      expect(((await kept.json()) as object[]).length).toBeGreaterThan(0)
    }
  })
}
