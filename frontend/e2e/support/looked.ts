/** A screen as it should be in every face: nothing axe minds, nothing sideways, and a picture. */
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible'
import { inItsFaces, picture } from './screens'
import { expect } from './test'
import { isProof } from './tiers'
import { closeToasts } from './toasts'

/** An email, or a later state of a screen that is looked at elsewhere: for a change it is only met. */
export const lookedInProof = (page: Page, name: string) =>
  isProof ? looked(page, name) : atItsTop(page)

async function atItsTop(page: Page) {
  await closeToasts(page)
  // A header that sticks lies over whatever was scrolled beneath it, and seems to crowd it.
  await page.evaluate(() => window.scrollTo(0, 0))
}

export async function looked(page: Page, name: string) {
  await atItsTop(page)
  await inItsFaces(page, name, async (face) => {
    await expectAccessible(page)
    const sideways = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(sideways).toBe(0)
    await picture(page, `${name}-${face}`)
  })
}
