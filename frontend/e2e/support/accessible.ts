/** Automatic accessibility checks: WCAG 2.0 to 2.2, levels A and AA. */
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './test'

const levels = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa']

export async function expectAccessible(page: Page) {
  // Half-faded text has a contrast of its own; wait until everything has arrived.
  await page.waitForFunction(() =>
    document.getAnimations().every((animation) => {
      const { iterations } = animation.effect?.getComputedTiming() ?? {}
      return animation.playState !== 'running' || iterations === Number.POSITIVE_INFINITY
    }),
  )
  const checker = new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .withTags(levels)
    // The card form is the provider's own document; axe cannot see our ground through it.
    .exclude('.StripeElement iframe')
    // Without frames to gather from, axe needs no second page to add up in.
    .setLegacyMode(page.frames().length === 1)
  const { violations } = await checker.analyze()
  const found = violations.map(({ id, help, nodes }) => ({
    id,
    help,
    where: nodes.map((node) => `${node.target.join(' ')}: ${node.failureSummary}`),
  }))
  expect(found).toEqual([])
}
