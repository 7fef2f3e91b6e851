/** Prices with rules as buyers meet them: a code by link on a phone, and an early price that ends. */
import {
  expectBought,
  fillCheckout,
  offeredBootcamps,
  openBootcamps,
  payWith,
} from './support/buying'
import { classIn } from './support/classes'
import { sql } from './support/database'
import { looked, lookedInProof } from './support/looked'
import { expect, test } from './support/test'

const CODE = 'E2ESPRING'
const SECOND = 1000
const MINUTE = 60 * SECOND
/** In minutes. */
const DAY = 24 * 60
/** How long the early price still holds; less than ten, and the page counts them. */
const LAST_MINUTES = 8

const dollars = (cents: number) =>
  `$${(cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })}`

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('a code rides from a link to the receipt', async ({ page }) => {
    sql(
      `INSERT INTO discount_codes (code, kind, value, created_at, updated_at)
       VALUES ('${CODE}', 'percent', 20, now(), now()) ON CONFLICT (code) DO UPDATE SET is_active = true`,
    )
    try {
      await page.goto(`/?code=${CODE.toLowerCase()}`)
      const link = page.getByRole('link', { name: 'Reserve My Spot Now' }).first()
      await expect(link).toHaveAttribute('href', `/checkout?code=${CODE}`)
      await link.click()
      await expect(page).toHaveURL(`/checkout?code=${CODE}`)

      const [bootcamp] = await openBootcamps(page.request)
      if (!bootcamp) throw new Error('the demo has no open bootcamp')
      const regular = Math.round(Number(bootcamp.price) * 100)
      const total = dollars(regular * 0.8)
      await fillCheckout(page, `bootcamp=${bootcamp.id}&code=${CODE}`)
      await expect(page.getByText(`${CODE} · 20% off`)).toBeVisible()
      const summary = page.getByRole('region', { name: 'Order summary' })
      await expect(summary).toContainText(`-${dollars(regular * 0.2)}`)
      await expect(summary).toContainText(total)
      await expect(page.getByRole('region', { name: 'Your order' })).toContainText(total)
      await expect(page.getByRole('button', { name: `Pay ${total}` })).toBeVisible()
      await looked(page, 'prices-code-390')

      // Forgotten by one click, and typed again.
      await page.getByRole('button', { name: `Remove code ${CODE}` }).click()
      await expect(page.getByRole('button', { name: `Pay ${dollars(regular)}` })).toBeVisible()
      await page.getByRole('button', { name: 'Have a code?' }).click()
      await page.getByLabel('Discount code').fill('NOSUCHCODE')
      await page.getByLabel('Discount code').press('Enter')
      await expect(page.getByText("We don't recognize this code.")).toBeVisible()
      await lookedInProof(page, 'prices-code-refused-390')
      await page.getByLabel('Discount code').fill(CODE)
      await page.getByLabel('Discount code').press('Enter')
      await expect(page.getByRole('button', { name: `Pay ${total}` })).toBeVisible()

      await payWith(page)
      await expectBought(page)
      await expect(page.getByRole('region', { name: 'What you bought' })).toContainText(total)
    } finally {
      sql(`UPDATE discount_codes SET is_active = false WHERE code = '${CODE}'`)
    }
  })
})

test('an early price ends while the pages are open', async ({ page, context, browser }) => {
  // The browser's minutes can be passed.
  await context.clock.install()
  // Its own, the next of its step and too dear for the bundle: nobody else meets it but on the sales page.
  const admin = await browser.newContext()
  const id = await classIn(admin.request, 2 * DAY, 'Early class', '1595.00', 20, 2)
  const [regular, early] = [159_500, 139_500]
  const end = new Date(Date.now() + LAST_MINUTES * MINUTE).toISOString()
  sql(
    `INSERT INTO price_steps (bootcamp_id, price, until, regular_price, created_at)
     VALUES (${id}, ${early / 100}, '${end}', ${regular / 100}, now())`,
  )
  await expect
    .poll(async () => (await offeredBootcamps(page.request)).find((one) => one.id === id)?.price)
    .toBe((early / 100).toFixed(2))

  const card = page.locator('#register ol > li', {
    hasText: `then ${dollars(regular).slice(0, -3)}`,
  })
  // The page comes with the offer of a moment ago, which is before the list's.
  await expect(async () => {
    await page.goto('/')
    await expect(card).toBeVisible({ timeout: SECOND })
  }).toPass()
  await expect(card).toContainText(dollars(early).slice(0, -3))
  await looked(page, 'prices-early-landing')
  const before = await card.locator('[data-room]').boundingBox()

  const checkout = await context.newPage()
  await checkout.goto(`/checkout?bootcamp=${id}`)
  const summary = checkout.getByRole('region', { name: 'Order summary' })
  await expect(summary).toContainText('This price ends in')
  await expect(summary).toContainText(dollars(early))
  await looked(checkout, 'prices-early-checkout')

  // It ends here and there. By itself, in both pages: nobody reloads.
  sql(`UPDATE price_steps SET until = now() WHERE bootcamp_id = ${id}`)
  await context.clock.fastForward(LAST_MINUTES * MINUTE)
  const ended = page.locator('#register ol > li', { hasText: 'The early price has ended.' })
  await expect(ended).toContainText(dollars(regular).slice(0, -3))
  expect((await ended.locator('[data-room]').boundingBox())?.height).toBe(before?.height)
  await expect(summary).toContainText('The early price has ended.')
  await expect(summary).not.toContainText(dollars(early))
  await checkout.getByLabel('Email').fill('early@example.test')
  await checkout.getByLabel('Full name').fill('Ada Lovelace')
  await expect(checkout.getByRole('button', { name: `Pay ${dollars(regular)}` })).toBeVisible()
  await lookedInProof(checkout, 'prices-early-ended')
  await admin.request.patch(`/api/admin/bootcamps/${id}/archive`)
  await admin.close()
})
