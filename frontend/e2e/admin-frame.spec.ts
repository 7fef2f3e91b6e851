/** The frame of the desk: how far down the data begins, and how far it is for the keyboard. */
import type { Page } from '@playwright/test'
import { ADMIN, enterAs } from './support/accounts'
import { looked } from './support/looked'
import { expect, test } from './support/test'
import { proof } from './support/tiers'

/** Every place in the strip, and every view behind tabs; those with figure cards may begin later. */
const places: readonly { path: string; name: string; hasFigures?: true }[] = [
  { path: '/admin', name: 'Overview', hasFigures: true },
  { path: '/admin/bootcamps', name: 'Bootcamps' },
  { path: '/admin/bundles', name: 'Bundles' },
  { path: '/admin/users', name: 'Users' },
  { path: '/admin/purchases', name: 'Purchases', hasFigures: true },
  { path: '/admin/communications', name: 'Communications' },
  { path: '/admin/communications/sms', name: 'Communications' },
  { path: '/admin/communications/log', name: 'Communications' },
  { path: '/admin/communications/inbox', name: 'Communications' },
  { path: '/admin/communications/suppressed', name: 'Communications' },
  { path: '/admin/codes', name: 'Codes' },
  { path: '/admin/coaching', name: 'Coaching' },
  { path: '/admin/coaching?view=coaches', name: 'Coaching' },
  { path: '/admin/feedback', name: 'Feedback', hasFigures: true },
  { path: '/admin/statistics', name: 'Statistics' },
  { path: '/admin/reconciliation', name: 'Reconciliation' },
  { path: '/admin/audit', name: 'Audit' },
]

const firstRow = (page: Page) => page.locator('#main [data-row]').first()
const tabs = (page: Page) => page.getByRole('navigation', { name: 'Dashboard sections' })

test.beforeEach(({ page }) => enterAs(page, ADMIN))

test('every section of the strip is measured here', async ({ page }) => {
  await page.goto('/admin')
  const links = tabs(page).getByRole('link')
  await expect(links.first()).toBeVisible()
  const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  const measured = new Set(places.map(({ path }) => path))
  expect(addresses).toHaveLength(12)
  expect(addresses.filter((address) => !measured.has(address ?? ''))).toEqual([])
})

for (const { screen, size, touch, most, mostWithFigures } of [
  {
    screen: 'a desk',
    size: { width: 1440, height: 900 },
    touch: false,
    most: 280,
    mostWithFigures: 380,
  },
  {
    screen: 'a phone',
    size: { width: 390, height: 844 },
    touch: true,
    most: 360,
    mostWithFigures: 480,
  },
]) {
  test.describe(`on ${screen}`, () => {
    test.use({ viewport: size, hasTouch: touch })

    test('the first row of data is near the top, and one key away', proof, async ({ page }) => {
      for (const { path, name, hasFigures } of places) {
        await test.step(path, async () => {
          await page.goto(path)
          await expect(page.getByRole('heading', { level: 2, name, exact: true })).toBeVisible()
          const row = firstRow(page)
          await expect(row, `${path} has data`).toBeVisible()
          await page.waitForLoadState('networkidle')
          // The day of an agenda is its first line.
          const line = page.locator('#main :is([data-row], [data-group])').first()
          const top = (await line.boundingBox())?.y ?? Number.POSITIVE_INFINITY
          const limit = hasFigures ? mostWithFigures : most
          expect.soft(top, `${path} begins at`).toBeLessThanOrEqual(limit)
          await page.keyboard.press('j')
          const isThere = await row.evaluate((element) => element.contains(document.activeElement))
          expect.soft(isThere, `${path}: J leads to the first row`).toBe(true)
        })
      }
    })
  })
}

test('a list is gone through, opened and searched without a mouse', proof, async ({ page }) => {
  await page.goto('/admin/purchases')
  const rows = page.locator('#main [data-row]')
  await expect(rows.nth(2)).toBeVisible()
  const isAt = (index: number) =>
    expect(rows.nth(index).getByRole('link').first(), `row ${index}`).toBeFocused()
  await page.keyboard.press('j')
  await isAt(0)
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await isAt(2)
  await page.keyboard.press('k')
  await isAt(1)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/purchases\/\d+$/)
  await expect(page.getByRole('dialog')).toBeVisible()
  // A window has keys of its own.
  await page.keyboard.press('j')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await isAt(1)

  await page.keyboard.press('/')
  const search = page.getByRole('searchbox', { name: 'Search purchases' })
  await expect(search).toBeFocused()
  // Typed, they are letters.
  await page.keyboard.type('jk')
  await expect(search).toHaveValue('jk')
  await expect(page).toHaveURL('/admin/purchases?search=jk')
})

test('the keys are listed, and can be turned off', proof, async ({ page }) => {
  await page.goto('/admin/users')
  await expect(firstRow(page)).toBeVisible()
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(help.getByText('Next row')).toBeVisible()
  await looked(page, 'admin-keys')
  await help.getByRole('switch', { name: 'Use single-key shortcuts' }).click()
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()
  await page.keyboard.press('j')
  const isThere = () => firstRow(page).evaluate((row) => row.contains(document.activeElement))
  expect(await isThere()).toBe(false)
  await page.keyboard.press('?')
  await help.getByRole('switch', { name: 'Use single-key shortcuts' }).click()
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()
  await page.keyboard.press('j')
  expect(await isThere()).toBe(true)
})

for (const { path } of places) {
  test(`${path} is accessible in every face`, proof, async ({ page }) => {
    await page.goto(path)
    await expect(firstRow(page)).toBeVisible()
    await looked(page, `desk${path.replaceAll(/[^a-z]+/gi, '-')}`)
  })
}
