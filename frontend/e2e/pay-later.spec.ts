/** Paying on another page, in the same browser and in another one, giving up there; and by wallet. */
import type { Page } from '@playwright/test'
import { REFUSED, toastOf } from './support/account-pages'
import { pageOfEmail } from './support/accounts'
import { expectBought, fillCheckout, payWith, pressPay } from './support/buying'
import { classIn } from './support/classes'
import { looked, lookedInProof } from './support/looked'
import { answerForStripe, chooseWay, control, haveWallet } from './support/stripe'
import { expect, test } from './support/test'
import { proof } from './support/tiers'

const DAY = 24 * 60
const CANCELED = "You canceled the payment at Klarna. You haven't been charged."
const faces = {
  desktop: { viewport: { width: 1280, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true },
}
/** For a change the ways that take or leave money, in one face each; for the proof all in both. */
const everyChange = {
  pays: 'desktop',
  canceled: 'phone',
  wallet: 'phone',
} as const

let bootcampId = 0

test.beforeAll(async ({ playwright, baseURL }) => {
  const admin = await playwright.request.newContext(baseURL ? { baseURL } : {})
  // Dearer than the bundle's, so that no bundle is bought on this date.
  bootcampId = await classIn(admin, 40 * DAY, 'Class Paid Later', '1195.00')
  await admin.dispose()
})

/** Everything typed, Pay pressed, and now on Klarna's page. */
async function goToKlarna(page: Page) {
  const email = await fillCheckout(page, `bootcamp=${bootcampId}`)
  await chooseWay(page, 'Klarna')
  await page.getByText('Get text reminders').click()
  await page.getByRole('textbox', { name: 'Phone' }).fill('+1 555 010 9999')
  await pressPay(page)
  await expect(page.getByRole('heading', { name: 'Klarna test page' })).toBeVisible()
  return email
}

async function moneyOf(paymentIntentId: string) {
  const { payment_intents: all } = (await control('ledger')) as {
    payment_intents: Record<string, { status: string; captured: number }>
  }
  return all[paymentIntentId]
}

for (const [face, use] of Object.entries(faces)) {
  const tier = (way: keyof typeof everyChange) => (everyChange[way] === face ? {} : proof)
  test.describe(face, () => {
    test.use(use)

    test(
      `${face}: Klarna pays, and the browser comes back to its seat`,
      tier('pays'),
      async ({ page }) => {
        await fillCheckout(page, `bootcamp=${bootcampId}`)
        await chooseWay(page, 'Klarna')
        await looked(page, `pay-later-chosen-${face}`)
        const email = await goToKlarna(page)
        await page.getByRole('button', { name: 'Confirm and pay' }).click()
        await expectBought(page)
        expect(page.url()).not.toContain('client_secret')
        const id = new URL(page.url()).searchParams.get('payment_intent') ?? ''
        expect(await moneyOf(id)).toMatchObject({ status: 'succeeded', captured: 119_500 })
        await page.reload()
        await expectBought(page)
        await expect(page.getByText(email)).toBeVisible()
        const receipt = await pageOfEmail(page.request, { to: email, about: 'Confirmed:' })
        expect(receipt).toContain('Paid with: Klarna')
      },
    )

    test(
      `${face}: Klarna is finished in another browser, which shows the seat`,
      proof,
      async ({ page, browser, baseURL }) => {
        const email = await goToKlarna(page)
        const elsewhere = await browser.newContext(baseURL ? { baseURL, ...use } : use)
        await answerForStripe(elsewhere)
        const other = await elsewhere.newPage()
        await other.goto(page.url())
        await other.getByRole('button', { name: 'Confirm and pay' }).click()
        await expectBought(other)
        expect(other.url()).not.toContain('client_secret')
        await expect(other.getByText(email)).toBeVisible()
        await elsewhere.close()
        // The page at Klarna that was left open leads to the same seat.
        await page.reload()
        await expectBought(page)
      },
    )

    test.describe('canceled', () => {
      test.use({ allowedComplaints: [REFUSED] })

      test(
        `${face}: canceled at Klarna, the form is back with all that was typed`,
        tier('canceled'),
        async ({ page }) => {
          const email = await goToKlarna(page)
          await page.getByRole('button', { name: 'Cancel' }).click()
          await expect(page).toHaveURL(`/checkout?bootcamp=${bootcampId}`)
          await expect(toastOf(page).getByText(CANCELED)).toBeVisible()
          const notice = page.getByRole('main').getByRole('alert').filter({ hasText: CANCELED })
          await expect(notice).toBeVisible()
          await expect(page.getByLabel('Email')).toHaveValue(email)
          await expect(page.getByLabel('Full name')).toHaveValue('Ada Lovelace')
          await expect(page.getByRole('textbox', { name: 'Phone' })).toHaveValue('+1 555 010 9999')
          await lookedInProof(page, `pay-later-canceled-${face}`)
          await payWith(page)
          await expectBought(page)
        },
      )
    })

    test(
      `${face}: Klarna's page left by the back button leaves a form that pays`,
      proof,
      async ({ page }) => {
        await goToKlarna(page)
        await page.goBack()
        await expect(page).toHaveURL(`/checkout?bootcamp=${bootcampId}`)
        await expect(page.getByRole('form', { name: 'Payment' })).toBeVisible()
        await payWith(page)
        await expectBought(page)
      },
    )

    test(
      `${face}: the wallet of the browser pays in its own sheet`,
      tier('wallet'),
      async ({ page, context }) => {
        await haveWallet(context)
        await fillCheckout(page, `bootcamp=${bootcampId}`)
        await chooseWay(page, 'Google Pay')
        await pressPay(page)
        const sheet = page.frameLocator('iframe[title="Google Pay"]')
        await sheet.getByRole('button', { name: 'Close' }).click()
        await expect(
          page.getByText("You haven't been charged", { exact: false }).first(),
        ).toBeVisible()
        await pressPay(page)
        await sheet.getByRole('button', { name: 'Pay' }).click()
        await expectBought(page)
      },
    )
  })
}

test('without a wallet the form offers none', async ({ page }) => {
  await fillCheckout(page, `bootcamp=${bootcampId}`)
  const form = page.frameLocator('iframe[title="Secure payment input frame"]').first()
  await expect(form.getByRole('tab')).toHaveText(['Card', 'Klarna'])
})
