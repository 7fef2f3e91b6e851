/** A bank disputes a payment: seen at once, answered once, and decided for us or against us. */
import type { APIRequestContext, Page } from '@playwright/test'
import { ADMIN, enterAs, pageOfEmail } from './support/accounts'
import { type Bought, buyByApi, openBootcamps } from './support/buying'
import { looked, lookedInProof } from './support/looked'
import { control } from './support/stripe'
import { expect, test } from './support/test'

test.describe.configure({ mode: 'default' })

interface Listed {
  purchase: { id: number; status: string; refundedAmount: string; seatReserved: boolean }
  dispute: { id: number } | null
}

/** What really moved, in cents. */
interface Ledger {
  payment_intents: Record<string, { net: number; dispute_lost: number }>
}

async function buySeat(request: APIRequestContext): Promise<Bought> {
  const [bootcamp] = await openBootcamps(request)
  if (!bootcamp) throw new Error('the demo sells nothing')
  return buyByApi(request, bootcamp.id)
}

async function disputeAtBank({ paymentIntentId }: Bought, more: object = {}): Promise<string> {
  const opened = await control('disputes', { payment_intent: paymentIntentId, ...more })
  return (opened as { id: string }).id
}

/** The purchase as the admin's list has it. */
async function listed(page: Page, { email }: Bought): Promise<Listed> {
  const answer = await page.request.get(`/api/admin/purchases?search=${encodeURIComponent(email)}`)
  const { rows } = (await answer.json()) as { rows: Listed[] }
  const [row] = rows
  if (!row) throw new Error(`There is no purchase of ${email}`)
  return row
}

async function untilDisputed(page: Page, bought: Bought): Promise<Listed> {
  // The webhook is on its way, and a job reads the payment.
  await expect.poll(async () => (await listed(page, bought)).dispute).not.toBeNull()
  return listed(page, bought)
}

const mailAbout = async (request: APIRequestContext, about: string) =>
  pageOfEmail(request, { to: ADMIN, about })
const receiptOf = ({ purchase }: Listed) => `FR-${String(purchase.id).padStart(6, '0')}`
const toastOf = (page: Page) => page.getByRole('region', { name: /Notifications/ })

test('a dispute is seen everywhere, answered once, and won without anybody losing a seat', async ({
  page,
  request,
}) => {
  const bought = await buySeat(request)
  await enterAs(page, ADMIN)
  const disputeId = await disputeAtBank(bought)
  const row = await untilDisputed(page, bought)
  const mail = await mailAbout(request, `Payment disputed: ${receiptOf(row)}`)
  expect(mail).toContain(`/admin/purchases/${row.purchase.id}`)

  await page.goto('/admin')
  const notice = page.getByRole('region', { name: 'Disputes' })
  await expect(notice.getByText(/disputed\. (Answer by|The first answer is due) /)).toBeVisible()
  await looked(page, 'admin-overview-disputed')

  await page.goto(`/admin/purchases?search=${encodeURIComponent(bought.email)}`)
  const table = page.getByRole('table', { name: 'Purchases' })
  await expect(table.getByText(/^Disputed, answer by /)).toBeVisible()
  await expect(table.getByText('Completed')).toBeVisible()
  await looked(page, 'admin-purchases-disputed')
  await table.getByRole('link', { name: 'Quick Buyer' }).click()

  const drawer = page.getByRole('dialog', { name: 'Quick Buyer' })
  await expect(drawer.getByText(/bank disputes this payment/)).toBeVisible()
  await expect(drawer.getByRole('button', { name: 'Refund' })).toHaveCount(0)
  const section = drawer.getByRole('region', { name: 'Dispute' })
  const evidence = section.getByRole('region', { name: 'What we have' })
  await expect(evidence).toContainText(bought.email)
  await expect(evidence).toContainText('REFUND POLICY')
  await section.scrollIntoViewIfNeeded()
  await looked(page, 'admin-dispute')

  const downloading = page.waitForEvent('download')
  await section.getByRole('link', { name: 'Download' }).click()
  expect((await downloading).suggestedFilename()).toBe(`dispute-${receiptOf(row)}.txt`)

  await section.getByLabel('Your note').fill('The buyer wrote to us the day after.')
  await section.getByRole('button', { name: 'Send to the bank' }).click()
  const question = page.getByRole('alertdialog', { name: 'Send this to the bank?' })
  await looked(page, 'admin-dispute-question')
  await question.getByRole('button', { name: 'Send to the bank' }).click()
  await expect(toastOf(page).getByText('Sent to the bank', { exact: true })).toBeVisible()
  await expect(section.getByText(/^Sent on .+. The bank is reviewing it.$/)).toBeVisible()
  await expect(section.getByRole('button', { name: 'Send to the bank' })).toHaveCount(0)
  await lookedInProof(page, 'admin-dispute-sent')
  expect((await listed(page, bought)).purchase.seatReserved).toBe(true)

  await control(`disputes/${disputeId}`, { status: 'won' })
  await expect.poll(async () => (await listed(page, bought)).dispute).toBeNull()
  const after = await listed(page, bought)
  expect(after.purchase).toMatchObject({
    status: 'completed',
    seatReserved: true,
    refundedAmount: '0.00',
  })
  await page.reload()
  await expect(section.getByText('Won: the payment stands')).toBeVisible()
  await expect(drawer.getByRole('button', { name: 'Refund' })).toBeVisible()
  await expect(drawer.getByText(/^Seat \d+$/)).toBeVisible()
  await mailAbout(request, `Dispute won: ${receiptOf(row)}`)
})

test('a dispute that is lost ends the purchase, and the books say so', async ({
  page,
  request,
}) => {
  const bought = await buySeat(request)
  await enterAs(page, ADMIN)
  const disputeId = await disputeAtBank(bought, { reason: 'product_not_received' })
  const { purchase } = await untilDisputed(page, bought)
  await control(`disputes/${disputeId}`, { status: 'lost' })
  await expect.poll(async () => (await listed(page, bought)).purchase.status).toBe('refunded')
  expect((await listed(page, bought)).purchase.seatReserved).toBe(false)

  await page.goto(`/admin/purchases/${purchase.id}`)
  const drawer = page.getByRole('dialog', { name: 'Quick Buyer' })
  const section = drawer.getByRole('region', { name: 'Dispute' })
  await expect(section.getByText('Lost: the bank refunded the buyer')).toBeVisible()
  await expect(section.getByText("The buyer says they didn't get what they paid for")).toBeVisible()
  await expect(drawer.getByText('No seat')).toBeVisible()
  await lookedInProof(page, 'admin-dispute-lost')

  const { payment_intents: payments } = (await control('ledger')) as Ledger
  const there = payments[bought.paymentIntentId]
  const { refundedAmount } = (await listed(page, bought)).purchase
  expect(there).toMatchObject({ net: 0, dispute_lost: Math.round(Number(refundedAmount) * 100) })
})
