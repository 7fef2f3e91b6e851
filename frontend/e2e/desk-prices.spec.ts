/** The desk's prices: a code made and paused, fifty generated, an early price added and withdrawn. */
import { readFile } from 'node:fs/promises'
import { ADMIN, enterAs } from './support/accounts'
import { classIn } from './support/classes'
import { looked, lookedInProof } from './support/looked'
import { expect, test } from './support/test'
import { proof } from './support/tiers'

for (const { screen, size, touch } of [
  { screen: 'a desk', size: { width: 1440, height: 900 }, touch: false },
  { screen: 'a phone', size: { width: 390, height: 844 }, touch: true },
]) {
  test.describe(`on ${screen}`, () => {
    test.use({ viewport: size, hasTouch: touch })

    test(
      'a code is made, paused and brought back, and fifty are handed out',
      proof,
      async ({ page }) => {
        const code = `JOURNEY-${touch ? 'PHONE' : 'DESK'}-${Date.now() % 1_000_000}`
        await enterAs(page, ADMIN)
        await page.goto('/admin/codes')
        await page.getByRole('button', { name: 'New code' }).first().click()
        const dialog = page.getByRole('dialog', { name: 'New code' })
        await dialog.getByLabel('Code', { exact: true }).fill(code.toLowerCase())
        await dialog.getByLabel('Discount', { exact: true }).fill('15')
        await dialog.getByLabel('Total uses').fill('20')
        await dialog.getByLabel('Note').fill('For the journey')
        await looked(page, 'admin-code-new')
        await dialog.getByRole('button', { name: 'Create code' }).click()

        await expect(page.getByRole('heading', { level: 2, name: code })).toBeVisible()
        await expect(page.getByText('Nobody has used it yet')).toBeVisible()
        await expect(page).toHaveTitle(new RegExp(`^${code} · Codes · Admin`))
        await lookedInProof(page, 'admin-code')
        await page.getByRole('button', { name: `Pause ${code}` }).click()
        await expect(page.getByText('Paused', { exact: true })).toBeVisible()
        await page.getByRole('button', { name: 'Undo' }).click()
        await expect(page.getByText('Active', { exact: true })).toBeVisible()

        await page.goto('/admin/codes')
        await page.getByRole('button', { name: 'Generate codes' }).click()
        const generate = page.getByRole('dialog', { name: 'Generate codes' })
        await generate.getByLabel('How many').fill('50')
        await generate.getByLabel('Prefix').fill('partner')
        await generate.getByLabel('Discount', { exact: true }).fill('10')
        await generate.getByRole('button', { name: 'Generate codes' }).click()
        const ready = page.getByRole('dialog', { name: '50 codes are ready' })
        const [file] = await Promise.all([
          page.waitForEvent('download'),
          ready.getByRole('button', { name: 'Export CSV' }).click(),
        ])
        const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
        expect(lines).toHaveLength(51)
        expect(lines[1]).toMatch(/^PARTNER-[A-Z0-9]{8},10%,/)
        await ready.getByRole('link', { name: 'Show them' }).click()
        await expect(page.getByText('1–20 of 50 codes')).toBeVisible()
        await expect(ready).toBeHidden()
        await looked(page, 'admin-codes')
      },
    )

    test(
      'an early price is added to a bootcamp, and withdrawn',
      proof,
      async ({ page, browser }) => {
        const admin = await browser.newContext()
        const id = await classIn(admin.request, 60 * 24 * 30, `Early Bird ${Date.now() % 100_000}`)
        await admin.close()
        await enterAs(page, ADMIN)
        await page.goto(`/admin/bootcamps/${id}/prices`)
        const prices = page.getByRole('region', { name: 'Prices' })
        await expect(prices.getByText('Regular price')).toBeVisible()
        await prices.getByRole('button', { name: /^Add an early price/ }).click()
        const dialog = page.getByRole('dialog', { name: 'Add early price' })
        await dialog.getByLabel('Price', { exact: true }).fill('795')
        await dialog.getByLabel('First seats').fill('5')
        await looked(page, 'admin-early-price-new')
        await dialog.getByRole('button', { name: 'Add early price' }).click()
        await expect(prices.getByText('$795')).toBeVisible()
        await expect(prices.getByText('Early price for the first 5 seats (5 left)')).toBeVisible()
        await looked(page, 'admin-bootcamp-prices')

        await prices.getByRole('button', { name: 'Withdraw the early price of $795' }).click()
        await page.getByRole('button', { name: 'Withdraw early price' }).click()
        await expect(prices.getByText('Withdrawn')).toBeVisible()
        await expect(prices.getByText('Now')).toBeVisible()
        await page.request.delete(`/api/admin/bootcamps/${id}`)
      },
    )
  })
}
