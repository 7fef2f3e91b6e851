/** A student's money and what it bought: receipt, refund, certificate, data, goodbye. */
import { readFile } from 'node:fs/promises'
import type { APIRequestContext, Page } from '@playwright/test'
import { enterAs, openAccount, STUDENT } from './support/accounts'
import { buyByApi, openBootcamps } from './support/buying'
import { looked, lookedInProof } from './support/looked'
import { picture } from './support/screens'
import { expect, test } from './support/test'
import { proof } from './support/tiers'

test.describe.configure({ mode: 'default' })

const toastOf = (page: Page) => page.getByRole('region', { name: /Notifications/ })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

async function expectMail(request: APIRequestContext, to: string, about: string) {
  const inbox = process.env.INBOX_URL
  if (!inbox) throw new Error('INBOX_URL must name the inbox that the product mails to')
  await expect
    .poll(async () => {
      const mails = (await (await request.get(`${inbox}/messages`)).json()) as {
        to: string[]
        subject: string
      }[]
      return mails.filter((mail) => mail.to.includes(to)).map((mail) => mail.subject)
    })
    .toContainEqual(expect.stringContaining(about))
}

test('a student prints a receipt, asks for the money back, and has it', async ({ page }) => {
  const account = await openAccount(page)
  const [bootcamp] = await openBootcamps(page.request)
  if (!bootcamp) throw new Error('the demo sells nothing')
  await buyByApi(page.request, bootcamp.id)

  await page.goto('/portal/billing')
  const card = page.getByRole('list', { name: 'Purchases' }).getByRole('listitem').first()
  await expect(card.getByRole('heading', { name: bootcamp.name })).toBeVisible()
  await expect(card.getByText(/^Covered until .+ by the first-session guarantee\.$/)).toBeVisible()
  await looked(page, 'billing')

  await card.getByRole('link', { name: /^Receipt FR-/ }).click()
  await expect(page).toHaveURL(/\/portal\/billing\/\d+$/)
  await expect(page.getByRole('article')).toContainText('Visa ending in 4242')
  await looked(page, 'receipt')
  const printed = await page.pdf({ path: 'screenshots/receipt.pdf', format: 'A4' })
  expect(printed.length).toBeGreaterThan(1000)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Print or save as PDF' })).toBeHidden()
  await picture(page, 'receipt-printed')
  await page.emulateMedia({ media: 'screen' })

  await page.getByRole('link', { name: 'Back to billing' }).click()
  await press(page, 'Request a refund')
  const dialog = page.getByRole('dialog', { name: 'Request a refund' })
  await expect(dialog.getByText(/^Covered until/)).toBeVisible()
  await looked(page, 'refund-dialog')
  await dialog.getByRole('button', { name: /^Refund \$/ }).click()
  await expect(toastOf(page).getByText('Refund requested', { exact: true })).toBeVisible()
  // Access ends before the money has moved.
  const checkout = await (await page.request.get('/api/checkout')).json()
  expect(checkout.ownedBootcampIds).toEqual([])
  // The page keeps asking until the provider has answered.
  await expect(card.getByText('Refunded', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Request a refund' })).toHaveCount(0)
  await lookedInProof(page, 'billing-refunded')
  await expectMail(page.request, account.email, 'Your refund is on its way')
})

test.describe('a certificate', () => {
  test.use({ allowedComplaints: ['the server responded with a status of 404'] })

  test('is checked by anybody who has its address', proof, async ({ page, browser, baseURL }) => {
    await enterAs(page, STUDENT)
    const { ownedBootcampIds } = await (await page.request.get('/api/checkout')).json()
    let code = ''
    for (const id of ownedBootcampIds as number[]) {
      const answer = await page.request.post(`/api/user/bootcamps/${id}/certificate`, { data: {} })
      if (answer.ok()) code = (await answer.json()).code
    }
    expect(code, 'the demo student attended a bootcamp that has ended').toMatch(/^[A-Z2-7]{12}$/)

    const stranger = await browser.newContext(baseURL ? { baseURL } : {})
    const visit = await stranger.newPage()
    await visit.goto(`/certificates/${code}`)
    await expect(visit.getByRole('heading', { name: 'This certificate is genuine' })).toBeVisible()
    await looked(visit, 'certificate')
    await visit.pdf({ path: 'screenshots/certificate.pdf', preferCSSPageSize: true })
    await visit.emulateMedia({ media: 'print' })
    await visit.setViewportSize({ width: 1032, height: 760 })
    await picture(visit, 'certificate-printed')
    await stranger.close()

    await page.goto('/certificates/AAAAAAAAAAAA')
    await expect(page.getByRole('heading', { name: 'Certificate not found' })).toBeVisible()
    await lookedInProof(page, 'certificate-unknown')
  })
})

test('somebody takes the data along and leaves', proof, async ({ page }) => {
  const account = await openAccount(page)
  await page.goto('/profile')
  const [file] = await Promise.all([page.waitForEvent('download'), press(page, 'Export my data')])
  expect(file.suggestedFilename()).toBe('my-data.json')
  const data = JSON.parse(await readFile(await file.path(), 'utf8'))
  expect(data.profile.email).toBe(account.email)

  await press(page, 'Delete my account')
  await expect(page.getByRole('dialog', { name: 'Delete your account?' })).toBeVisible()
  await looked(page, 'delete-account')
  await page.getByLabel(`Type ${account.email} to confirm`).fill(account.email)
  await press(page, 'Delete permanently')
  await expect(page).toHaveURL('/auth/logout?ended=deleted')
  await expect(page.getByRole('heading', { name: 'Your account is deleted.' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Kept for a while' })).toBeVisible()
  await expectMail(page.request, account.email, 'Your account is deleted')
  const answer = await page.request.post('/api/auth/login', {
    data: { username: account.username, password: account.password },
  })
  expect(answer.status()).toBe(401)
})
