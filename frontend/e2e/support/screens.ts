/** The four faces of a page: wide and narrow, light and dark. */
import type { Page } from '@playwright/test'

const widths = {
  desktop: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
} as const

export interface Face {
  name: string
}

const faces = ['desktop-light', 'desktop-dark', 'phone-light', 'phone-dark'] as const

/** Shows the page in each of these faces in turn, as the theme button would. */
export async function inFaces(
  page: Page,
  wanted: readonly (typeof faces)[number][],
  visit: (face: Face) => Promise<void>,
) {
  for (const name of wanted) {
    const [width, theme] = name.split('-') as [keyof typeof widths, string]
    await page.setViewportSize(widths[width])
    await page.evaluate((chosen) => {
      document.documentElement.dataset.theme = chosen
    }, theme)
    await visit({ name })
  }
}

export const inEveryFace = (page: Page, visit: (face: Face) => Promise<void>) =>
  inFaces(page, faces, visit)

/** Takes a picture of the whole page into screenshots/, for people to look at: with PICTURES=1. */
export async function picture(page: Page, name: string) {
  if (!process.env.PICTURES) return
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  await page.screenshot({
    path: `screenshots/${name}.png`,
    fullPage: true,
    animations: 'disabled',
  })
}

/** One of each face. */
export async function screens(page: Page, name: string) {
  if (!process.env.PICTURES) return
  await inEveryFace(page, (face) => picture(page, `${name}-${face.name}`))
}
