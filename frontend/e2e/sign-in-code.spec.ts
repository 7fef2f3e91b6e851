/** Signing in by an emailed code, and finding a purchase whose email is lost. */
import type { Page } from '@playwright/test'
import { devices } from '@playwright/test'
import { expectInPortal, fill, heading, press, REFUSED, statusOf } from './support/account-pages'
import { codeInEmail, linkInEmail, newAccount, openAccount, pageOfEmail } from './support/accounts'
import { buyByApi, openBootcamps } from './support/buying'
import { looked, lookedInProof } from './support/looked'
import { expect, test } from './support/test'
import { proof } from './support/tiers'

test.use({ allowedComplaints: [REFUSED] })

const NEWEST = /Use the newest email/
const EXPIRED = /This code has expired/

/** Another code of six digits. */
const notThe = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

async function tryCode(page: Page, code: string) {
  await fill(page, 'Six-digit code', code)
  await press(page, 'Sign In')
}

async function askForCode(page: Page, email: string) {
  await press(page, 'Email me a code instead')
  await expect(heading(page, 'Sign In With a Code')).toBeVisible()
  await expect(page.getByLabel('Email', { exact: true })).toBeFocused()
  await fill(page, 'Email', email)
  await press(page, 'Email Me a Code')
  await expect(heading(page, 'Check Your Email')).toBeVisible()
  await expect(page.getByLabel('Six-digit code')).toBeFocused()
}

test('wrong, too late, replaced and right: a code leads to where one wanted to go', async ({
  page,
}) => {
  test.slow()
  const { email } = await openAccount(page)
  // Signed out in the middle: the page one was on is where the code leads.
  await page.goto('/profile')
  await page.context().clearCookies()
  await page.goto('/profile')
  await expect(page).toHaveURL(/\/auth\/login\?returnTo=%2Fprofile/)
  await looked(page, 'sign-in-with-code-choice')
  await askForCode(page, email)
  await looked(page, 'sign-in-code-emailed')
  const first = await codeInEmail(page.request, email)

  await tryCode(page, notThe(first))
  await expect(page.getByText(NEWEST)).toBeVisible()
  await expect(page.getByLabel('Six-digit code')).toBeFocused()
  await lookedInProof(page, 'sign-in-code-wrong')
  expect(await statusOf(page)).toBe(401)

  // Back and forth: the address is still there, and so is the page that waits for the code.
  await page.goBack()
  await expect(heading(page, 'Sign In With a Code')).toBeVisible()
  await lookedInProof(page, 'sign-in-code-address')
  await page.goForward()
  await expect(page.getByText(email)).toBeVisible()
  await page.reload()
  await expect(page.getByText(email)).toBeVisible()

  // Once its time is over the browser has forgotten that it asked.
  await page.context().clearCookies({ name: 'sign-in-code' })
  await tryCode(page, first)
  await expect(page.getByText(EXPIRED)).toBeVisible()
  await press(page, 'Send a new code')
  await expect(page.getByText('Only the newest one works.')).toBeVisible()
  const second = await codeInEmail(page.request, email, 2)
  if (first !== second) {
    await tryCode(page, first)
    await expect(page.getByText(NEWEST)).toBeVisible()
  }
  await tryCode(page, ` ${second.slice(0, 3)} ${second.slice(3)} `)
  await expect(page).toHaveURL('/profile')
  await expect(heading(page, 'Profile')).toBeVisible()
  expect(await statusOf(page)).toBe(200)

  // The way back asks nobody for a code again who is in.
  await page.goBack()
  await expect(page).toHaveURL('/profile')
  await expect(heading(page, 'Profile')).toBeVisible()
  await page.setContent(await pageOfEmail(page.request, { to: email, about: 'Your sign-in code' }))
  await lookedInProof(page, 'mail-sign-in-code')
})

test.describe('on a phone', () => {
  const { viewport, hasTouch, isMobile, userAgent } = devices['Pixel 7']
  test.use({ viewport, hasTouch, isMobile, userAgent })

  test(
    'a code opens the portal, and an unknown address looks the same',
    proof,
    async ({ page }) => {
      const { email } = await openAccount(page)
      await page.context().clearCookies()
      await page.goto('/auth/login')
      await askForCode(page, newAccount().email)
      await tryCode(page, '123456')
      await expect(page.getByText(NEWEST)).toBeVisible()
      await page.getByRole('link', { name: 'Back to sign in' }).click()
      await askForCode(page, email)
      await tryCode(page, await codeInEmail(page.request, email))
      await expectInPortal(page)
    },
  )

  test('a guest finds the purchase again, and joins from the email', async ({ page }) => {
    test.slow()
    const { email } = newAccount()
    const [bootcamp] = await openBootcamps(page.request)
    if (!bootcamp) throw new Error('There is nothing on sale')
    await buyByApi(page.request, bootcamp.id, email)
    await page.context().clearCookies()
    await page.goto('/auth/login')
    await page.getByRole('link', { name: 'Find my purchase' }).click()
    await expect(heading(page, 'Find My Purchase')).toBeVisible()
    await looked(page, 'find-purchase')
    await fill(page, 'Email', email)
    await press(page, 'Email My Purchases')
    await expect(heading(page, 'Check your inbox')).toBeFocused()
    await lookedInProof(page, 'find-purchase-sent')
    const about = { to: email, about: 'Your purchases' }
    const join = await linkInEmail(page.request, { ...about, holding: '/join/' })
    await page.setContent(await pageOfEmail(page.request, about))
    await lookedInProof(page, 'mail-found-purchases')
    await page.goto(join)
    await expect(page.getByRole('heading', { level: 1, name: bootcamp.name })).toBeVisible()
  })
})
