/** Getting about without a mouse, and seeing at every stop where one is. */
import type { Locator, Page } from '@playwright/test'
import { expect } from './test'

/** Whether the keyboard is here, in whichever frame. */
const isHere = (target: Locator) =>
  target.evaluate(
    (element) => element.ownerDocument.activeElement === element && document.hasFocus(),
  )

interface Stop {
  name: string
  isMarked: boolean
  isInView: boolean
}

/** What has the focus, whether it shows that, and whether it can be seen at all. */
const stopOf = (page: Page): Promise<Stop> =>
  page.evaluate(() => {
    const stop = document.activeElement ?? document.body
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(stop)
    const box = stop.getBoundingClientRect()
    return {
      name: (stop.getAttribute('aria-label') ?? stop.textContent ?? '').trim() || stop.outerHTML,
      isMarked:
        stop.tagName === 'IFRAME' ||
        (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) ||
        boxShadow !== 'none',
      isInView: box.bottom > 0 && box.top < innerHeight,
    }
  })

/** Presses Tab until the keyboard is there; every stop on the way must be marked and in view. */
export async function tabTo(page: Page, target: Locator, most = 80) {
  await target.waitFor()
  for (let presses = 0; presses < most; presses += 1) {
    if (await isHere(target)) return
    await page.keyboard.press('Tab')
    await expect(async () => {
      const stop = await stopOf(page)
      expect(stop, 'where the keyboard is').toEqual({ ...stop, isMarked: true, isInView: true })
    }).toPass({ timeout: 3000 })
  }
  throw new Error(`Tab does not lead to ${String(target)}`)
}

export async function typeInto(page: Page, field: Locator, text: string) {
  await tabTo(page, field)
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(text)
}

export async function pressOn(page: Page, target: Locator, key = 'Enter') {
  await tabTo(page, target)
  await page.keyboard.press(key)
}
