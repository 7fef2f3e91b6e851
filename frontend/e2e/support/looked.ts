/** A screen as it should be in every face: nothing axe minds, nothing sideways, and a picture. */
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible'
import { inItsFaces, picture } from './screens'
import { expect } from './test'
import { closeToasts } from './toasts'

export async function looked(page: Page, name: string) {
  await closeToasts(page)
  // A header that sticks lies over whatever was scrolled beneath it, and seems to crowd it.
  await page.evaluate(() => window.scrollTo(0, 0))
  await inItsFaces(page, name, async (face) => {
    await expectAccessible(page)
    const sideways = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(sideways).toBe(0)
    await picture(page, `${name}-${face}`)
  })
}
