/** The accountant's month: three interactions from the desk to the printed sheet, and the same as CSV. */
import { ADMIN, enterAs } from './support/accounts'
import { looked } from './support/looked'
import { expect, test } from './support/test'
import { proof } from './support/tiers'

interface Books {
  total: { net: string }
}

test(
  "the month's books are reached, kept and printed in three interactions",
  proof,
  async ({ page }) => {
    await enterAs(page, ADMIN)
    await page.goto('/admin')
    // One: Statistics. Two: Books, which open at the last month that is over. Three: CSV.
    await page.getByRole('link', { name: 'Statistics' }).click()
    const answered = page.waitForResponse('**/api/admin/statistics/books?*')
    await page.getByRole('tab', { name: 'Books' }).click()
    const books = (await (await answered).json()) as Books
    await expect(page.getByRole('article', { name: /^Books, / })).toBeVisible()
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'CSV' }).click()
    const file = await (await downloading).createReadStream()
    const text = Buffer.concat(await file.toArray()).toString()
    // The amount is the last but one; what stands before it may hold commas.
    const lines = text.trim().split('\r\n').slice(1)
    const cents = lines.map((line) => Math.round(Number(line.split(',').at(-2)) * 100))
    const sum = cents.reduce((total, each) => total + each, 0)
    expect((sum / 100).toFixed(2)).toBe(books.total.net)
    expect(lines.length).toBeGreaterThan(0)
    await looked(page, 'admin-books')

    await page.emulateMedia({ media: 'print' })
    await expect(page.locator('#root')).toBeHidden()
    await expect(page.locator('[data-print-sheet]')).toBeVisible()
    if (process.env.PICTURES) {
      await page.pdf({ path: 'screenshots/admin-books-printed.pdf', format: 'A4' })
      await page.setViewportSize({ width: 794, height: 1123 })
      await page.screenshot({ path: 'screenshots/admin-books-printed.png', fullPage: true })
    }
  },
)
