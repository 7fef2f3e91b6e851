/** The sales page before its script, without it, and in the moment it comes. */
import { expect, test } from './support/test'

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
  // Written when the site was built: a date that was past by then is not on it.
  await expect(page.locator('#register')).toContainText('New dates coming soon')
  await expect(page.getByText('October 9, 2025')).toHaveCount(0)
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

  test('leaves a message and a way to try again', async ({ page }) => {
    await page.route(/\/assets\/.*\.js$/, (route) => route.abort())
    await page.goto('/checkout?bundle=true')
    await expect(page.getByRole('heading', { name: "This page couldn't be loaded" })).toBeVisible({
      timeout: 20_000,
    })
    await page.unroute(/\/assets\/.*\.js$/)
    await page.getByRole('link', { name: 'reload the page' }).click()
    await expect(page.getByRole('heading', { name: 'Choose Your Bootcamp' })).toBeVisible()
    await expect(page).toHaveURL('/checkout?bundle=true')
    await expect(page.getByText("This page couldn't be loaded")).toBeHidden()
  })
})

test('a button pressed before the page came alive is not lost', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/', { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Dark theme' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

test('a button pressed while the page comes alive is pressed once', async ({ page }) => {
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
  await expect(page.locator('#root[data-ready]')).toBeAttached()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})
