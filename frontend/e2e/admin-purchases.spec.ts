/** An admin at the purchases desk: looking up, giving money back, giving a seat, all in agreement. */
import type { Page } from '@playwright/test'
import { ADMIN, enterAs, newAccount } from './support/accounts'
import { buyByApi, openBootcamps } from './support/buying'
import { looked } from './support/looked'
import { expect, test } from './support/test'

test.describe.configure({ mode: 'default' })

const toastOf = (page: Page) => page.getByRole('region', { name: /Notifications/ })
const searchFor = (page: Page, words: string) =>
  page.getByRole('searchbox', { name: 'Search purchases' }).fill(words)

test('a purchase is found, its story read, and its money given back', async ({ page, request }) => {
  const [bootcamp] = await openBootcamps(page.request)
  if (!bootcamp) throw new Error('the demo sells nothing')
  await buyByApi(request, bootcamp.id)
  await enterAs(page, ADMIN)
  await page.goto('/admin')
  await page.getByRole('link', { name: 'View All' }).click()
  await expect(page).toHaveURL('/admin/purchases')
  const table = page.getByRole('table', { name: 'Purchases' })
  await expect(table).toBeVisible()
  await looked(page, 'admin-purchases')

  await searchFor(page, 'quick buyer')
  await expect(page).toHaveURL('/admin/purchases?search=quick+buyer')
  await table.getByRole('link', { name: 'Quick Buyer' }).first().click()
  const drawer = page.getByRole('dialog', { name: 'Quick Buyer' })
  await expect(drawer.getByText('Paid and completed')).toBeVisible()
  // In the words of the demo's own template.
  await expect(drawer.getByText(/^Confirmed: /).first()).toBeVisible()
  await looked(page, 'admin-purchase-story')

  await drawer.getByRole('button', { name: 'Refund' }).click()
  const refund = page.getByRole('dialog', { name: 'Refund' })
  await expect(
    refund.getByText('Access to links, recordings and resources will end immediately.'),
  ).toBeVisible()
  await looked(page, 'admin-refund')
  await refund.getByRole('button', { name: /^Refund \$/ }).click()
  await expect(toastOf(page).getByText('Refund started', { exact: true })).toBeVisible()
  // The worker asks the provider, and the story goes on without a reload.
  await expect(drawer.getByText('Refunded in full')).toBeVisible()
  await expect(drawer.getByText('No seat')).toBeVisible()
})

test('a seat is given away, and everything agrees', async ({ page }) => {
  await enterAs(page, ADMIN)
  await page.goto('/admin/purchases')
  await page.getByRole('button', { name: 'Enroll', exact: true }).click()
  const form = page.getByRole('form', { name: 'Enroll without payment' })
  const { email } = newAccount()
  await form.getByLabel('Bootcamp or bundle').click()
  await page
    .getByRole('option')
    .filter({ hasNotText: /sold out|bundle/ })
    .last()
    .click()
  await form.getByLabel('Email').fill(email)
  await form.getByLabel('Full name').fill('Gifted Person')
  await form.getByRole('button', { name: 'Enroll' }).click()
  await expect(toastOf(page).getByText('Enrolled', { exact: true })).toBeVisible()
  await searchFor(page, email)
  const row = page.getByRole('row', { name: /Gifted Person/ })
  await expect(row.getByText('Complimentary')).toBeVisible()

  await page.goto('/admin/reconciliation')
  await expect(page.getByRole('heading', { level: 2, name: 'Reconciliation' })).toBeVisible()
  await looked(page, 'admin-reconciliation')
})
