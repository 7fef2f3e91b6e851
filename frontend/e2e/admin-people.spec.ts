/** An admin among people: one is made, comes in by email, is looked after and removed again. */
import type { Page } from '@playwright/test'
import { ADMIN, enterAs, linkInEmail, newAccount, PASSWORD } from './support/accounts'
import { looked } from './support/looked'
import { expect, test } from './support/test'
import { proof } from './support/tiers'
import { closeToasts } from './support/toasts'

const toasts = (page: Page) => page.getByRole('region', { name: /Notifications/ })
const choose = async (page: Page, name: string, item: string) => {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: item }).click()
}
const confirm = (page: Page, label: string) =>
  page.getByRole('alertdialog').getByRole('button', { name: label }).click()

test(
  'a user is made, chooses a password, and is deactivated, activated and deleted',
  proof,
  async ({ page, browser }) => {
    const { username, email } = newAccount()
    await enterAs(page, ADMIN)
    await page.goto('/admin/users')
    await expect(page.getByText(/^1–20 of \d+ users$/)).toBeVisible()
    await looked(page, 'admin-users')

    await page.getByRole('button', { name: 'Create User' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create User' })
    await looked(page, 'admin-create-user')
    await dialog.getByRole('button', { name: 'Create User' }).click()
    await expect(page.getByText('Please fill in all required fields').first()).toBeVisible()
    await dialog.getByLabel('Email').fill(email)
    await dialog.getByLabel('First Name').fill('Journey')
    await dialog.getByLabel('Last Name').fill(username)
    await dialog.getByRole('button', { name: 'Create User' }).click()
    await expect(toasts(page)).toContainText(`We'll email ${email} a link to choose a password.`)
    await closeToasts(page)

    const link = await linkInEmail(page.request, { to: email, about: 'Your account is ready' })
    const theirs = await browser.newPage()
    await theirs.goto(link)
    await theirs.getByLabel('New password', { exact: true }).fill(PASSWORD)
    await theirs.getByLabel('Confirm password').fill(PASSWORD)
    await theirs.keyboard.press('Enter')
    await expect(theirs.getByText('Your password is set')).toBeVisible()
    await theirs.close()

    await page.getByRole('searchbox', { name: 'Search users' }).fill(username)
    await expect(page).toHaveURL(/\?search=/)
    const name = `Journey ${username}`
    await expect(page.getByText('1–1 of 1 user')).toBeVisible()
    await choose(page, name, 'Deactivate')
    await looked(page, 'admin-deactivate-user')
    await confirm(page, 'Deactivate')
    await expect(toasts(page)).toContainText('User deactivated')
    await expect(page.getByRole('cell', { name: 'Inactive' })).toBeVisible()
    await choose(page, name, 'Activate')
    await expect(toasts(page)).toContainText('User activated')

    await page.getByRole('link', { name }).click()
    await expect(page.getByRole('heading', { name })).toBeVisible()
    await expect(page.getByText('Verified', { exact: true })).toBeVisible()
    await closeToasts(page)
    await choose(page, name, 'Delete')
    await confirm(page, 'Delete')
    await expect(toasts(page)).toContainText('User deleted')
    await expect(page).toHaveURL('/admin/users')
  },
)

test('one person’s page shows what they bought', proof, async ({ page }) => {
  await enterAs(page, ADMIN)
  await page.goto('/admin/users?search=student@demo')
  await page.getByRole('link', { name: /./ }).and(page.locator('td a')).first().click()
  await expect(page.getByRole('heading', { name: 'Purchase History' })).toBeVisible()
  await expect(page.getByText('Total Spent')).toBeVisible()
  await looked(page, 'admin-user-detail')
})

test('the statistics can be read in every face', proof, async ({ page, browser }) => {
  const visitor = await browser.newPage()
  const counted = visitor.waitForResponse('**/api/funnel')
  await visitor.goto('/')
  expect((await counted).status()).toBe(200)
  await visitor.close()

  await enterAs(page, ADMIN)
  await page.goto('/admin')
  await page.getByRole('link', { name: 'View statistics' }).click()
  await expect(page).toHaveURL('/admin/statistics')
  await expect(page.getByText('Sales page opened', { exact: true })).toBeVisible()
  await expect(page.getByRole('img', { name: /^Bars of revenue by month/ })).toBeVisible()
  await looked(page, 'admin-statistics')
  await page.getByRole('button', { name: 'Weeks' }).click()
  await page.getByRole('button', { name: 'Past' }).click()
  await expect(page).toHaveURL('/admin/statistics?by=week&bootcamps=over')
  await expect(page.getByRole('img', { name: /^Bars of revenue by week/ })).toBeVisible()
  await page.getByText('Show the figures as a table').click()
  await looked(page, 'admin-statistics-weeks')
})
