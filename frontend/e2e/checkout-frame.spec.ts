/** The checkout's frame: there at once, nothing asked for twice, nothing moves, the order in view. */
import type { Page } from '@playwright/test'
import { fillCheckout, roomyBundle } from './support/buying'
import { looked } from './support/looked'
import { expect, test } from './support/test'
import { proof } from './support/tiers'

const order = (page: Page) => page.getByRole('region', { name: 'Order summary' })
const packages = (page: Page) =>
  page
    .getByRole('region', { name: /^(The complete bundle|A single bootcamp)$/ })
    .getByRole('checkbox')
/** The way on, wherever it stands: in the summary, in the bar, or the form's own button. */
const way = (page: Page) => page.getByRole('button', { name: /^(Continue|Pay|Pay \$[\d,.]+)$/ })

/** Holds back an answer until the test lets it go. */
async function held(page: Page, address: string) {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(address, async (route) => {
    await released
    await route.continue()
  })
  return () => release()
}

test('the frame stands before any script runs, and what is typed into it stays', async ({
  page,
}) => {
  const release = await held(page, '**/assets/*.js')
  await page.goto('/checkout?bundle=true', { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1, name: 'Choose Your Bootcamp' })).toBeVisible()
  await expect(page.getByText('Loading the bootcamps...')).toBeAttached()
  await page.getByLabel('Email').fill('grace@example.test')
  release()
  await expect(page.getByRole('checkbox', { name: /Bundle/ })).toBeChecked()
  await expect(page.getByLabel('Email')).toHaveValue('grace@example.test')
  // It counts as typed: with a name the payment can begin.
  await page.getByLabel('Full name').fill('Grace Hopper')
  await expect(
    page
      .frameLocator('iframe[title="Secure payment input frame"]')
      .first()
      .locator('[name=number]'),
  ).toBeVisible()
})

test.describe('a part that does not come', () => {
  test.use({ allowedComplaints: ['net::ERR_FAILED'] })

  test('the card form is asked for again', async ({ page }) => {
    const scripts = /\/assets\/card-form-.*\.js$/
    await page.route(scripts, (route) => route.abort())
    await page.goto('/checkout?bundle=true')
    await page.getByLabel('Email').fill('grace@example.test')
    await page.getByLabel('Full name').fill('Grace Hopper')
    await expect(page.getByText("The payment form couldn't be loaded")).toBeVisible()
    await page.unroute(scripts)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('form', { name: 'Payment' })).toBeVisible()
    await expect(page.getByLabel('Email')).toHaveValue('grace@example.test')
  })

  test('without the list of dates the chosen ones can be bought', proof, async ({ page }) => {
    await page.route(/\/assets\/select-.*\.js$/, (route) => route.abort())
    await fillCheckout(page, await roomyBundle(page.request))
    await expect(page.getByRole('region', { name: 'Your dates' })).toBeVisible()
    await expect(page.getByRole('form', { name: 'Payment' })).toBeVisible()
  })
})

test('what the page asks for early is asked for once', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, origin } = new URL(request.url())
    if (/^\/api\/(checkout|bootcamps|bundles)$/.test(pathname)) asked.push(pathname)
    if (origin === 'https://js.stripe.com' && pathname.endsWith('/stripe.js'))
      asked.push('stripe.js')
  })
  await page.goto('/checkout')
  await expect(page.getByRole('checkbox').first()).toBeVisible()
  await expect
    .poll(() => page.evaluate(() => 'Stripe' in window), { message: 'the provider is there' })
    .toBe(true)
  expect(asked.toSorted()).toEqual(['/api/bootcamps', '/api/bundles', '/api/checkout', 'stripe.js'])
})

