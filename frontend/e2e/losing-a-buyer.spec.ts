/** What used to lose a buyer at the last step: a dead network, a refused card, a mistyped address. */
import { devices, type Locator, type Page } from '@playwright/test'
import { REFUSED, toastOf } from './support/account-pages'
import { newAccount } from './support/accounts'
import { expectBought, fillCheckout, openBootcamps } from './support/buying'
import { looked, lookedInProof } from './support/looked'
import { DECLINED_CARD, fillCard, GOOD_CARD } from './support/stripe'
import { expect, test } from './support/test'
import { proof } from './support/tiers'

const cardForm = (page: Page) =>
  page.frameLocator('iframe[title="Secure payment input frame"]').first()
const cardNumber = (page: Page) => cardForm(page).locator('[name=number]')
const pay = (page: Page) => page.getByRole('button', { name: /^Pay \$/ })
const terms = (page: Page) => page.getByRole('checkbox', { name: /I accept the terms/ })
const alert = (page: Page) => page.getByRole('main').getByRole('alert')

async function anOffer(page: Page) {
  const [bootcamp] = await openBootcamps(page.request)
  if (!bootcamp) throw new Error('the demo sells nothing')
  return `bootcamp=${bootcamp.id}`
}

/** Whether one element lies over another. */
async function overlap(one: Locator, other: Locator) {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()]
  if (!a || !b) throw new Error('One of them has no place on the page')
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

test.describe('at the last step', () => {
  test.use({ allowedComplaints: [REFUSED, 'net::ERR_', 'Failed to fetch'] })

  test('a lost network and a declined card leave the form, and words that stay', async ({
    page,
    context,
  }) => {
    test.slow()
    await fillCheckout(page, await anOffer(page))
    await fillCard(page, DECLINED_CARD)
    await terms(page).check()
    await context.setOffline(true)
    await pay(page).click()
    await expect(alert(page)).toHaveText(/You seem to be offline.*You haven't been charged/)
    await expect(toastOf(page).getByRole('listitem')).toContainText('You seem to be offline.')
    await expect(cardNumber(page)).toHaveValue(/0002$/)

    await context.setOffline(false)
    await pay(page).click()
    await expect(alert(page)).toHaveText(/declined.*Try another card.*your seat is still held/)
    await expect(alert(page)).toBeFocused()
    const toast = toastOf(page).getByRole('listitem')
    await expect(toast).toContainText('Payment Failed')
    await expect(async () => expect(await overlap(toast, pay(page))).toBe(false)).toPass()
    await expect(toast).toBeHidden({ timeout: 10_000 })
    await page.waitForTimeout(1000)
    await expect(alert(page)).toHaveText(/declined/)
    await lookedInProof(page, 'losing-declined')

    await cardNumber(page).fill(GOOD_CARD)
    await expect(alert(page)).toBeHidden()
    await pay(page).click()
    await expectBought(page)
  })

  test('a refused address is corrected with the card kept, and a reload keeps who buys', async ({
    page,
  }) => {
    const email = await fillCheckout(page, await anOffer(page), newAccount().email)
    await page.reload()
    const address = page.getByLabel('Email')
    await expect(address).toHaveValue(email)
    await expect(page.getByLabel('Full name')).toHaveValue('Ada Lovelace')

    await fillCard(page)
    await address.fill('ada@demo..test')
    await expect(address).toHaveAttribute('aria-invalid', 'true')
    await expect(pay(page)).toBeDisabled()
    await address.press('Backspace')
    await expect(cardNumber(page)).toHaveValue(/4242$/)
    await address.fill(email)
    await terms(page).check()
    await expect(pay(page)).toBeEnabled()
    await expect(cardNumber(page)).toHaveValue(/4242$/)
    await pay(page).click()
    await expectBought(page)
    await page.goto('/checkout')
    await expect(page.getByLabel('Email')).toHaveValue('')
  })

  test('a script that does not come leaves words and a way to try again', async ({ page }) => {
    await page.route('**/assets/main-*.js', (route) => route.abort())
    await page.goto('/checkout')
    await expect(page.getByRole('alert')).toContainText("This page couldn't be loaded")
    await page.unroute('**/assets/main-*.js')
    await page.getByRole('button', { name: 'Reload' }).click()
    await expect(page.getByRole('heading', { name: 'Choose Your Bootcamp' })).toBeVisible()
  })

  test('a message typed without a network is still there', proof, async ({ page, context }) => {
    await page.goto('/contact')
    await expect(page.getByRole('button', { name: 'Send Message' })).toBeEnabled()
    await page.getByLabel('Name').fill('Ada Lovelace')
    await page.getByLabel('Email').fill('ada@example.test')
    await page.getByLabel('Subject').fill('A question')
    await page.getByLabel('Message').fill('Is there still a seat for me?')
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Send Message' }).click()
    await expect(toastOf(page)).toContainText('You seem to be offline.')
    await expect(page.getByLabel('Message')).toHaveValue('Is there still a seat for me?')
    await context.setOffline(false)
  })
})

test.describe('on a phone', () => {
  const { viewport, hasTouch, isMobile, userAgent } = devices['Pixel 7']
  test.use({ viewport, hasTouch, isMobile, userAgent })

  test('from the sales page to a seat it takes at most eight taps', proof, async ({ page }) => {
    let taps = 0
    const tap = async (target: Locator) => {
      taps += 1
      await target.tap()
    }
    await page.goto('/')
    await tap(page.getByRole('link', { name: /^Choose Complete Bundle/ }))
    const bar = page.getByRole('region', { name: 'Your order' })
    await tap(bar.getByRole('button', { name: 'Continue' }))
    const address = page.getByLabel('Email')
    await expect(address).toBeFocused()
    await expect(address).toBeInViewport()
    await looked(page, 'losing-phone-email')
    await address.pressSequentially(newAccount().email)
    await tap(page.getByLabel('Full name'))
    await page.getByLabel('Full name').pressSequentially('Ada Lovelace')
    await tap(cardNumber(page))
    await fillCard(page)
    await tap(terms(page))
    // The one in the form is in sight, and so the bar is out of its way.
    await expect(pay(page)).toBeInViewport()
    await expect(bar).toBeHidden()
    await page.evaluate(() => scrollTo(0, 0))
    await expect(bar.getByRole('button', { name: 'Pay' })).toBeVisible()
    await tap(bar.getByRole('button', { name: 'Pay' }))
    await expectBought(page)
    expect(taps).toBeLessThanOrEqual(8)
  })
})
