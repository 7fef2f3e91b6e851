import { readFileSync } from 'node:fs'
import type { Page, Route } from '@playwright/test'
import { looked } from './support/looked'
import { pretendSignedIn } from './support/session'
import { expect, test } from './support/test'
import { proof } from './support/tiers'

const DAY_MS = 24 * 60 * 60 * 1000

/** A price without an end. */
const noRules = (regularPrice: string) => ({
  regularPrice,
  priceUntil: null,
  priceSeatsLeft: null,
  isStruck: false,
})

function bootcamp(id: number, step: 1 | 2 | 3, name: string, days: number, given = {}) {
  // An evening in New York, so that it is one day there whenever this runs.
  const start = new Date(Date.now() + days * DAY_MS).setUTCHours(22, 0, 0, 0)
  const price = step === 1 ? '995.00' : '1495.00'
  return {
    id,
    step,
    name,
    tagline: 'From an idea to something that works',
    description: 'Three live hours.',
    bootcampType: ['Build', 'Launch', 'Market'][step - 1],
    price,
    ...noRules(price),
    maxSeats: 20,
    availableSeats: 20,
    startDate: new Date(start).toISOString(),
    endDate: new Date(start + 3 * 60 * 60 * 1000).toISOString(),
    timezone: 'America/New_York',
    includesCoaching: step > 1,
    isActive: true,
    waitingList: false,
    ...given,
  }
}

const catalogue = [
  bootcamp(11, 1, 'Beginner Bootcamp', 9),
  bootcamp(12, 1, 'Beginner Bootcamp', 11, { availableSeats: 3 }),
  bootcamp(21, 2, 'Advanced Bootcamp', 40),
  bootcamp(31, 3, 'AI Marketing Bootcamp', 60, { availableSeats: 0, waitingList: true }),
]
/** On a phone what is sold out has a longer button in a line of its own, which only a page as served knows before. */
const onSale = catalogue.map((one) => ({ ...one, availableSeats: 9, waitingList: false }))
const bundle = {
  id: '6f1c0a52-7a43-4a1e-9c55-0d6d3b1f2a10',
  name: 'Complete Bundle',
  tagline: 'Build, launch and market: the whole journey',
  description: 'All three bootcamps and both coaching hours: the whole journey in 90 days.',
  price: '2995.00',
  ...noRules('2995.00'),
  isActive: true,
  availableSeats: 20,
  seatsOnAnyDate: 20,
  waitingList: false,
  bootcamps: catalogue.slice(1).map((one) => ({ ...one, dateIds: [one.id] })),
}

/** The page as the build left it, which asks for the offer instead of bringing it along. */
async function openAsBuilt(page: Page) {
  await page.route(
    ({ pathname }) => pathname === '/',
    async (route) => {
      const response = await route.fetch()
      const { 'content-encoding': _, 'content-length': __, ...headers } = response.headers()
      await route.fulfill({ headers, body: readFileSync('dist/index.html', 'utf8') })
    },
  )
}

/** A site nobody has rated: the demo's ratings come and go with the journey about them. */
const reviews = { answers: 0, average: null, courses: [], hidden: [], newest: [], reviews: 0 }

async function offer(page: Page, bootcamps: object[], bundles: object[]) {
  await openAsBuilt(page)
  await page.route('**/api/reviews', (route) => route.fulfill({ json: reviews }))
  await page.route('**/api/bootcamps', (route) => route.fulfill({ json: bootcamps }))
  await page.route('**/api/bundles', (route) => route.fulfill({ json: bundles }))
}

const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name })

/** The page is finished HTML and the app comes when somebody reaches for it. */
async function open(page: Page) {
  await page.goto('/')
  await link(page, 'Login').hover()
  await page.locator('#root[data-ready]').waitFor({ state: 'attached' })
}

