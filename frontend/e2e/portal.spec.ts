/** The student's place: every kind of student, five minutes before class, and after a refund. */
import type { Page } from '@playwright/test'
import { enterAs, linkInEmail, openAccount, pageOfEmail, STUDENT } from './support/accounts'
import { buyByApi, openBootcamps, refundAtStripe } from './support/buying'
import { answerForMeeting, classIn, MEETING } from './support/classes'
import { looked, lookedInProof } from './support/looked'
import { expect, test } from './support/test'
import { proof } from './support/tiers'

// Browsers complain about refused calls, and these journeys are about being refused.
test.use({ allowedComplaints: ['the server responded with a status of'] })

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name })

async function openPortal(page: Page) {
  await page.goto('/portal')
  await expect(page.getByRole('heading', { level: 1, name: 'My Bootcamps' })).toBeVisible()
}

test('somebody new is welcomed; a begun payment is pending; a claimed one is there', async ({
  page,
}) => {
  const [bootcamp] = await openBootcamps(page.request)
  if (!bootcamp) throw new Error('the demo sells nothing')
  const { email, invitationToken } = await buyByApi(page.request, bootcamp.id)
  await page.context().clearCookies()
  const account = await openAccount(page)
  await openPortal(page)
  await expect(page.getByText('Your front-row seat is waiting')).toBeVisible()
  await expect(heading(page, 'Upcoming bootcamps')).toBeVisible()
  await looked(page, 'portal-none')

  const begun = await page.request.post('/api/create-payment-intent', {
    data: {
      bootcampIds: [bootcamp.id],
      bundleId: null,
      email: account.email,
      fullName: 'Ada Lovelace',
    },
  })
  expect(begun.status()).toBe(200)
  // Only looked at so far: a purchase begins at Pay.
  await openPortal(page)
  await expect(page.getByText('Your front-row seat is waiting')).toBeVisible()
  const { paymentIntentId } = await begun.json()
  const held = await page.request.post('/api/checkout/hold', {
    data: { paymentIntentId, termsVersion: '2026-11' },
  })
  expect(held.status()).toBe(200)
  await openPortal(page)
  await expect(page.getByText('Pending', { exact: true })).toBeVisible()
  await lookedInProof(page, 'portal-pending')

  const claimed = await page.request.post('/api/complete-account-creation', {
    data: { invitationToken },
  })
  expect(claimed.status(), email).toBe(200)
  await openPortal(page)
  await expect(page.getByText('Active', { exact: true })).toBeVisible()
  await lookedInProof(page, 'portal-guest-linked')
})

for (const [kind, username] of [
  ['single', STUDENT],
  ['bundle', 'bundle.student@demo.example.test'],
] as const) {
  test(`the demo's student with a ${kind} finds everything`, proof, async ({ page }) => {
    await enterAs(page, username)
    await openPortal(page)
    await expect(page.getByText('Active', { exact: true }).first()).toBeVisible()
    await expect(page.getByRole('list', { name: /^Resources of/ }).first()).toBeVisible()
    await looked(page, `portal-${kind}`)
  })
}

test(
  'only failed and refunded purchases leave the page empty, with a way to the bills',
  proof,
  async ({ page }) => {
    await openAccount(page)
    await page.route('**/api/user/purchases', (route) =>
      route.fulfill({
        json: ['failed', 'refunded'].map((status, id) => ({
          id,
          status,
          totalAmount: '995.00',
          isBundle: false,
          purchasedAt: '2026-01-01T00:00:00Z',
          bootcamp: { id, name: 'Gone Bootcamp' },
          bundle: null,
          closedBecause: 'It is over.',
          items: [],
        })),
      }),
    )
    await openPortal(page)
    await expect(page.getByRole('link', { name: 'See your billing history' })).toBeVisible()
    await expect(page.getByText('Gone Bootcamp')).toHaveCount(0)
    await looked(page, 'portal-failed-and-refunded')
  },
)

test('five minutes before class on a phone: from the mail to the meeting in two taps', async ({
  browser,
  request,
}) => {
  const id = await classIn(request, 5, 'Class In Five Minutes')
  const guest = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    timezoneId: 'Europe/Berlin',
  })
  const page = await guest.newPage()
  await answerForMeeting(page)
  const { email } = await buyByApi(guest.request, id)

  await page.setContent(await pageOfEmail(request, { to: email, about: 'Confirmed:' }))
  await page.getByRole('link', { name: 'Join the live session' }).tap()
  await expect(heading(page, 'Class In Five Minutes')).toBeVisible()
  await expect(page.getByText(/^Starts in 0\d:\d\d$/)).toBeVisible()
  await expect(page.getByText(/your\stime\s\(CES?T\)$/)).toBeVisible()
  const join = page.getByRole('button', { name: 'Join' })
  await expect(join).toBeInViewport({ ratio: 1 })
  await looked(page, 'join-page')

  await join.tap()
  await page.waitForURL(MEETING)
  await expect(page.getByText('You are in.')).toBeVisible()
  await guest.close()
})

test('a join link answers as privately as it should', async ({ request }) => {
  const answer = await request.get('/join/anything.at-all')
  expect(answer.status()).toBe(200)
  const { 'referrer-policy': referrer, 'cache-control': cache, ...headers } = answer.headers()
  expect(referrer?.split(/,\s*/).at(-1)).toBe('no-referrer')
  expect([cache, headers['x-robots-tag']]).toEqual(['no-store', 'noindex, nofollow'])
})

test('a refund while pages are open: the next click is refused and the page says why', async ({
  page,
  request,
}) => {
  const id = await classIn(request, 12, 'Class To Be Refunded')
  const account = await openAccount(page)
  const { paymentIntentId } = await buyByApi(page.request, id, account.email)
  const link = await linkInEmail(request, {
    to: account.email,
    about: 'Confirmed:',
    holding: '/join/',
  })
  const mailed = await page.context().newPage()
  await mailed.goto(link)
  await expect(mailed.getByRole('button', { name: 'Join' })).toBeEnabled()
  await openPortal(page)
  const next = page.getByRole('region', { name: 'Your next session' })
  await expect(next.getByRole('button', { name: 'Join' })).toBeEnabled()
  await looked(page, 'portal-class-is-on')
  await page.context().route('https://youtu.be/**', (route) => route.fulfill({ body: 'A video.' }))
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: /Watch first/ }).click()
  const video = await opened
  await expect(video).toHaveURL('https://youtu.be/canary')
  expect(await video.evaluate(() => window.opener)).toBeNull()
  await video.close()

  await refundAtStripe(paymentIntentId)
  await expect
    .poll(async () => {
      const purchases = await page.request.get('/api/user/purchases')
      return ((await purchases.json()) as { status: string }[]).map(({ status }) => status)
    })
    .toEqual(['refunded'])

  await next.getByRole('button', { name: 'Join' }).click()
  const why = /^This purchase was refunded on .+, so the session is closed to it\.$/
  await expect(page.getByText(why)).toBeVisible()
  await expect(page.getByText('Your front-row seat is waiting')).toBeVisible()
  await expect(next).toBeHidden()
  await looked(page, 'portal-refused')

  await mailed.getByRole('button', { name: 'Join' }).click()
  await expect(mailed.getByText(why)).toBeVisible()
  await lookedInProof(mailed, 'join-page-refused')
})
