/** Signing in by an emailed code, and finding a purchase whose email is lost. */
import type { Page } from '@playwright/test'
import { devices } from '@playwright/test'
import { expectInPortal, fill, heading, press, REFUSED, statusOf } from './support/account-pages'
import {
  codeInEmail,
  linkInEmail,
  newAccount,
  openAccount,
  PASSWORD,
  pageOfEmail,
  signInAs,
} from './support/accounts'
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
  // The address was never confirmed: the password of whoever registered is gone, and that is said.
  await expect(heading(page, 'Choose a New Password')).toBeVisible()
  await looked(page, 'sign-in-code-new-password')
  await fill(page, 'New password', PASSWORD)
  await fill(page, 'Confirm password', PASSWORD)
  await press(page, 'Save Password')
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

test('an account made from an emailed invitation keeps its password after a code', async ({
  page,
}) => {
  test.slow()
  const { email } = newAccount()
  const [bootcamp] = await openBootcamps(page.request)
  if (!bootcamp) throw new Error('There is nothing on sale')
  await buyByApi(page.request, bootcamp.id, email)
  // In another browser than the one that bought: all it has is the email.
  await page.context().clearCookies()
  const about = { to: email, about: 'Confirmed:', holding: 'invite=' }
  await page.goto(await linkInEmail(page.request, about))
  await expect(page).toHaveURL('/auth/register')
  await fill(page, 'Password', PASSWORD)
  await fill(page, 'Confirm password', PASSWORD)
  await press(page, 'Create Account')
  await expectInPortal(page)
  const who = await (await page.request.get('/api/auth/user')).json()
  expect(who).toMatchObject({ email, emailVerified: true })

  await page.context().clearCookies()
  await page.goto('/auth/login?step=address')
  await fill(page, 'Email', email)
  await press(page, 'Email Me a Code')
  await tryCode(page, await codeInEmail(page.request, email))
  await expectInPortal(page)
  await page.context().clearCookies()
  await signInAs(page.request, email, PASSWORD)
})

test('someone without a password exports their data by an emailed code', async ({ page }) => {
  test.slow()
  const { email } = await openAccount(page)
  await page.context().clearCookies()
  await page.goto('/auth/login?step=address')
  await fill(page, 'Email', email)
  await press(page, 'Email Me a Code')
  await tryCode(page, await codeInEmail(page.request, email))
  await press(page, 'Not now')
  await expectInPortal(page)

  // A sign-in counts as recent for a quarter of an hour: the first refusal is played here.
  const message = 'Please confirm your password to continue.'
  const json = { code: 'password_required', message, fields: { password: message } }
  await page.route('**/api/user/export', (route) => route.fulfill({ status: 403, json }), {
    times: 1,
  })
  await page.goto('/profile')
  await press(page, 'Export my data')
  const dialog = page.getByRole('dialog', { name: "Confirm it's you" })
  await looked(page, 'confirm-by-code')
  await dialog.getByRole('button', { name: 'Email me a code' }).click()
  await dialog.getByLabel('Six-digit code').fill(await codeInEmail(page.request, email, 2))
  const download = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  expect((await download).suggestedFilename()).toBe('my-data.json')
  await expect(dialog).toBeHidden()
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
      await press(page, 'Not now')
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
