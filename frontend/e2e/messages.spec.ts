/** An admin writes to the attendees of a bootcamp and answers who wrote to us: it is in their mailboxes. */
import type { APIRequestContext } from '@playwright/test'
import { ADMIN, enterAs } from './support/accounts'
import { looked } from './support/looked'
import { picture } from './support/screens'
import { expect, test } from './support/test'
import { proof } from './support/tiers'

interface Listed {
  id: number
  name: string
  enrolled: number
  isActive: boolean
}

interface Mail {
  to: string[]
  subject: string
}

async function wellAttended(request: APIRequestContext): Promise<Listed> {
  const bootcamps = (await (await request.get('/api/admin/bootcamps')).json()) as Listed[]
  const found = bootcamps.find(({ enrolled, isActive }) => isActive && enrolled >= 3)
  if (!found) throw new Error('The demo has no bootcamp with people in it')
  return found
}

interface Audiences {
  sms: { recipients: object[] }
}

/** One whose attendees have agreed to text messages, some of them. */
async function textable(request: APIRequestContext): Promise<Listed & { phones: number }> {
  const bootcamps = (await (await request.get('/api/admin/bootcamps')).json()) as Listed[]
  for (const bootcamp of bootcamps.filter(({ enrolled }) => enrolled >= 3)) {
    const answer = await request.get(`/api/admin/bootcamps/${bootcamp.id}/recipients`)
    const phones = ((await answer.json()) as Audiences).sms.recipients.length
    if (phones > 0) return { ...bootcamp, phones }
  }
  throw new Error('The demo has nobody who agreed to text messages')
}

async function mailed(request: APIRequestContext, subject: string): Promise<string[]> {
  const inbox = process.env.INBOX_URL
  if (!inbox) throw new Error('INBOX_URL must name the inbox that the product mails to')
  const mails = (await (await request.get(`${inbox}/messages`)).json()) as Mail[]
  return mails.filter((mail) => mail.subject === subject).flatMap(({ to }) => to)
}

test('a message goes to every attendee, once', proof, async ({ page }) => {
  await enterAs(page, ADMIN)
  const bootcamp = await wellAttended(page.request)
  const subject = `A word before we start ${Date.now().toString(36)}`
  await page.goto(`/admin/bootcamps/${bootcamp.id}/messages`)
  const panel = page.getByRole('region', { name: 'Message Attendees' })
  const tab = panel.getByRole('tab', { name: /^Email \(\d+ recipients\)$/ })
  await expect(tab).toBeVisible()
  await panel.getByLabel('Email Subject').fill(subject)
  await panel
    .getByLabel('Email Content')
    .fill('Hello {firstName},\n\nsee you in {bootcampName}.\n\n{zoomLink}')
  await panel.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByTitle('Preview of the email')).toBeVisible()
  await page.keyboard.press('Escape')
  // Whoever buys a seat from here on gets the next one.
  const asking = page.waitForRequest('**/send-message')
  await panel.getByRole('button', { name: 'Send Email' }).click()
  const { recipients } = (await asking).postDataJSON() as { recipients: { address: string }[] }
  await expect(page.getByText('Messages sent successfully!', { exact: true })).toBeVisible()
  const sent = panel.getByRole('article', { name: subject })
  await expect(sent.getByText('Done', { exact: true })).toBeVisible({ timeout: 60_000 })
  const expected = recipients.map(({ address }) => address).sort()
  expect(expected.length).toBeGreaterThan(1)
  await expect.poll(async () => (await mailed(page.request, subject)).sort()).toEqual(expected)
  await sent.getByRole('button', { name: 'Show details' }).click()
  await expect(sent.getByRole('list', { name: 'Recipients' }).getByRole('listitem')).toHaveCount(
    expected.length,
  )
  await looked(page, 'admin-message-panel')
})

test('a text goes to those who agreed, and is counted as they get it', proof, async ({ page }) => {
  await enterAs(page, ADMIN)
  const bootcamp = await textable(page.request)
  await page.goto(`/admin/bootcamps/${bootcamp.id}/messages`)
  const panel = page.getByRole('region', { name: 'Message Attendees' })
  await panel.getByRole('tab', { name: `SMS (${bootcamp.phones} recipients)` }).click()
  await panel.getByLabel('SMS Message').fill('Hello {firstName}, see you soon.')
  await expect(panel.getByText('32/160 characters', { exact: true })).toBeVisible()
  await expect(
    panel.getByText(/^Filled in for .+: \d+\/160 characters · (GSM-7|UCS-2) · 1 segment$/),
  ).toBeVisible()
  await panel.getByLabel('SMS Message').fill('Łódź'.repeat(20))
  await expect(panel.getByText(/80\/160 characters · UCS-2 · 2 segments$/)).toBeVisible()
  await looked(page, 'admin-message-panel-sms')
  await panel.getByRole('button', { name: 'Send SMS' }).click()
  const said = `Sent ${bootcamp.phones} messages to attendees`
  await expect(page.getByText(said, { exact: true })).toBeVisible()
  // At night where they live they wait for the morning: written they are.
  await expect(panel.getByRole('article', { name: 'Text message' }).first()).toBeVisible()
})

test('templates, the log and the inbox can be looked through', proof, async ({ page }) => {
  await enterAs(page, ADMIN)
  await page.goto('/admin/communications')
  await expect(page.getByRole('tab', { name: /^Email Templates \(\d+\)$/ })).toBeVisible()
  await expect(page.getByRole('article').first()).toBeVisible()
  await looked(page, 'admin-templates')
  await page.getByRole('tab', { name: 'Message Log' }).click()
  await expect(page.getByText(/^1–20 of \d+ messages$/)).toBeVisible()
  await looked(page, 'admin-message-log')
  await page.getByRole('tab', { name: /^Inbox/ }).click()
  await expect(page.getByRole('link', { name: 'Group price' })).toBeVisible()
  await looked(page, 'admin-inbox')
  await page.getByRole('tab', { name: 'Suppressed' }).click()
  await expect(page.getByRole('searchbox', { name: 'Search suppressed addresses' })).toBeVisible()
  await looked(page, 'admin-suppressed')
})

test('a contact message is answered in three interactions', proof, async ({ page }) => {
  await enterAs(page, ADMIN)
  await page.goto('/admin/communications/inbox')
  const list = page.getByRole('list', { name: 'Contact messages' })
  await looked(page, 'admin-inbox-list')
  const words = `Yes, with the receipt. ${Date.now().toString(36)}`
  // One: open it. Two: write. Three: send.
  await list.getByRole('link', { name: 'Invoice' }).click()
  await page.getByRole('textbox', { name: 'Your answer' }).fill(words)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByText('Answer sent', { exact: true })).toBeVisible()
  const answers = page.getByRole('list', { name: 'Answers' })
  await expect(answers.getByText('Sending', { exact: true })).toBeVisible()
  await picture(page, 'admin-inbox-sending')

  // Taken back, its words are there again; sent again, they arrive once.
  await answers.getByRole('button', { name: 'Undo' }).click()
  await expect(answers.getByText('Canceled', { exact: true })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Your answer' })).toHaveValue(words)
  await page.getByRole('button', { name: 'Send and close' }).click()
  await expect(answers.getByText('Answered', { exact: true })).toBeVisible({ timeout: 60_000 })
  await expect(page.getByRole('button', { name: 'Reopen' })).toBeVisible()
  expect(await mailed(page.request, 'Re: Invoice')).toHaveLength(1)
  await looked(page, 'admin-inbox-answered')
})
