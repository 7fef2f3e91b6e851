/** The four faces of a page: wide and narrow, light and dark. */
import type { Page } from '@playwright/test'

const widths = {
  desktop: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
} as const
const themes = ['light', 'dark'] as const

export interface Face {
  name: string
}

/** Shows the page in each face in turn, as the theme button would. */
export async function inEveryFace(page: Page, visit: (face: Face) => Promise<void>) {
  for (const [width, size] of Object.entries(widths)) {
    await page.setViewportSize(size)
    for (const theme of themes) {
      await page.evaluate((chosen) => {
        document.documentElement.dataset.theme = chosen
      }, theme)
      await visit({ name: `${width}-${theme}` })
    }
  }
}

/** Takes a picture of each face of the whole page, into screenshots/. */
export async function screens(page: Page, name: string) {
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  await inEveryFace(page, async (face) => {
    await page.screenshot({
      path: `screenshots/${name}-${face.name}.png`,
      fullPage: true,
      animations: 'disabled',
    })
  })
}
