/** How long it takes from the click on a button of the sales page until a card can be typed in. */
import type { Page } from '@playwright/test'
import { newAccount } from './accounts'

/** Who buys is typed in no time, so that what is left is ours: the page, the payment and the form. */
export async function cardUsableAfter(page: Page): Promise<number> {
  const button = page.getByRole('link', { name: 'Choose Complete Bundle' })
  await button.scrollIntoViewIfNeeded()
  const clickedAt = Date.now()
  await button.click({ noWaitAfter: true })
  await page.getByLabel('Email').fill(newAccount().email)
  await page.getByLabel('Full name').fill('Ada Lovelace')
  const card = page.frameLocator('iframe[title="Secure payment input frame"]').first()
  await card.locator('[name=number]').fill('4242')
  return Date.now() - clickedAt
}
