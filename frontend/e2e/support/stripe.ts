/** Stripe in journeys: its real addresses, answered by the local stand-in. */
import type { BrowserContext, Page } from '@playwright/test'

export const standIn = process.env.STRIPE_URL ?? 'http://localhost:8010'

export const GOOD_CARD = '4242424242424242'
export const DECLINED_CARD = '4000000000000002'
export const CHALLENGED_CARD = '4000002760003184'

/**
 * The page and its Content-Security-Policy see js.stripe.com and api.stripe.com, as in production.
 * Journeys have it from `test`; a context that a journey opens itself must ask for it.
 */
export async function answerForStripe(context: BrowserContext) {
  await context.route(/^https:\/\/(js|api)\.stripe\.com\//, async (route) => {
    const { pathname, search } = new URL(route.request().url())
    await route.fulfill({ response: await route.fetch({ url: standIn + pathname + search }) })
  })
}

/** The fields have these names in Stripe's own form too, where labels follow the language. */
export async function fillCard(page: Page, number = GOOD_CARD) {
  const form = page.frameLocator('iframe[title="Secure payment input frame"]').first()
  await form.locator('[name=number]').fill(number)
  await form.locator('[name=expiry]').fill('1234')
  await form.locator('[name=cvc]').fill('123')
  await form.locator('[name=postalCode]').fill('94102')
}

/** One of the ways to pay that the provider's form offers. */
export async function chooseWay(page: Page, name: string) {
  const form = page.frameLocator('iframe[title="Secure payment input frame"]').first()
  await form.getByRole('tab', { name, exact: true }).click()
}

/** The buyer's browser has a wallet; before the page is opened. */
export async function haveWallet(context: BrowserContext) {
  await context.addInitScript(() => Object.assign(window, { standInWallet: 'google_pay' }))
}

/** Answers the bank that wants to know whether it is really the buyer. */
export async function answerChallenge(page: Page, outcome: 'Complete' | 'Fail') {
  await page
    .frameLocator('iframe[title="Stripe 3D Secure challenge"]')
    .getByRole('button', { name: outcome })
    .click()
}

/**
 * What `standins/README.md` lists: asks without a body, commands with one. All journeys share one
 * stand-in and run side by side, so touch your own payment only; never `reset`.
 */
export async function control(path: string, body?: object): Promise<unknown> {
  const answer = await fetch(`${standIn}/_control/${path}`, {
    method: body ? 'POST' : 'GET',
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const said: unknown = await answer.json()
  if (!answer.ok) throw new Error(`The stand-in refused ${path}: ${JSON.stringify(said)}`)
  return said
}
