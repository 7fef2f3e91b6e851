/** A session that ends while pages are open, and the way back to where one was. */
import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessible'
import { REFUSED } from './support/account-pages'
import { ADMIN, DEMO_PASSWORD, openAccount, PASSWORD, STUDENT, signInAs } from './support/accounts'
import { expect, test } from './support/test'
import { isProof, proof } from './support/tiers'

// The browser prints every refusal, and here they are what it is about.
test.use({ allowedComplaints: [REFUSED] })

/** Its time is over, or somebody signed out everywhere: the server no longer knows this browser. */
async function loseSession(page: Page) {
  // What the page still asks would find out by itself, and the click would meet the notice.
  await page.waitForLoadState('networkidle')
  await page.context().clearCookies({ name: 'session' })
}

const notice = (page: Page) => page.getByRole('dialog', { name: "You've been signed out." })

async function signInAt(page: Page, username: string, password: string) {
  await page.getByLabel('Username or email').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}

test('a student is told on the next page, and comes back to it', async ({ page }) => {
  await signInAs(page.request, STUDENT, DEMO_PASSWORD)
  await page.goto('/portal')
  await expect(page.getByRole('heading', { level: 1, name: 'My Bootcamps' })).toBeVisible()
  await loseSession(page)
  await page.getByRole('link', { name: 'Billing' }).click()
  await expect(notice(page)).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Logout' })).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click()
  await signInAt(page, STUDENT, DEMO_PASSWORD)
  await expect(page).toHaveURL('/portal/billing')
  await expect(page.getByRole('list', { name: 'Purchases' })).toBeVisible()
})

test(
  'what was typed into the profile waits until one is back',
  proof,
  async ({ page, context }) => {
    const account = await openAccount(page)
    await page.goto('/profile')
    const name = page.getByLabel('First name')
    await name.fill('Augusta')
    await loseSession(page)
    await page.getByRole('button', { name: 'Save Changes' }).click()
    const newTab = context.waitForEvent('page')
    await notice(page).getByRole('link', { name: 'Sign in in a new tab' }).click()
    const tab = await newTab
    await signInAt(tab, account.username, PASSWORD)
    await expect(tab).toHaveURL('/profile')
    await tab.close()
    // A browser without a window does not say by itself that one looks at the page again.
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await expect(notice(page)).toBeHidden()
    await expect(name).toHaveValue('Augusta')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByText('Profile saved', { exact: true })).toBeVisible()
    await page.reload()
    await expect(name).toHaveValue('Augusta')
  },
)

test(
  'an admin is told in every section, and comes back to the very list',
  proof,
  async ({ page }) => {
    // Eight sections, one after the other; for a change two.
    test.slow()
    await signInAs(page.request, ADMIN, DEMO_PASSWORD)
    const cookies = await page.context().cookies()
    const places = [
      'Bootcamps',
      'Bundles',
      'Users',
      'Purchases',
      'Communications',
      'Codes',
      'Coaching',
      'Audit',
    ]
    for (const place of isProof ? places : ['Users', 'Purchases']) {
      await test.step(place, async () => {
        await page.context().addCookies(cookies)
        await page.goto('/admin')
        await expect(page.getByRole('heading', { level: 2, name: 'Overview' })).toBeVisible()
        await loseSession(page)
        // Past the notice: what the overview still asked for may have brought it up already.
        await page.getByRole('link', { name: place, exact: true }).dispatchEvent('click')
        await expect(notice(page)).toBeVisible()
        await page.keyboard.press('Escape')
        await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0)
        await expect(page.getByRole('link', { name: 'Logout' })).toHaveCount(0)
      })
    }
    await page.goto('/admin/purchases?status=refunded')
    // Past the provider, which a person with a password has nothing to do with.
    await expect(page).toHaveURL(/\/auth\/login\?returnTo=/)
    await signInAt(page, ADMIN, DEMO_PASSWORD)
    await expect(page).toHaveURL('/admin/purchases?status=refunded')
    await expect(page.getByRole('heading', { level: 2, name: 'Purchases' })).toBeVisible()
  },
)
