/** An admin alone with the catalogue: a bootcamp made, shown to visitors, and taken off again. */
import type { Page } from '@playwright/test'
import { ADMIN, enterAs } from './support/accounts'
import { classIn } from './support/classes'
import { looked } from './support/looked'
import { screens } from './support/screens'
import { expect, test } from './support/test'
import { proof } from './support/tiers'

const zoom = process.env.ZOOM_URL ?? 'http://localhost:8011'
const NAME = 'Journey Bootcamp'

const offered = async (page: Page) => {
  const bootcamps = (await (await page.request.get('/api/bootcamps')).json()) as { name: string }[]
  return bootcamps.map(({ name }) => name)
}

test('a bootcamp is made, goes on sale, and is archived', async ({ page }) => {
  await enterAs(page, ADMIN)
  await page.goto('/admin/bootcamps')
  await expect(page.getByRole('tab', { name: /^Active \(\d+\)$/ })).toBeVisible()
  await looked(page, 'admin-bootcamps')
  const made = await page.request.post('/api/admin/bootcamps', {
    data: {
      name: NAME,
      description: 'Made by a journey.',
      bootcampType: 'Build',
      price: '995.00',
      maxSeats: 20,
      startDate: new Date(Date.now() + 40 * 86_400_000).toISOString(),
      endDate: new Date(Date.now() + 40 * 86_400_000 + 3 * 3_600_000).toISOString(),
      timezone: 'America/Denver',
      step: 1,
    },
  })
  expect(made.status(), await made.text()).toBe(200)
  await expect.poll(() => offered(page)).toContain(NAME)

  await page.goto('/admin/bootcamps')
  await page.getByRole('link', { name: NAME }).click()
  await expect(page.getByRole('heading', { name: NAME })).toBeVisible()
  await expect(page.getByText('No attendees registered yet')).toBeVisible()
  await looked(page, 'admin-bootcamp-detail')
  await page.getByRole('link', { name: 'Resources' }).click()
  await expect(page.getByText('No resources added yet')).toBeVisible()
  await page.getByRole('link', { name: 'Meeting', exact: true }).click()
  await expect(page.getByRole('link', { name: 'Join Meeting' })).toBeVisible()
  await expect(page.getByText(/being created/)).toHaveCount(0)

  const [meeting] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('button', { name: 'Start as Host' }).click(),
  ])
  await expect(meeting.getByRole('heading', { name: `You are the host of ${NAME}` })).toBeVisible()
  await meeting.close()
  const proven = await page.request.post(`${zoom}/_control/validate`, { data: {} })
  expect(await proven.json()).toEqual({ valid: true })

  await page.goto('/admin/bootcamps')
  await page.getByRole('button', { name: `Actions for ${NAME}` }).click()
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  await expect.poll(() => offered(page)).not.toContain(NAME)
})

test('a window for a bootcamp, and the question before one moves', proof, async ({ page }) => {
  await enterAs(page, ADMIN)
  const name = `Moved class ${Date.now().toString(36)}`
  const id = await classIn(page.request, 30 * 24 * 60, name)
  const email = `ana.${id}@example.test`
  const seat = await page.request.post('/api/admin/purchases', {
    data: { bootcampId: id, bundleId: null, email, fullName: 'Ana Lima' },
  })
  expect(seat.status(), await seat.text()).toBe(200)
  await page.goto('/admin/bootcamps')
  await page.getByRole('button', { name: 'Create Bootcamp' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Weekend Build')
  await page.getByRole('button', { name: 'Fill in like the last one' }).click()
  await expect(page.getByText(/What you typed has been kept\./)).toBeVisible()
  await page.getByRole('button', { name: '2 hours' }).scrollIntoViewIfNeeded()
  await looked(page, 'admin-bootcamp-new')
  await page.keyboard.press('Control+k')
  const discard = page.getByRole('alertdialog', { name: 'Discard your changes?' })
  await expect(discard).toBeVisible()
  await expect(page.getByRole('dialog', { name: 'Search' })).toHaveCount(0)
  await discard.getByRole('button', { name: 'Discard' }).click()

  await page.goto(`/admin/bootcamps/${id}`)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByLabel('Start time').fill('20:00')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  const question = page.getByRole('alertdialog', { name: 'This moves the bootcamp for 1 person' })
  await question.getByLabel('Add a note to the email').fill('The room is taken until eight.')
  await looked(page, 'admin-move-question')
  await question.getByRole('button', { name: 'Preview the email' }).click()
  await expect(question.getByText(`As ${email} would see it`)).toBeVisible()
  // The email is in a frame without scripts, into which axe cannot look.
  await screens(page, 'admin-move-preview')
  await question.getByRole('button', { name: 'Keep the old date' }).click()
  await page.request.patch(`/api/admin/bootcamps/${id}/archive`)
})

test('bundles can be looked through', proof, async ({ page }) => {
  await enterAs(page, ADMIN)
  await page.goto('/admin/bundles')
  await expect(page.getByText('Complete Bundle').first()).toBeVisible()
  await looked(page, 'admin-bundles')
})
