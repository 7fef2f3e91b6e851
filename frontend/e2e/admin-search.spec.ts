/** Somebody calls: whether they have paid is a key, a name and Enter away. */
import { ADMIN, enterAs } from './support/accounts'
import { looked } from './support/looked'
import { expect, test } from './support/test'
import { proof } from './support/tiers'

test.beforeEach(({ page }) => enterAs(page, ADMIN))

test(
  'whoever calls is found from anywhere by name, and by the number on the receipt',
  proof,
  async ({ page }) => {
    await page.goto('/admin/audit')
    await expect(page.getByRole('heading', { name: 'Audit' })).toBeVisible()
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('combobox')).toBeFocused()
    await page.keyboard.type('kofi boateng')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 2, name: 'Kofi Boateng' })).toBeVisible()
    const receipt = await page
      .getByRole('link', { name: /^FR-\d+$/ })
      .first()
      .textContent()
    const number = String(Number(receipt?.replace('FR-', '')))

    await page.goto('/admin')
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByRole('combobox').fill(number)
    await expect(page.getByRole('option', { name: `Kofi Boateng ${receipt}` })).toBeVisible()
    await page.getByRole('combobox').fill('beginner')
    await expect(page.getByRole('option', { name: /^Beginner Bootcamp · / }).first()).toBeVisible()
    await looked(page, 'admin-search')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Search' })).toBeFocused()
  },
)
