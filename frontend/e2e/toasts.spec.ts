import type { Page } from '@playwright/test'
import { expect, test } from './support/test'
import { proof } from './support/tiers'

/** A visitor at /portal is shown a toast; the sign-in they are taken to never answers. */
async function provokeToast(page: Page) {
  await page.route('**/api/login?*', (route) => route.fulfill({ status: 204 }))
  await page.goto('/portal')
  const toast = page.getByRole('region', { name: /Notifications/ }).getByRole('listitem')
  await expect(toast).toBeVisible()
  return toast
}

async function swipe(page: Page, toast: ReturnType<Page['locator']>, distance: number) {
  // The swipe is measured from where the toast rests, not from where it slides in.
  await toast.evaluate((element) =>
    Promise.all(element.getAnimations().map((animation) => animation.finished)).then(
      () => undefined,
    ),
  )
  const box = await toast.boundingBox()
  if (!box) throw new Error('The toast has no place on the page')
  const x = box.x + 40
  const y = box.y + box.height / 2
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + distance, y, { steps: 8 })
  await page.mouse.up()
}

test('a visitor at /portal sees one toast and is taken to sign in', proof, async ({ page }) => {
  const signIn = page.waitForRequest('**/api/login?*')
  const toast = await provokeToast(page)
  await expect(toast).toHaveCount(1)
  await expect(toast).toContainText('Unauthorized')
  await expect(toast).toContainText('You are logged out. Logging in again...')
  await signIn
})

test.describe('by the clock', { tag: ['@timing', '@proof'] }, () => {
  test('the toast closes by itself after about five seconds', async ({ page }) => {
    const toast = await provokeToast(page)
    await page.waitForTimeout(4000)
    await expect(toast).toBeVisible()
    await expect(toast).toBeHidden({ timeout: 2000 })
  })
})

test('F8 brings the keyboard to the notifications', proof, async ({ page }) => {
  await provokeToast(page)
  await page.keyboard.press('F8')
  await expect(
    page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('list'),
  ).toBeFocused()
})

test('the notifications are at most 420 px wide', proof, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const toast = await provokeToast(page)
  const area = await toast.locator('..').boundingBox()
  expect(area?.width).toBe(420)
})

test('a swipe to the right of less than 50 px leaves the toast', proof, async ({ page }) => {
  const toast = await provokeToast(page)
  await swipe(page, toast, 45)
  await page.waitForTimeout(400)
  await expect(toast).toBeVisible()
})

test('a swipe to the right of more than 50 px dismisses the toast', proof, async ({ page }) => {
  const toast = await provokeToast(page)
  await swipe(page, toast, 70)
  await expect(toast).toBeHidden({ timeout: 1000 })
})

test('a swipe to the left leaves the toast', proof, async ({ page }) => {
  const toast = await provokeToast(page)
  await swipe(page, toast, -70)
  await page.waitForTimeout(400)
  await expect(toast).toBeVisible()
})
