/** The four faces of a page: wide and narrow, light and dark. */
import type { Page } from '@playwright/test'
import { isProof } from './tiers'

const widths = {
  desktop: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
} as const

const faces = ['desktop-light', 'desktop-dark', 'phone-light', 'phone-dark'] as const
type Face = (typeof faces)[number]

/** Shows the page in each of these faces in turn, as the theme button would. */
export async function inFaces(
  page: Page,
  wanted: readonly Face[],
  visit: (face: Face) => Promise<void>,
) {
  const size = page.viewportSize()
  for (const face of wanted) {
    const [width, theme] = face.split('-') as [keyof typeof widths, string]
    await page.setViewportSize(widths[width])
    await page.evaluate((chosen) => {
      document.documentElement.dataset.theme = chosen
    }, theme)
    await visit(face)
  }
  // What follows is the same journey whichever faces were looked at.
  if (!size) return
  await page.setViewportSize(size)
  // Whatever is in the middle of a window is still on its way there: a press would fall between.
  await page.waitForFunction(
    ({ width, height }) => innerWidth === width && innerHeight === height,
    size,
  )
  await page.evaluate(
    () => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))),
  )
}

/** For a change one face of a screen, by its name: always the same, and over all screens each. */
function facesOf(screen: string): readonly Face[] {
  if (isProof) return faces
  const sum = [...screen].reduce((total, sign) => total + sign.charCodeAt(0), 0)
  return [faces[sum % faces.length] ?? 'desktop-light']
}

export const inItsFaces = (page: Page, screen: string, visit: (face: Face) => Promise<void>) =>
  inFaces(page, facesOf(screen), visit)

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

/** One picture of each face. */
export async function screens(page: Page, name: string) {
  if (!process.env.PICTURES) return
  await inItsFaces(page, name, (face) => picture(page, `${name}-${face}`))
}
