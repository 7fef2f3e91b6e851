/** The checkout before its app is there: a frame at once, and nothing asked for twice. */
import { expect, test } from './support/test'

test('the frame stands before any script runs, and what is typed into it stays', async ({
  page,
}) => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await released
    await route.continue()
  })
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
