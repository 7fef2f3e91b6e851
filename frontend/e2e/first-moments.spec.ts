/** The sales page before its script, without it, and in the moment it comes. */
import { expect, test } from './support/test'
import { proof } from './support/tiers'

test('without scripts everything can be read and every link works', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    ...(baseURL ? { baseURL } : {}),
  })
  const page = await context.newPage()
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('#register')).toContainText('$995')
  // What is on offer today, as the application tells it.
  const offered = (await (await context.request.get('/api/bootcamps')).json()) as {
    id: number
    startDate: string
  }[]
  const [next] = offered
    .filter(({ startDate }) => Date.parse(startDate) > Date.now() + 60_000)
    .map(({ id }) => id)
  await expect(page.locator(`a[href="/checkout?bootcamp=${next}"]`).first()).toBeVisible()
  await expect(page.getByText(/^Next start: \w+, \w+ \d+ at /)).toBeVisible()
  await expect(page.getByText('New dates coming soon')).toHaveCount(0)
  const told = await page.locator('script[type="application/ld+json"]').textContent()
  const { '@graph': graph } = JSON.parse(told ?? '') as { '@graph': object[] }
  expect(JSON.stringify(graph)).toContain(`/checkout?bootcamp=${next}`)
  await expect(page.getByRole('button', { name: 'Dark theme' })).toBeHidden()
  await expect(page.getByText('needs JavaScript')).toBeHidden()
  await page.getByRole('link', { name: 'Register Now' }).click()
  await expect(page).toHaveURL('/#register')
  await expect(page.locator('#register')).toBeInViewport()
  await page.getByRole('link', { name: 'Reserve My Spot Now' }).first().click()
  await expect(page).toHaveURL('/checkout')
  await page.goto('/')
  await page.getByRole('link', { name: 'Login' }).click()
  await expect(page).toHaveURL('/auth/login')
  await context.close()
})

test.describe('an app whose scripts do not come', () => {
  test.use({ allowedComplaints: ['net::ERR_FAILED'] })

  test('leaves a message and a way to try again', proof, async ({ page }) => {
    await page.route(/\/assets\/.*\.js$/, (route) => route.abort())
    await page.goto('/checkout?bundle=true')
    await expect(page.getByRole('heading', { name: "This page couldn't be loaded" })).toBeVisible()
    await page.unroute(/\/assets\/.*\.js$/)
    await page.getByRole('link', { name: 'reload the page' }).click()
    await expect(page.getByRole('heading', { name: 'Choose Your Bootcamp' })).toBeVisible()
    await expect(page).toHaveURL('/checkout?bundle=true')
    await expect(page.getByText("This page couldn't be loaded")).toBeHidden()
  })
})

test('a button pressed before the page came alive is not lost', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  let letScriptsCome = () => {}
  const scriptsMayCome = new Promise<void>((resolve) => {
    letScriptsCome = resolve
  })
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await scriptsMayCome
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Dark theme' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  letScriptsCome()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  // Pressed once: the next press is the second.
  await page.getByRole('button', { name: 'Dark theme' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
})

test('a button pressed while the page comes alive is pressed once', proof, async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  // React listens at the root a moment before the first of its components is there.
  await page.addInitScript(() => {
    const listen = EventTarget.prototype.addEventListener
    EventTarget.prototype.addEventListener = function (this: EventTarget, type: string, ...rest) {
      Reflect.apply(listen, this, [type, ...rest])
      if (type !== 'click' || !(this instanceof HTMLElement) || this.id !== 'root') return
      EventTarget.prototype.addEventListener = listen
      queueMicrotask(() =>
        document.querySelector<HTMLElement>('[aria-label="Dark theme"]')?.click(),
      )
    }
  })
  await page.goto('/')
  await page.getByRole('link', { name: 'Login' }).hover()
  await expect(page.locator('#root[data-ready]')).toBeAttached()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  // And once more, now that the app answers.
  await page.getByRole('button', { name: 'Dark theme', pressed: true }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
})

test('the app comes when somebody reaches for it, and not before', proof, async ({ page }) => {
  const scripts: string[] = []
  let bytes = 0
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return
    scripts.push(response.url())
    bytes += Number(response.headers()['content-length'])
  })
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  // Theme, scrolling and the reader's own clock need none of it.
  await page.getByRole('button', { name: 'Dark theme', pressed: false }).click()
  await expect(page.getByRole('button', { name: 'Dark theme', pressed: true })).toBeVisible()
  await page.getByRole('link', { name: 'Register Now' }).click()
  await expect(page.locator('#register')).toBeFocused()
  expect(scripts.filter((address) => /\/main-/.test(address))).toEqual([])
  expect(bytes).toBeLessThan(40_000)
  await expect(page.locator('#root[data-ready]')).not.toBeAttached()

  await page.getByRole('link', { name: 'Login' }).focus()
  await expect(page.locator('#root[data-ready]')).toBeAttached()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

test('the first press on Login opens its dialog, once', proof, async ({ page }) => {
  // The first script has run by then, and nothing more; before it Login is the link that it is.
  await page.goto('/', { waitUntil: 'domcontentloaded' })
  // Pressed by a script: nothing has hovered over it before.
  await page.getByRole('link', { name: 'Login' }).dispatchEvent('click')
  const dialog = page.getByRole('dialog', { name: 'Welcome back' })
  await expect(dialog).toHaveCount(1)
  await expect(page).toHaveURL('/')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('link', { name: 'Login' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeVisible()
})

test.describe('an app that does not come to the sales page', () => {
  test.use({ allowedComplaints: ['net::ERR_FAILED'] })

  test('leaves Login the link that it is', proof, async ({ page }) => {
    await page.route(/\/assets\/main-.*\.js$/, (route) => route.abort())
    await page.goto('/')
    await page.getByRole('link', { name: 'Login' }).click()
    await expect(page).toHaveURL('/auth/login')
  })
})
