/** A second factor: set up, asked for at every sign-in, and removed. */
import type { Page } from '@playwright/test'
import {
  expectInPortal,
  fill,
  heading,
  logIn,
  press,
  REFUSED,
  statusOf,
  toastOf,
} from './support/account-pages'
import { type Account, linkInEmail, openAccount, totp } from './support/accounts'
import { looked } from './support/looked'
import { expect, test } from './support/test'
import { proof } from './support/tiers'

test.use({ allowedComplaints: [REFUSED] })

async function verifyHere(page: Page, account: Account) {
  const link = await linkInEmail(page.request, { to: account.email, about: 'Confirm' })
  await page.goto(link)
  await press(page, 'Confirm My Email')
  await expect(heading(page, 'Your email is confirmed')).toBeFocused()
}

/** As the profile page does it, without looking at it again. */
async function switchOnSecondFactor(page: Page) {
  const started = await page.request.post('/api/user/second-factor/start')
  const { secret } = (await started.json()) as { secret: string }
  const finished = await page.request.post('/api/user/second-factor/finish', {
    data: { code: totp(secret) },
  })
  expect(finished.status()).toBe(200)
  const { codes } = (await finished.json()) as { codes: [string] }
  return { secret, recoveryCode: codes[0] }
}

test(
  'a second factor is set up with a code, and hands out its recovery codes once',
  proof,
  async ({ page }) => {
    test.slow()
    const account = await openAccount(page)
    await verifyHere(page, account)
    await page.goto('/profile')
    await press(page, 'Set Up')
    await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible()
    await looked(page, 'account-second-factor-setup')
    const secret = (await page.locator('code').textContent()) ?? ''
    await fill(page, '2. Enter the code it shows', '000000')
    await press(page, 'Turn On')
    await expect(page.getByText('Incorrect code.')).toBeVisible()
    await fill(page, '2. Enter the code it shows', totp(secret))
    await press(page, 'Turn On')
    const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
    await expect(codes).toHaveCount(10)
    await looked(page, 'account-second-factor-codes')
    const [file] = await Promise.all([page.waitForEvent('download'), press(page, 'Download')])
    expect(file.suggestedFilename()).toBe('recovery-codes.txt')
    await press(page, "I've saved them")
    await expect(page.getByText("You'll need a code from your app to sign in.")).toBeVisible()
    await expect(codes).toHaveCount(0)
  },
)

test(
  'a second factor is asked for, takes a code or a recovery code, and can be removed',
  proof,
  async ({ page }) => {
    test.slow()
    const account = await openAccount(page)
    await verifyHere(page, account)
    const { secret, recoveryCode } = await switchOnSecondFactor(page)

    await page.context().clearCookies()
    await logIn(page, account.username, account.password)
    await expect(heading(page, 'Enter Your Code')).toBeVisible()
    await expect(page.getByLabel('Code')).toBeFocused()
    expect(await statusOf(page)).toBe(401)
    await looked(page, 'account-code-step')
    await fill(page, 'Code', '000000')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Incorrect code.')).toBeVisible()
    // Reloading does not start from the beginning, and a code works only once: take the next one.
    await page.reload()
    await fill(page, 'Code', totp(secret, Date.now() + 30_000))
    await press(page, 'Continue')
    await expectInPortal(page)

    await page.context().clearCookies()
    await logIn(page, account.username, account.password)
    await fill(page, 'Code', recoveryCode)
    await press(page, 'Continue')
    await expectInPortal(page)

    await page.goto('/profile')
    await press(page, 'Turn Off')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).click()
    await expect(toastOf(page)).toContainText('Two-step verification is off.')
    await page.context().clearCookies()
    await logIn(page, account.username, account.password)
    await expectInPortal(page)
  },
)