test('the page has its eight sections in order, and every way on leads where it should', async ({
  page,
}) => {
  await offer(page, catalogue, [bundle])
  await open(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/live and selling in 90.days/)
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    'Which of these sounds like you?',
    'Three steps. Take one, or take all three.',
    'A founder who sells, a marketer who builds.',
    'What You Could Build',
    'Limited Seats Available',
  ])
  for (const text of [
    'An idea, but no product',
    'A prototype that does not work',
    'A product, but no customers',
    'AI chatbots',
    'Meeting transcription apps',
    'Custom dashboards',
    'Landing pages with waitlists and payment links',
    'Content generators',
    'Process automations',
    'First-session guarantee',
  ])
    await expect(page.getByRole('heading', { level: 3, name: text })).toBeVisible()
  for (const fact of ['MBA', '7+ years', '1 patent', '50+'])
    await expect(page.getByText(fact, { exact: true })).toBeVisible()

  await expect(page.getByText(/^Next start: /)).toBeVisible()
  await expect(page.getByTestId('seats-badge')).toHaveText('7 seats remaining')
  await expect(page.getByText('3 left', { exact: true })).toBeVisible()

  const reserve = link(page, 'Reserve My Spot Now')
  await expect(reserve).toHaveCount(2)
  for (const button of await reserve.all())
    await expect(button).toHaveAttribute('href', '/checkout')
  await expect(link(page, 'Choose Build')).toHaveAttribute('href', '/checkout?bootcamp=11')
  await expect(link(page, 'Choose Launch')).toHaveAttribute('href', '/checkout?bootcamp=21')
  await expect(link(page, 'Choose Market')).toHaveCount(0)
  await expect(link(page, 'Notify me if a seat opens up')).toHaveAttribute(
    'href',
    '/waiting?bootcamp=31',
  )
  const dates = link(page, /:00 PM E[SD]T ?, reserve this date$/)
  await expect(dates.nth(0)).toHaveAttribute('href', '/checkout?bootcamp=11')
  await expect(dates.nth(1)).toHaveAttribute('href', '/checkout?bootcamp=12')
  await expect(link(page, 'Choose Complete Bundle')).toHaveAttribute(
    'href',
    `/checkout?bundle=${bundle.id}`,
  )
  await expect(page.getByText('Save $990')).toBeVisible()
  for (const [name, to] of [
    ['Privacy Policy', '/privacy-policy'],
    ['Terms of Service', '/terms-of-service'],
    ['Contact', '/contact'],
  ] as const)
    await expect(page.getByRole('contentinfo').getByRole('link', { name })).toHaveAttribute(
      'href',
      to,
    )

  await link(page, 'Choose Launch').click()
  await expect(page).toHaveURL('/checkout?bootcamp=21')
})

test('without an active bundle the price is on request', proof, async ({ page }) => {
  await offer(page, catalogue, [{ ...bundle, isActive: false }])
  await open(page)
  await expect(page.getByText('Contact for Pricing')).toBeVisible()
  await expect(page.locator('s', { hasText: '$3,985' })).toBeVisible()
  await link(page, 'Get Bundle Pricing').click()
  await expect(page).toHaveURL('/checkout?bundle=true')
})

test('Register Now scrolls to the registration section', proof, async ({ page }) => {
  await offer(page, catalogue, [bundle])
  await open(page)
  const heading = page.getByRole('heading', { name: 'Three steps. Take one, or take all three.' })
  await expect(heading).not.toBeInViewport()
  await link(page, 'Register Now').click()
  await expect(heading).toBeInViewport()
  await expect(page.locator('#register')).toBeFocused()
})

test(
  'the login dialog works from the keyboard and offers what the site has',
  proof,
  async ({ page }) => {
    // Eight pictures and checks of a whole page take their time on a busy machine.
    test.slow()
    await offer(page, catalogue, [bundle])
    const methods = { openid: true, openidName: 'Workplace', google: true }
    await page.route('**/api/auth/methods', (route) => route.fulfill({ json: methods }))
    await open(page)
    const login = link(page, 'Login')
    await login.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Welcome back' })
    await expect(dialog.locator('a:focus')).toHaveCount(1)
    await expect(dialog.getByRole('link')).toHaveText([
      'Continue with Workplace',
      'Continue with Google',
      'Email me a code',
      'Use username and password',
      'Create an account',
      'Find my purchase',
    ])
    await expect(link(page, 'Continue with Workplace')).toHaveAttribute(
      'href',
      '/api/login?returnTo=%2F',
    )
    await expect(link(page, 'Continue with Google')).toHaveAttribute(
      'href',
      '/api/auth/google?returnTo=%2F',
    )
    await looked(page, 'landing-login')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(login).toBeFocused()

    await login.click()
    await dialog.getByRole('link', { name: 'Use username and password' }).click()
    await expect(page).toHaveURL('/auth/login')
  },
)

test('from the top of the page to the checkout by keyboard alone', proof, async ({ page }) => {
  await offer(page, catalogue, [bundle])
  await open(page)
  const reserve = link(page, 'Reserve My Spot Now').first()
  const visited: string[] = []
  for (let presses = 0; presses < 12; presses += 1) {
    await page.keyboard.press('Tab')
    visited.push(
      await page.evaluate(() => {
        const { activeElement } = document
        return (
          activeElement?.getAttribute('aria-label') ??
          activeElement?.textContent ??
          ''
        ).trim()
      }),
    )
    if (await reserve.evaluate((element) => element === document.activeElement)) break
  }
  expect(visited.slice(0, 1)).toEqual(['Skip to main content'])
  expect(visited.slice(2)).toEqual(['Dark theme', 'Login', 'Register Now', 'Reserve My Spot Now'])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/checkout')
})

