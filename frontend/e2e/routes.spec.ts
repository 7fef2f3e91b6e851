import { looked } from './support/looked'
import { pretendSignedIn } from './support/session'
import { expect, test } from './support/test'
import { proof } from './support/tiers'

const siteName = process.env.SITE_NAME ?? 'Build Lab'

interface RouteCase {
  path: string
  heading: string | RegExp
  title: string
  picture: string
  signedIn?: boolean
}

const routes: RouteCase[] = [
  {
    path: '/',
    heading: /Your software idea, live and selling/,
    title: 'Your software idea, live and selling in 90 days',
    picture: 'landing',
  },
  { path: '/home', heading: 'Welcome back, Ada', title: 'Home', picture: 'home', signedIn: true },
  {
    path: '/portal',
    heading: 'My Bootcamps',
    title: 'My Bootcamps',
    picture: 'portal',
    signedIn: true,
  },
  {
    path: '/checkout',
    heading: 'Choose Your Bootcamp',
    title: 'Choose Your Bootcamp',
    picture: 'checkout',
  },
  {
    path: '/confirmation?redirect_status=failed',
    heading: "Your payment didn't go through",
    title: 'Confirmation',
    picture: 'confirmation',
  },
  { path: '/auth/login', heading: 'Sign In', title: 'Sign In', picture: 'login' },
  {
    path: '/auth/register',
    heading: 'Create Account',
    title: 'Create Account',
    picture: 'register',
  },
  {
    path: '/auth/forgot-password',
    heading: 'Forgot Password',
    title: 'Forgot Password',
    picture: 'forgot-password',
  },
  {
    path: '/auth/find-purchase',
    heading: 'Find My Purchase',
    title: 'Find My Purchase',
    picture: 'find-purchase',
  },
  {
    path: '/auth/reset-password',
    heading: 'Choose a New Password',
    title: 'Choose a New Password',
    picture: 'reset-password',
  },
  {
    path: '/auth/verify-email',
    heading: 'Confirm Your Email',
    title: 'Confirm Your Email',
    picture: 'verify-email',
  },
  { path: '/auth/logout', heading: "You're Logged Out", title: 'Log Out', picture: 'logged-out' },
  {
    path: '/privacy-policy',
    heading: 'Privacy Policy',
    title: 'Privacy Policy',
    picture: 'privacy',
  },
  {
    path: '/terms-of-service',
    heading: 'Terms of Service',
    title: 'Terms of Service',
    picture: 'terms',
  },
  { path: '/contact', heading: 'Contact', title: 'Contact', picture: 'contact' },
  {
    path: '/waiting?course=Build',
    heading: 'The next Build bootcamp',
    title: 'Waiting List',
    picture: 'waiting-next',
  },
]

for (const { path, heading, title, picture, signedIn } of routes) {
  test(`${path} shows its page, accessible in every face`, proof, async ({ page }) => {
    if (signedIn) await pretendSignedIn(page)
    const response = await page.goto(path)
    expect(response?.status()).toBe(200)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expect(page).toHaveTitle(`${title} · ${siteName}`)
    await looked(page, picture)
  })
}

test('every page is answered by the server, which knows them by name', async ({ request }) => {
  for (const { path } of routes) expect((await request.get(path)).status(), path).toBe(200)
})

test.describe('an unknown address', () => {
  test.use({ allowedComplaints: ['the server responded with a status of 404'] })

  test('is answered with 404 and the Page Not Found screen', async ({ page }) => {
    const response = await page.goto('/no/such/page')
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1, name: 'Page Not Found' })).toBeVisible()
    await expect(page).toHaveTitle(`Page Not Found · ${siteName}`)
    await looked(page, 'not-found')
    await page.getByRole('link', { name: 'Back to the main page' }).click()
    await expect(page).toHaveURL('/')
  })
})

test('the component kit is not part of the product', proof, async ({ page }) => {
  const response = await page.request.get('/kit')
  expect(response.status()).toBe(404)
})

test('the keyboard starts with a way to the main content', proof, async ({ page }) => {
  await page.goto('/contact')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to main content' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})

test('the chosen theme is there again before the page is painted', proof, async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/')
  await page.getByRole('button', { name: 'Dark theme', pressed: false }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.reload({ waitUntil: 'commit' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

test('the site can be found and shared', async ({ page, request, baseURL }) => {
  await page.goto('/')
  const meta = (name: string) =>
    page.locator(`meta[property="${name}"], meta[name="${name}"]`).getAttribute('content')
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', `${baseURL}/`)
  expect(await meta('og:title')).toMatch(/^Your software idea, live and selling in 90 days · /)
  expect(await meta('og:description')).toBe(await meta('description'))
  expect(await meta('twitter:card')).toBe('summary_large_image')
  await expect(page.locator('meta[name="robots"]')).toHaveCount(0)

  const picture = await request.get(String(await meta('og:image')))
  expect(picture.headers()['content-type']).toBe('image/png')
  const bytes = await picture.body()
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630])
  expect(bytes.length).toBeLessThan(120_000)

  const robots = await (await request.get('/robots.txt')).text()
  for (const path of ['/admin', '/portal', '/home', '/checkout', '/confirmation', '/auth'])
    expect(robots).toContain(`Disallow: ${path}\n`)
  expect(robots).toContain(`Sitemap: ${baseURL}/sitemap.xml`)
  const sitemap = await (await request.get('/sitemap.xml')).text()
  expect([...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address)).toEqual(
    ['/', '/privacy-policy', '/terms-of-service', '/contact'].map((path) => `${baseURL}${path}`),
  )
  for (const path of ['/favicon.ico', '/favicon.svg', '/apple-touch-icon.png', '/manifest.json'])
    expect((await request.get(path)).status()).toBe(200)

  const security = await (await request.get('/.well-known/security.txt')).text()
  expect(security).toContain('Contact: mailto:support@example.com\n')
  expect(security).toContain(`Canonical: ${baseURL}/.well-known/security.txt\n`)
  const ends = Date.parse(String(/^Expires: (.+)$/m.exec(security)?.[1]))
  expect(ends).toBeGreaterThan(Date.now())
  expect(ends).toBeLessThan(Date.now() + 365 * 24 * 60 * 60 * 1000)

  const shell = await (await request.get('/checkout')).text()
  expect(shell).toContain('<meta name="robots" content="noindex">')
})
