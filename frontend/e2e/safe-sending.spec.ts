/** What an admin could send or sell by mistake: a copy, a message; and who came, put right. */
import type { Page } from '@playwright/test'
import { ADMIN, enterAs } from './support/accounts'
import { looked, lookedInProof } from './support/looked'
import { picture } from './support/screens'
import { expect, test } from './support/test'
import { proof } from './support/tiers'

// A message that cannot go is refused, and the browser writes that down.
test.use({ allowedComplaints: ['422'] })

interface Listed {
  id: number
  name: string
  enrolled: number
  startDate: string
  endDate: string
}

async function listed(page: Page, isWanted: (bootcamp: Listed) => boolean): Promise<Listed> {
  const bootcamps = (await (await page.request.get('/api/admin/bootcamps')).json()) as Listed[]
  const found = bootcamps.find(isWanted)
  if (!found) throw new Error('The demo has no such bootcamp')
  return found
}

const isAhead = ({ startDate }: Listed) => Date.parse(startDate) > Date.now() + 3_600_000

const offered = async (page: Page) => {
  const bootcamps = (await (await page.request.get('/api/bootcamps')).json()) as { id: number }[]
  return bootcamps.map(({ id }) => id)
}

test('a clone is off sale until it is published', proof, async ({ page }) => {
  await enterAs(page, ADMIN)
  const original = await listed(page, isAhead)
  await page.goto(`/admin/bootcamps/${original.id}`)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Clone' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Bootcamp' })
  await expect(dialog.getByText(/^Not on sale yet\./)).toBeVisible()
  const name = `Copy of ${original.name}`
  const copy = await listed(page, (bootcamp) => bootcamp.name === name)
  await looked(page, 'admin-clone-dialog')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  expect(await offered(page)).not.toContain(copy.id)

  await page.goto(`/admin/bootcamps/${copy.id}`)
  await looked(page, 'admin-draft')
  await page.getByRole('button', { name: 'Edit and publish' }).click()
  const words = 'A copy that is ready'
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill(words)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await dialog.getByRole('button', { name: 'Save and publish' }).click()
  await expect(page.getByText('Bootcamp published', { exact: true })).toBeVisible()
  await expect.poll(() => offered(page)).toContain(copy.id)
  await page.getByRole('button', { name: 'More actions' }).click()
  await expect(page.getByRole('menuitem', { name: 'Copy checkout link' })).toBeVisible()

  await page.request.patch(`/api/admin/bootcamps/${copy.id}/archive`)
})

test('a message is undone before it leaves', proof, async ({ page }) => {
  await enterAs(page, ADMIN)
  const bootcamp = await listed(page, (one) => isAhead(one) && one.enrolled >= 2)
  await page.goto(`/admin/bootcamps/${bootcamp.id}/messages`)
  const panel = page.getByRole('region', { name: 'Message Attendees' })
  const subject = `Undone ${Date.now().toString(36)}`
  await panel.getByLabel('Email Subject').fill(subject)
  await panel.getByLabel('Email Content').fill('Hi {fristName}')
  await panel.getByRole('button', { name: 'Send Email' }).click()
  await expect(panel.getByText(/\{fristName\} isn't a known variable/)).toBeVisible()

  await panel.getByLabel('Email Content').fill('Hi {firstName}, bring a notebook.')
  await page.goto('/admin/purchases')
  await page.goBack()
  await expect(panel.getByLabel('Email Subject')).toHaveValue(subject)
  await panel.getByRole('button', { name: 'Send Email' }).click()
  await expect(page.getByText('Messages sent successfully!', { exact: true })).toBeVisible()
  const row = panel.getByRole('article', { name: subject })
  await expect(row.getByText(/in a few seconds\.$/)).toBeVisible()
  await picture(page, 'admin-message-going-out')
  await page
    .getByRole('region', { name: /Notifications/ })
    .getByRole('button', { name: 'Undo' })
    .click()
  await expect(row.getByText('Canceled', { exact: true })).toBeVisible()
  await expect(panel.getByLabel('Email Content')).toHaveValue('Hi {firstName}, bring a notebook.')
  await lookedInProof(page, 'admin-message-undone')
})

test('attendance is marked and corrected', proof, async ({ page }) => {
  await enterAs(page, ADMIN)
  const bootcamp = await listed(
    page,
    ({ endDate, enrolled }) => Date.parse(endDate) < Date.now() && enrolled >= 3,
  )
  await page.goto(`/admin/bootcamps/${bootcamp.id}`)
  const people = page.getByRole('region', { name: /^Registered Attendees/ })
  const first = people.getByRole('listitem').first()
  await first.getByRole('button', { name: /^Absent:/ }).click()
  await expect(first.getByText(/^Marked by /)).toBeVisible()
  await expect(first.getByText('Absent', { exact: true }).first()).toBeVisible()
  await first.getByRole('button', { name: /^Attended:/ }).click()
  await expect(first.getByRole('button', { name: /^Attended:/, pressed: true })).toBeVisible()
  await looked(page, 'admin-attendance')
})
