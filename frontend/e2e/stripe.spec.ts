/** What the built pages know of Stripe: its real addresses, and never the stand-in's. */
import { storage } from './support/storage'
import { standIn } from './support/stripe'
import { expect, test } from './support/test'

for (const path of ['/', '/checkout', '/contact', '/no-such-page']) {
  test(`${path} is built without a trace of the stand-in`, async ({ request }) => {
    const answer = await request.get(path)
    // The provider's own script may be named early; from anywhere else it would be the stand-in's.
    const named = (await answer.text())
      .split(/["']/)
      .filter((part) => part.includes('stripe.js'))
      .map((part) => part.slice(0, part.lastIndexOf('stripe.js') + 'stripe.js'.length))
    expect(
      named.filter((address) => !/^https:\/\/js\.stripe\.com\/\w+\/stripe\.js$/.test(address)),
    ).toEqual([])
    const policy = answer.headers()['content-security-policy'] ?? ''
    const stripe = policy.split('; ').filter((directive) => directive.includes('stripe'))
    expect(stripe.map((directive) => directive.replace(/'sha256-\S+' /g, ''))).toEqual([
      "script-src 'self' https://js.stripe.com https://*.js.stripe.com",
      "img-src 'self' data: https://*.stripe.com",
      // Files go straight to the storage.
      `connect-src 'self' https://api.stripe.com ${new URL(storage).origin}`,
      'frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
    ])
  })
}

test('no built script names the stand-in', async ({ page, request }) => {
  const scripts = new Set<string>()
  page.on('response', (response) => {
    const { origin, pathname } = new URL(response.url())
    const isOurs = origin === new URL(page.url()).origin
    if (isOurs && pathname.endsWith('.js')) scripts.add(pathname)
  })
  await page.goto('/checkout')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(scripts.size).toBeGreaterThan(0)
  for (const script of scripts) {
    expect(await (await request.get(script)).text()).not.toContain(new URL(standIn).host)
  }
})
