/** From the shop window to a seat in one's own account, through the real card form. */
import type { Page } from '@playwright/test'
import { expectInPortal, fill, press, REFUSED, toastOf } from './support/account-pages'
import { linkInEmail, newAccount, openAccount, PASSWORD } from './support/accounts'
import {
  buyByApi,
  expectBought,
  fillCheckout,
  openBootcamps,
  payWith,
  pressPay,
  roomyBundle,
} from './support/buying'
import { classIn } from './support/classes'
import { sql } from './support/database'
import { looked, lookedInProof } from './support/looked'
import {
  answerChallenge,
  CHALLENGED_CARD,
  control,
  DECLINED_CARD,
  fillCard,
  GOOD_CARD,
} from './support/stripe'
import { expect, test } from './support/test'

const DAY = 24 * 60

// One after the other: one of them changes how the stand-in asks for proof.
test.describe.configure({ mode: 'default' })

async function newestBootcamp(page: Page) {
  const [bootcamp] = await openBootcamps(page.request)
  if (!bootcamp) throw new Error('the demo sells nothing')
  return bootcamp
}

test('a guest buys a bootcamp and opens an account with the purchase in it', async ({ page }) => {
  const bootcamp = await newestBootcamp(page)
  const email = await fillCheckout(page, `bootcamp=${bootcamp.id}`)
  await expect(page.getByRole('button', { name: /^Pay \$/ })).toBeDisabled()
  await looked(page, 'buying-card-form')
  await payWith(page)
  await expect(toastOf(page).getByText('Payment Successful', { exact: true })).toBeVisible()
  await expect(page).toHaveURL('/confirmation?direct_success=true')
  await expectBought(page)
  const ticket = page.getByRole('region', { name: 'What you bought' })
  await expect(ticket.getByRole('heading', { name: bootcamp.name })).toBeVisible()
  await expect(ticket.getByText(email)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Create your free account' })).toBeVisible()
  await looked(page, 'buying-bought')
  const kept = await page.evaluate(() => Object.keys(sessionStorage).sort())
  expect(kept).toEqual(
    expect.arrayContaining(['account_invitation_token', 'guest_email', 'recent_purchase_data']),
  )

  await page.getByRole('link', { name: 'Use username and password' }).click()
  await expect(page).toHaveURL('/auth/register')
  const address = page.getByLabel('Email', { exact: true })
  await expect(address).toHaveValue(email)
  await expect(address).toHaveAttribute('readonly', '')
  await fill(page, 'Username', newAccount().username)
  await fill(page, 'Password', PASSWORD)
  await fill(page, 'Confirm password', PASSWORD)
  await press(page, 'Create Account')
  await expect(
    toastOf(page).getByText('Account Created Successfully!', { exact: true }),
  ).toBeVisible()
  await expectInPortal(page)
  expect(await page.evaluate(() => sessionStorage.getItem('account_invitation_token'))).toBeNull()
  const checkout = await (await page.request.get('/api/checkout')).json()
  expect(checkout.ownedBootcampIds).toEqual([bootcamp.id])

  // The page does not sell it a second time.
  await page.goto(`/checkout?bootcamp=${bootcamp.id}`)
  await expect(page.getByText(/already own/i).first()).toBeVisible()
})

test('a guest buys the bundle and comes back through the identity provider', async ({ page }) => {
  await fillCheckout(page, await roomyBundle(page.request))
  await payWith(page)
  await expectBought(page)
  await expect(page.getByRole('heading', { name: 'Your seats are reserved' })).toBeVisible()
  await lookedInProof(page, 'buying-bundle-bought')
  await page.getByRole('link', { name: /^Continue with (?!Google)/ }).click()
  await page.getByLabel('E-mail').fill(newAccount().email)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(
    toastOf(page).getByText('Account Created Successfully', { exact: true }),
  ).toBeVisible()
  await expectInPortal(page)
  const checkout = await (await page.request.get('/api/checkout')).json()
  expect(checkout.ownedBootcampIds).toHaveLength(3)
})

test.describe('a declined card', () => {
  test.use({ allowedComplaints: [REFUSED] })

  test('is said in the words of the provider, and the next one buys', async ({ page }) => {
    const bootcamp = await newestBootcamp(page)
    await fillCheckout(page, `bootcamp=${bootcamp.id}`)
    await payWith(page, DECLINED_CARD)
    await expect(toastOf(page).getByText('Payment Failed', { exact: true })).toBeVisible()
    await expect(page.getByText('Your seat is held for', { exact: false })).toBeVisible()
    await looked(page, 'buying-declined')
    await payWith(page)
    await expectBought(page)
  })
})

test('a bank that asks in the page is answered there', async ({ page }) => {
  const bootcamp = await newestBootcamp(page)
  await fillCheckout(page, `bootcamp=${bootcamp.id}`)
  await payWith(page, CHALLENGED_CARD)
  await answerChallenge(page, 'Complete')
  await expectBought(page)
})

test('a bank that asks on its own page sends the buyer back to the result', async ({ page }) => {
  await control('settings', { challenge: 'redirect' })
  try {
    const bootcamp = await newestBootcamp(page)
    await fillCheckout(page, `bootcamp=${bootcamp.id}`)
    await payWith(page, CHALLENGED_CARD)
    await page.getByRole('button', { name: 'Complete' }).click()
    await expectBought(page)
    expect(page.url()).not.toContain('client_secret')
    await page.reload()
    await expectBought(page)
  } finally {
    await control('settings', { challenge: 'modal' })
  }
})

test.describe('sold out', () => {
  test.use({ allowedComplaints: [REFUSED] })

  test('while typing is said before anything is paid', async ({ page, playwright, baseURL }) => {
    const own = () => playwright.request.newContext(baseURL ? { baseURL } : {})
    const name = 'Class With One Seat'
    // Dearer than the bundle's, so that no bundle is bought on this date.
    const id = await classIn(await own(), 9 * DAY, name, '1195.00', 1)
    await fillCheckout(page, `bootcamp=${id}`)
    await buyByApi(await own(), id)
    await payWith(page)
    await expect(toastOf(page).getByText('This date has just sold out.')).toBeVisible()
    await expect(page.getByText(`${name} is sold out.`, { exact: true })).toBeHidden()
    await expect(page).toHaveURL(/\/checkout/)
    await looked(page, 'buying-sold-out')
  })
})

test('a tab closed after paying: the event completes it, and the email leads on', async ({
  page,
  context,
}) => {
  const bootcamp = await newestBootcamp(page)
  const email = await fillCheckout(page, `bootcamp=${bootcamp.id}`)
  const asked = new Promise<void>((resolve) => {
    void page.route('**/api/complete-purchase', () => resolve())
  })
  await payWith(page)
  await asked
  await page.close()

  const later = await context.newPage()
  const link = await linkInEmail(later.request, {
    to: email,
    about: 'Confirmed:',
    holding: 'invite=',
  })
  await later.goto(link)
  await expect(toastOf(later).getByText('Invitation Received', { exact: true })).toBeVisible()
  await expect(later).toHaveURL('/auth/register')
  expect(later.url()).not.toContain('invite')
  await expect(later.getByLabel('Email', { exact: true })).toHaveValue(email)
})

test.describe('paid in another tab', () => {
  test.use({ allowedComplaints: [REFUSED] })

  test('the late tab says so, leads to the confirmation, and charges nothing', async ({
    page,
    context,
  }) => {
    const bootcamp = await newestBootcamp(page)
    const email = await fillCheckout(page, `bootcamp=${bootcamp.id}`)
    await fillCard(page, GOOD_CARD)
    const other = await context.newPage()
    await fillCheckout(other, `bootcamp=${bootcamp.id}`, email)
    await payWith(other)
    await expectBought(other)

    await pressPay(page)
    const said = page.getByRole('alert').filter({ hasText: 'already paid for this in another tab' })
    await expect(said).toBeVisible()
    await expect(page.getByText(/haven't been charged/)).toHaveCount(0)
    await expect(page.getByRole('button', { name: /^Pay \$/ })).toHaveCount(0)
    await looked(page, 'buying-paid-in-another-tab')
    await said.getByRole('link', { name: 'See your confirmation.' }).click()
    await expectBought(page)
    expect(
      sql(
        `SELECT listed_status, count(*) FROM purchases WHERE guest_email = '${email}' GROUP BY 1`,
      ),
    ).toBe('completed|1')
  })
})

test('somebody with an account logs in and links what they bought as a guest', async ({
  page,
  browser,
  baseURL,
}) => {
  const elsewhere = await browser.newContext(baseURL ? { baseURL } : {})
  const account = await openAccount(await elsewhere.newPage())
  await elsewhere.close()

  const bootcamp = await newestBootcamp(page)
  await fillCheckout(page, `bootcamp=${bootcamp.id}`, account.email)
  await payWith(page)
  await expectBought(page)
  await expect(page.getByRole('heading', { name: 'You already have an account' })).toBeVisible()
  await looked(page, 'buying-existing-account')
  await page.getByRole('link', { name: 'Use username and password' }).click()
  await expect(page).toHaveURL('/auth/login')
  await expect(page.getByLabel('Username or email', { exact: true })).toHaveValue(account.email)
  await fill(page, 'Password', account.password)
  await press(page, 'Sign In')
  await expect(toastOf(page).getByText('Login Successful!', { exact: true })).toBeVisible()
  await expectInPortal(page)
  const checkout = await (await page.request.get('/api/checkout')).json()
  expect(checkout.ownedBootcampIds).toEqual([bootcamp.id])
})
