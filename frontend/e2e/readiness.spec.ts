/** Is the class ready? On a phone, three faults are found, repaired where they stand, and green. */
import { devices, type Page } from '@playwright/test'
import { ADMIN, enterAs, pageOfEmail } from './support/accounts'
import { sql } from './support/database'
import { looked, lookedInProof } from './support/looked'
import { expect, test } from './support/test'
import { proof } from './support/tiers'

const HOUR_MS = 3_600_000
const PEOPLE = ['Ana Lima', 'Ben Okafor', 'Chloe Ito']
/** A job sends the email, and the board looks again by itself. */
const SOON = { timeout: 30_000 }

const addressOf = (person: string, id: number) =>
  `${person.toLowerCase().replace(' ', '.')}.${id}@example.test`

/** A class with three guests in it and no material, whose meeting the provider makes. */
async function aClass(page: Page, name: string): Promise<number> {
  const start = Date.now() + 30 * HOUR_MS
  const made = await page.request.post('/api/admin/bootcamps', {
    data: {
      name,
      description: 'Made by a journey.',
      bootcampType: 'Build',
      price: '995.00',
      maxSeats: 20,
      startDate: new Date(start).toISOString(),
      endDate: new Date(start + 3 * HOUR_MS).toISOString(),
      timezone: 'America/New_York',
      step: 1,
    },
  })
  expect(made.status(), await made.text()).toBe(200)
  const { id } = (await made.json()) as { id: number }
  for (const fullName of PEOPLE) {
    const seat = await page.request.post('/api/admin/purchases', {
      data: { bootcampId: id, bundleId: null, email: addressOf(fullName, id), fullName },
    })
    expect(seat.status(), await seat.text()).toBe(200)
    await pageOfEmail(page.request, { to: addressOf(fullName, id), about: 'Confirmed' })
  }
  return id
}

const ofClass = (id: number) => `(SELECT purchase_id FROM enrolments WHERE bootcamp_id = ${id})`

/** What the mail provider reports, and what students do by themselves. */
function arrive(id: number) {
  sql(`UPDATE communication_logs SET delivered_at = now()
    WHERE status = 'SENT' AND purchase_id IN ${ofClass(id)}`)
}

function prepare(id: number) {
  sql(`INSERT INTO link_tests (enrolment_id, zone)
    SELECT id, 'America/Chicago' FROM enrolments WHERE bootcamp_id = ${id}`)
  arrive(id)
}

function plant(id: number) {
  const to = (person: string) => `recipient = '${addressOf(person, id)}'`
  sql(`UPDATE communication_logs SET status = 'FAILED', delivered_at = NULL
    WHERE category = 'REGISTRATION_CONFIRM' AND ${to('Ana Lima')};
    UPDATE communication_logs SET status = 'FAILED', fate = 'BOUNCED', fate_at = now(),
        delivered_at = NULL WHERE ${to('Ben Okafor')};
    INSERT INTO suppressions (channel, address, reason)
    VALUES ('EMAIL', '${addressOf('Ben Okafor', id)}', 'bounced')`)
}

test.describe('on a phone', () => {
  const { viewport, hasTouch, isMobile, userAgent } = devices['Pixel 7']
  test.use({ viewport, hasTouch, isMobile, userAgent })

  test(
    'three faults are repaired where they stand, until the class is ready',
    proof,
    async ({ page }) => {
      test.slow()
      await enterAs(page, ADMIN)
      const name = `Ready class ${Date.now().toString(36)}`
      const id = await aClass(page, name)
      const board = `/api/admin/bootcamps/${id}/readiness`
      const isWritten = async () =>
        !(await (await page.request.get(board)).text()).includes('Waiting')
      await expect.poll(isWritten, SOON).toBe(true)
      prepare(id)
      plant(id)

      await page.goto('/admin')
      const coming = page.getByRole('region', { name: 'Are the coming classes ready?' })
      const card = coming.getByRole('link', { name })
      await expect(card).toContainText('Not ready: Ana Lima: ')
      await looked(page, 'overview-coming-classes')
      await card.tap()
      await expect(page).toHaveURL(`/admin/bootcamps/${id}/readiness`)
      const head = page.getByRole('main').getByRole('status').filter({ hasText: 'Checked at' })
      await expect(head).toContainText('Not ready')
      await expect(page.getByText('1 person is ready')).toBeVisible()
      await looked(page, 'desk-readiness')

      // The class itself: material, on its own page and back.
      await page.getByRole('link', { name: 'Add material: Material' }).tap()
      await page.getByRole('button', { name: 'Add Resource' }).tap()
      const resource = page.getByRole('dialog', { name: 'Add Resource' })
      await resource.getByLabel('Title').fill('Read this first')
      await resource.getByRole('radio', { name: 'Link' }).click()
      await resource.getByLabel('URL').fill('https://example.test/notes')
      await resource.getByRole('button', { name: 'Add Resource' }).tap()
      await expect(page.getByLabel('Resources in order')).toContainText('Read this first')
      await page.getByRole('link', { name: 'Readiness' }).tap()
      await expect(page.getByRole('link', { name: /^Add material/ })).toBeHidden()

      // An email that never left.
      const ana = page.getByRole('list', { name: 'What Ana Lima needs' })
      await ana.getByRole('button', { name: 'Send again: Confirmation, Ana Lima' }).tap()
      await expect(page.getByText(/Confirmation: Sent, not confirmed/)).toBeVisible(SOON)

      // An address that bounces.
      const ben = page.getByRole('list', { name: 'What Ben Okafor needs' })
      await ben.getByRole('button', { name: 'Correct the address: Email address' }).tap()
      const dialog = page.getByRole('dialog', { name: "Correct Ben Okafor's address" })
      const right = `ben.right.${id}@example.test`
      await dialog.getByLabel('Email').fill(right)
      await looked(page, 'desk-readiness-address')
      await dialog.getByRole('button', { name: 'Save and send' }).tap()
      await expect(dialog).toBeHidden()
      await pageOfEmail(page.request, { to: right, about: 'Confirmed' })

      // The provider reports both as delivered; nothing is pressed any more.
      arrive(id)
      await expect(head).toContainText('Ready', SOON)
      await expect(head).not.toContainText('Not ready')
      await expect(page.getByText('3 people are ready')).toBeVisible(SOON)
      await expect(page.getByRole('button', { name: /^(Send|Correct)/ })).toHaveCount(0)
      await lookedInProof(page, 'desk-readiness-ready')
      await page.request.patch(`/api/admin/bootcamps/${id}/archive`)
    },
  )
})
