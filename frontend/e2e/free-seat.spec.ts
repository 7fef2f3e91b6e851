/** A free seat: ordered without a card, proven by its email, kept by one button, and given up. */
import type { Browser, Page } from '@playwright/test'
import { devices } from '@playwright/test'
import { linkInEmail, newAccount, pageOfEmail } from './support/accounts'
import { classIn } from './support/classes'
import { looked, lookedInProof } from './support/looked'
import { expect, test } from './support/test'
import { proof } from './support/tiers'

const DAY = 24 * 60
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

interface Evening {
  id: number
  name: string
  close: () => Promise<void>
}

async function freeEvening(browser: Browser): Promise<Evening> {
  const context = await browser.newContext()
  const admin = context.request
  const name = `Open evening ${Date.now().toString(36)}`
  const id = await classIn(admin, 20 * DAY, name, '0')
  const close = async () => {
    await admin.patch(`/api/admin/bootcamps/${id}/archive`)
    await context.close()
  }
  return { id, name, close }
}

async function order(page: Page, { id }: Evening, email: string) {
  await page.goto(`/checkout?bootcamp=${id}`)
  await expect(page.getByRole('form', { name: 'Free seat' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Order summary' })).toContainText('Free')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Full name').fill('Grace Hopper')
  await page.getByRole('checkbox', { name: /^I accept the/ }).check()
  await page.getByRole('button', { name: 'Get my free seat' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
}

const mailOf = ({ name }: Evening, to: string) => ({ to, about: `Confirm your seat: ${name}` })

test('an address corrected, the email confirmed once, and its link opened again', async ({
  page,
  browser,
}) => {
  const evening = await freeEvening(browser)
  const [wrong, right] = [newAccount().email, newAccount().email]
  await order(page, evening, wrong)
  await looked(page, 'free-check-email')
  await page.getByRole('button', { name: 'Change the address' }).click()
  await expect(page.getByLabel('Email', { exact: true })).toBeFocused()
  await page.getByLabel('Email', { exact: true }).fill(right)
  await page.getByRole('checkbox', { name: /^I accept the/ }).check()
  await page.getByRole('button', { name: 'Get my free seat' }).click()
  await expect(page.getByText(right)).toBeVisible()

  const dead = await linkInEmail(page.request, {
    ...mailOf(evening, wrong),
    holding: '/free-seat/',
  })
  await page.goto(dead)
  await expect(heading(page, 'This link has expired')).toBeVisible()
  await lookedInProof(page, 'free-expired')

  const link = await linkInEmail(page.request, {
    ...mailOf(evening, right),
    holding: '/free-seat/',
  })
  await page.goto(link)
  await expect(heading(page, evening.name)).toBeVisible()
  await page.reload()
  await expect(page.getByText(/We're holding your seat until/)).toBeVisible()
  await looked(page, 'free-confirm')
  await page.getByRole('button', { name: 'Confirm my seat' }).click()
  await expect(heading(page, 'Your seat is reserved')).toBeVisible()
  await page.reload()
  await expect(heading(page, 'Your seat is reserved')).toBeVisible()

  await page.goto(link)
  await expect(heading(page, 'Your seat is confirmed')).toBeVisible()
  await lookedInProof(page, 'free-confirmed')
  await evening.close()
})

test.describe('on a phone', () => {
  const { viewport, hasTouch, isMobile, userAgent } = devices['Pixel 7']
  test.use({ viewport, hasTouch, isMobile, userAgent })

  test(
    'ordered here, and confirmed from the email in another browser',
    proof,
    async ({ page, browser }) => {
      const evening = await freeEvening(browser)
      const { email } = newAccount()
      await order(page, evening, email)
      await looked(page, 'free-check-email-phone')
      await page.setContent(await pageOfEmail(page.request, mailOf(evening, email)))
      await looked(page, 'free-mail')
      const link = await linkInEmail(page.request, {
        ...mailOf(evening, email),
        holding: '/free-seat/',
      })
      const other = await browser.newPage()
      await other.goto(link)
      await other.getByRole('button', { name: 'Confirm my seat' }).click()
      await expect(heading(other, 'Your seat is reserved')).toBeVisible()
      await other.close()
      await page.goto(link)
      await expect(heading(page, 'Your seat is confirmed')).toBeVisible()
      await evening.close()
    },
  )
})