test.describe('while the server is away', () => {
  test.use({ allowedComplaints: ['the server responded with a status of 503'] })

  test('the journey is told from memory and leads to the checkout', proof, async ({ page }) => {
    await openAsBuilt(page)
    await page.route('**/api/**', (route) =>
      route.fulfill({ status: 503, json: { message: 'Away', fields: {} } }),
    )
    await open(page)
    const cards = page.locator('#register ol > li')
    // The dates we know by heart are past, and so not shown.
    await expect(cards.getByText('New dates coming soon')).toHaveCount(3)
    await expect(cards.nth(0)).toContainText('$995')
    await expect(cards.nth(1)).toContainText('$1,495')
    await expect(cards.nth(2)).toContainText('$1,495')
    await expect(page.getByText('Contact for Pricing')).toBeVisible()
    await link(page, 'Choose Build').click()
    await expect(page).toHaveURL('/checkout')
  })
})

test('nothing moves when the catalogue arrives while somebody reads', proof, async ({ page }) => {
  await openAsBuilt(page)
  const waiting: Route[] = []
  await page.route('**/api/bootcamps', (route) => void waiting.push(route))
  await page.route('**/api/bundles', (route) => void waiting.push(route))
  for (const size of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    const offered = size.width < 640 ? onSale : catalogue
    waiting.length = 0
    await page.setViewportSize(size)
    await open(page)
    await page.locator('#register').scrollIntoViewIfNeeded()
    await page.locator('#register ol').scrollIntoViewIfNeeded()
    await expect.poll(() => waiting.length).toBe(2)
    const places = () =>
      page
        .locator('#register :is(h3, ol > li), section:has(> h2)')
        .evaluateAll((elements) =>
          elements.map((element) => Math.round(element.getBoundingClientRect().top)),
        )
    const before = await places()
    for (const route of waiting)
      await route.fulfill({
        json: route.request().url().endsWith('bundles') ? [bundle] : offered,
      })
    await expect(page.getByText('Save $990')).toBeVisible()
    await expect(link(page, 'Choose Build')).toHaveAttribute('href', /bootcamp=11/)
    expect(await places()).toEqual(before)
  }
})

test(
  'visiting makes no request to anyone else and prints nothing',
  proof,
  async ({ page, baseURL }) => {
    const foreign: string[] = []
    const printed: string[] = []
    page.on('request', (request) => {
      if (!request.url().startsWith(String(baseURL))) foreign.push(request.url())
    })
    page.on('console', (message) => printed.push(message.text()))
    await open(page)
    await expect(page.getByText(/^Next start: /)).toBeVisible()
    await page.mouse.wheel(0, 6000)
    await page.waitForLoadState('networkidle')
    expect(foreign).toEqual([])
    expect(printed).toEqual([])
  },
)

test('the real catalogue fills the page, accessible and pictured in every face', async ({
  page,
}) => {
  test.slow()
  await open(page)
  await expect(page.getByText(/^Next start: /)).toBeVisible()
  await looked(page, 'landing')
  const structuredData = await page.locator('script[type="application/ld+json"]').textContent()
  expect(JSON.parse(structuredData ?? '')).toMatchObject({ '@context': 'https://schema.org' })
  // On a very small phone the bar still fits.
  await page.setViewportSize({ width: 320, height: 640 })
  await expect(link(page, 'Register Now')).toBeInViewport({ ratio: 1 })
})

test('someone signed in never sees the sales page', async ({ page, context, baseURL }) => {
  await pretendSignedIn(page)
  await context.addCookies([{ name: 'signed_in', value: '1', url: String(baseURL) }])
  await page.route('**/api/user/**', (route) => route.fulfill({ json: [] }))
  const seen: string[] = []
  await page.exposeFunction('noteHeading', (text: string) => seen.push(text))
  await page.addInitScript(() => {
    new MutationObserver(() => {
      const heading = document.querySelector('h1')?.textContent
      if (heading)
        void (window as unknown as { noteHeading(text: string): void }).noteHeading(heading)
    }).observe(document, { childList: true, subtree: true })
  })
  await page.goto('/')
  await expect(page).toHaveURL('/portal')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(seen.filter((heading) => heading.includes('software idea'))).toEqual([])
})
