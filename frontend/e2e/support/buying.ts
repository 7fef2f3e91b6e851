/** Buying in journeys: the page for one buyer, the API for the others. */
import type { APIRequestContext, Page } from '@playwright/test'
import { newAccount } from './accounts'
import { fillCard, GOOD_CARD, standIn } from './stripe'
import { expect } from './test'

export interface OfferedBootcamp {
  id: number
  name: string
  availableSeats: number
  startDate: string
  step: number | null
  price: string
}

export interface OfferedBundle {
  id: string
  availableSeats: number
  bootcamps: { id: number; name: string; dateIds: number[] }[]
}

/** By the site of the journeys, or another one. */
export async function offeredBootcamps(
  request: APIRequestContext,
  site = '',
): Promise<OfferedBootcamp[]> {
  return (await request.get(`${site}/api/bootcamps`)).json()
}

/** The demo's only one. */
export async function offeredBundle(request: APIRequestContext, site = ''): Promise<OfferedBundle> {
  const [bundle] = (await (await request.get(`${site}/api/bundles`)).json()) as OfferedBundle[]
  if (!bundle) throw new Error('the demo sells no bundle')
  return bundle
}

/** Whatever else is on sale belongs to the journey that made it, which may end it at any time. */
const OF_THE_DEMO = ['Beginner Bootcamp', 'Advanced Bootcamp', 'AI Marketing Bootcamp']

/** Open bootcamps of the demo with room for all journeys, soonest last: those are sold out by others. */
export async function openBootcamps(request: APIRequestContext): Promise<OfferedBootcamp[]> {
  const offered = await offeredBootcamps(request)
  return offered
    .filter(
      ({ availableSeats, startDate }) => availableSeats > 3 && Date.parse(startDate) > Date.now(),
    )
    .filter(({ name }) => OF_THE_DEMO.includes(name))
    .sort((a, b) => Date.parse(b.startDate) - Date.parse(a.startDate))
}

/** The address of the bundle on the demo's emptiest dates: the last seat of the next one goes to others. */
export async function roomyBundle(request: APIRequestContext): Promise<string> {
  const bundle = await offeredBundle(request)
  const offered = (await offeredBootcamps(request)).filter(({ name }) => OF_THE_DEMO.includes(name))
  const free = new Map(offered.map(({ id, availableSeats }) => [id, availableSeats]))
  const dates = bundle.bootcamps.map(({ dateIds }) =>
    dateIds.reduce((best, id) => ((free.get(id) ?? 0) > (free.get(best) ?? 0) ? id : best)),
  )
  return `bundle=${bundle.id}&dates=${dates.join()}`
}

/** Chooses by address, types who buys, and waits for the card form. */
export async function fillCheckout(page: Page, query: string, email = newAccount().email) {
  await page.goto(`/checkout?${query}`)
  const address = page.getByLabel('Email')
  // Filled while the app takes the field over, it would be filled again and hold the text twice.
  const isTakenOver = () =>
    address.evaluate((field) => Object.keys(field).some((key) => key.startsWith('__reactProps')))
  await expect.poll(isTakenOver).toBe(true)
  await address.fill(email)
  await page.getByLabel('Full name').fill('Ada Lovelace')
  await expect(page.getByRole('form', { name: 'Payment' })).toBeVisible()
  return email
}

export async function payWith(page: Page, card = GOOD_CARD) {
  await fillCard(page, card)
  await pressPay(page)
}

export async function pressPay(page: Page) {
  const terms = page.getByRole('checkbox', { name: /I accept the terms of service/ })
  if (!(await terms.isChecked())) await terms.check()
  await page.getByRole('button', { name: /^Pay \$/ }).click()
}

export async function expectBought(page: Page) {
  await expect(page).toHaveURL(/\/confirmation/)
  await expect(
    page.getByRole('heading', { level: 1, name: /^Your seats? (is|are) reserved$/ }),
  ).toBeVisible()
}

export interface Bought {
  email: string
  paymentIntentId: string
  /** For a guest, who has no account yet. */
  invitationToken: string | null
}

/** Without a browser: takes a seat from start to end, for whoever the request is signed in as. */
export async function buyByApi(
  request: APIRequestContext,
  bootcampId: number,
  email = newAccount().email,
): Promise<Bought> {
  const post = async (path: string, data: object) => {
    const answer = await request.post(`/api/${path}`, { data })
    expect(answer.status(), `${path}: ${await answer.text()}`).toBe(200)
    return (await answer.json()) as {
      paymentIntentId: string
      clientSecret: string
      status: string
      invitationToken: string | null
    }
  }
  const { paymentIntentId, clientSecret } = await post('create-payment-intent', {
    bootcampIds: [bootcampId],
    bundleId: null,
    email,
    fullName: 'Quick Buyer',
  })
  await post('checkout/hold', { paymentIntentId, termsVersion: 'e2e' })
  const confirmed = await fetch(`${standIn}/v1/payment_intents/${paymentIntentId}/confirm`, {
    method: 'POST',
    body: new URLSearchParams({
      key: 'pk_test_standin',
      client_secret: clientSecret,
      use_stripe_sdk: 'true',
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': GOOD_CARD,
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '34',
      'payment_method_data[card][cvc]': '123',
    }),
  })
  expect(confirmed.status).toBe(200)
  const { status, invitationToken } = await post('complete-purchase', { paymentIntentId })
  expect(status).toBe('completed')
  return { email, paymentIntentId, invitationToken }
}

/** An admin gives the money back at the provider itself. */
export async function refundAtStripe(paymentIntentId: string) {
  const answer = await fetch(`${standIn}/v1/refunds`, {
    method: 'POST',
    headers: { Authorization: 'Bearer sk_test_standin' },
    body: new URLSearchParams({ payment_intent: paymentIntentId }),
  })
  expect(answer.status, await answer.text()).toBe(200)
}