for (const [screen, size] of Object.entries({
  desk: { width: 1440, height: 900 },
  tall: { width: 1440, height: 1600 },
  phone: { width: 390, height: 844 },
})) {
  for (const query of ['', '?bundle=true', '?bootcamp=']) {
    const tier = screen === 'desk' && query === '?bundle=true' ? {} : proof
    test(`nothing moves while /checkout${query} fills, ${screen}`, tier, async ({ page }) => {
      await page.setViewportSize(size)
      await page.addInitScript(() => {
        const moved: string[] = []
        Object.assign(window, { moved })
        new PerformanceObserver((list) => {
          for (const shift of list.getEntries() as (PerformanceEntry & {
            value: number
            hadRecentInput: boolean
            sources: { node?: Node; previousRect: DOMRect; currentRect: DOMRect }[]
          })[]) {
            const what = shift.sources.map(
              ({ node, previousRect: from, currentRect: to }) =>
                `${node?.textContent?.slice(0, 40)} ${from.x},${from.y} to ${to.x},${to.y}`,
            )
            if (!shift.hadRecentInput) moved.push(`${shift.value}: ${what.join('; ')}`)
          }
        }).observe({ type: 'layout-shift', buffered: true })
      })
      const [bootcamp] = (await (await page.request.get('/api/bootcamps')).json()) as {
        id: number
      }[]
      const release = await held(page, '**/api/bootcamps')
      await page.goto(`/checkout${query}${query.endsWith('bootcamp=') ? bootcamp?.id : ''}`)
      await expect(page.locator('#root[data-ready]')).toBeAttached()
      await page.evaluate(() => new Promise((painted) => requestAnimationFrame(painted)))
      release()
      await expect(order(page)).toBeAttached()
      // The provider's part and what sticks to the window come after the list.
      await page.waitForTimeout(1500)
      const moved = await page.evaluate(() => (window as unknown as { moved: string[] }).moved)
      expect(moved).toEqual([])
    })
  }
}

test('beside the card stand what is paid for, the total and the way on', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/checkout?bundle=true')
  await expect(packages(page)).toHaveCount(1)
  await expect(packages(page)).toBeChecked()
  await order(page).getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByLabel('Email')).toBeFocused()

  // As the dates are chosen for them: in order, and without words about an order of their own.
  await fillCheckout(page, 'bundle=true')
  await page.getByRole('checkbox', { name: /I accept the terms/ }).check()
  const end = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)
  for (const y of [0, end / 4, end / 2, (end * 3) / 4, end]) {
    await page.evaluate((to) => scrollTo(0, to), y)
    await expect.poll(() => inSight(page.getByText('$2,995.00'))).toBeGreaterThan(0)
    // One of them: the form's own, or the bar's while that one is out of sight.
    await expect.poll(() => inSight(way(page))).toBe(1)
  }
  await page.evaluate(() => scrollTo(0, 0))
  await looked(page, 'checkout-order-beside-card')

  // The list opens where it can be read, however far down one was.
  await page.evaluate((to) => scrollTo(0, to), end / 2)
  await page.getByRole('button', { name: 'Change' }).click()
  await expect(page.getByRole('region', { name: 'The complete bundle' })).toBeInViewport()
  expect(await packages(page).count()).toBeGreaterThan(1)
  await looked(page, 'checkout-list-open')
})

test(
  'with dates that make the order taller than the window the sum is in sight all the way down',
  proof,
  async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await fillCheckout(page, await roomyBundle(page.request))
    await page.getByRole('checkbox', { name: /I accept the terms/ }).check()
    const end = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)
    for (let part = 0; part <= 10; part += 1) {
      await page.evaluate((to) => scrollTo(0, to), (end * part) / 10)
      const shown = () => inSight(page.getByText('$2,995.00'))
      await expect.poll(shown, `${part * 10} % down`).toBeGreaterThan(0)
    }
  },
)

test(
  'in a low window, and beside a long list, the total and the way on are in the bar',
  proof,
  async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 640 })
    const bar = page.getByRole('region', { name: 'Your order' })
    for (const query of ['bundle=true', 'nothing=yet']) {
      await page.goto(`/checkout?${query}`)
      await expect(order(page)).toBeVisible()
      if (query === 'nothing=yet') await packages(page).first().press('Space')
      const end = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)
      for (const y of [0, end / 2, end]) {
        await page.evaluate((to) => scrollTo(0, to), y)
        // One of them, and never two over each other.
        await expect(async () => {
          const inSummary = await inView(order(page).getByRole('button', { name: 'Continue' }))
          expect(await bar.isVisible()).toBe(!inSummary)
        }).toPass()
      }
    }
  },
)

/** How many of them the window shows whole. */
const inSight = (places: ReturnType<Page['getByText']>) =>
  places.evaluateAll(
    (all) =>
      all.filter((place) => {
        const { top, bottom } = place.getBoundingClientRect()
        const isShown = place.checkVisibility({ visibilityProperty: true })
        return isShown && top >= 0 && bottom <= innerHeight
      }).length,
  )

async function inView(button: ReturnType<Page['getByRole']>) {
  const box = await button.boundingBox()
  const height = button.page().viewportSize()?.height ?? 0
  return box !== null && box.y < height && box.y + box.height > 0
}
