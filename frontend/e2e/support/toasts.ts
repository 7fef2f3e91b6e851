/** Toasts come and go when they like, which pictures and axe do not. */
import { expect, type Page } from '@playwright/test'

/** Half-way through fading out a toast has no contrast to speak of: wait until there is none. */
export async function closeToasts(page: Page) {
  const toast = page.getByRole('region', { name: /Notifications/ }).getByRole('listitem')
  // Another may take its place while the first is being closed.
  await expect(async () => {
    if (await toast.isVisible()) {
      await toast.getByRole('button', { name: 'Close' }).click({ timeout: 1000 })
    }
    await expect(toast).toBeHidden({ timeout: 1000 })
  }).toPass({ timeout: 15_000 })
}
