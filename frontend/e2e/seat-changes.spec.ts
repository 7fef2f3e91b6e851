/** A seat that changes: moved in three clicks, handed over by a link, and moved at the desk. */
import type { Page } from '@playwright/test'
import { ADMIN, enterAs, linkInEmail, openAccount, pageOfEmail } from './support/accounts'
import { buyByApi, payWith } from './support/buying'
import { classIn } from './support/classes'
import { looked, lookedInProof } from './support/looked'
import { DECLINED_CARD } from './support/stripe'
import { expect, test } from './support/test'
import { proof } from './support/tiers'

// A dead link is refused, and browsers complain about that.
test.use({ allowedComplaints: ['the server responded with a status of'] })

const DAY = 24 * 60
const heading = (page: Page, name: string) => page.getByRole('heading', { name })

test('a student moves a seat in three clicks', async ({ page, browser }) => {
  const admin = await browser.newContext()
  const before = await classIn(admin.request, 10 * DAY, 'Class They Cannot Make')
  await classIn(admin.request, 17 * DAY, 'Class they cannot make')
  const { invitationToken } = await buyByApi(page.request, before)
  await openAccount(page)
  const claimed = await page.request.post('/api/complete-account-creation', {
    data: { invitationToken },
  })
  expect(claimed.status()).toBe(200)
  await page.goto('/portal')
  await page.getByRole('link', { name: "Can't make it to Class They Cannot Make?" }).click()
  await expect(heading(page, 'Choose another date')).toBeVisible()
  await expect(page.getByRole('radio').first()).toBeVisible()
  await looked(page, 'seat-changes')
  await page.getByRole('radio', { disabled: false }).first().click()
  await page.getByRole('button', { name: 'Move my seat' }).click()
  await expect(heading(page, 'Your seat has moved')).toBeVisible()
  await lookedInProof(page, 'seat-moved')
  await page.goto('/portal')
  await expect(page.getByRole('link', { name: /^Can't make it to/ })).toBeVisible()
  // Theirs no longer; among what is on offer it may be.
  const theirs = page.getByRole('heading', {
    level: 2,
    name: 'Class They Cannot Make',
    exact: true,
  })
  await expect(theirs).toHaveCount(0)
  await admin.close()
})

test('a guest pays the difference of a dearer date by the emailed link, and the seat moves', async ({
  page,
  browser,
}) => {
  const admin = await browser.newContext()
  const before = await classIn(admin.request, 11 * DAY, 'Class Before')
  await classIn(admin.request, 18 * DAY, 'Class before', '1195.00')
  const { email } = await buyByApi(page.request, before)
  await page.setContent(await pageOfEmail(page.request, { to: email, about: 'Confirmed:' }))
  await page.getByRole('link', { name: /^Change your date/ }).click()
  await page.getByRole('radio', { name: /Class before/ }).click()
  await expect(page.getByText('Price difference $200.00, paid now.')).toBeVisible()
  await looked(page, 'seat-dearer')
  await page.getByRole('link', { name: 'Pay $200.00 and move' }).click()
  await expect(page.getByRole('form', { name: 'Payment' })).toBeVisible()
  await looked(page, 'seat-difference')
  await payWith(page, DECLINED_CARD)
  await expect(page.getByRole('alert').first()).toContainText("You haven't been charged")
  await payWith(page)
  await expect(heading(page, 'Your seat has moved')).toBeVisible()
  await lookedInProof(page, 'seat-paid')
  const moved = { to: email, about: 'New date: Class before' }
  await page.setContent(await pageOfEmail(page.request, moved))
  await expect(page.getByText(/Price difference: Class before/)).toBeVisible()
  await admin.close()
})

test('a guest hands a seat over by the emailed link, and the old links are dead', async ({
  page,
  browser,
}) => {
  const admin = await browser.newContext()
  const id = await classIn(admin.request, 9 * DAY, 'Class Handed Over')
  const { email } = await buyByApi(page.request, id)
  const confirmation = { to: email, about: 'Confirmed:' }
  await page.setContent(await pageOfEmail(page.request, confirmation))
  const joinBefore = await page
    .getByRole('link', { name: 'Join the live session' })
    .getAttribute('href')
  await page.getByRole('link', { name: /^Change your date/ }).click()
  await expect(heading(page, 'Hand over your seat')).toBeVisible()
  const friend = `friend-${Date.now()}@example.test`
  await page.getByLabel('Their name').fill('Fay Friend')
  await page.getByLabel('Their email').fill(friend)
  await page.getByRole('button', { name: 'Send the offer' }).click()
  await expect(page.getByText(/The seat is yours until/)).toBeVisible()
  await looked(page, 'seat-offered')

  const friends = await browser.newContext()
  const theirs = await friends.newPage()
  await theirs.setContent(
    await pageOfEmail(theirs.request, { to: friend, about: 'A seat for you' }),
  )
  await theirs.getByRole('link', { name: 'See the offer' }).click()
  await expect(heading(theirs, 'Class Handed Over')).toBeVisible()
  await looked(theirs, 'seat-offer')
  await theirs.getByRole('button', { name: 'Accept the seat' }).click()
  await expect(heading(theirs, 'The seat is yours')).toBeVisible()
  await lookedInProof(theirs, 'seat-accepted')
  const join = await linkInEmail(theirs.request, {
    to: friend,
    about: 'Confirmed:',
    holding: '/join/',
  })
  await theirs.goto(join)
  await expect(heading(theirs, 'Class Handed Over')).toBeVisible()

  await page.goto(joinBefore ?? '')
  await expect(page.getByText('This seat has been handed over')).toBeVisible()
  await friends.close()
  await admin.close()
})

test(
  'the desk moves a seat too late for the student, with a reason',
  proof,
  async ({ page, browser }) => {
    const guest = await browser.newContext()
    const admin = await browser.newContext()
    const soon = await classIn(admin.request, DAY, 'Class Tomorrow')
    await classIn(admin.request, 16 * DAY, 'Class tomorrow')
    const { email } = await buyByApi(guest.request, soon)
    await enterAs(page, ADMIN)
    const found = await page.request.get(`/api/admin/purchases?search=${encodeURIComponent(email)}`)
    const { rows } = (await found.json()) as { rows: { purchase: { id: number } }[] }
    await page.goto(`/admin/purchases/${rows[0]?.purchase.id}`)
    await page.getByRole('button', { name: 'Change seat' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change seat' })
    await expect(dialog.getByText(/The student can't do this/)).toBeVisible()
    await dialog.getByRole('radio', { disabled: false }).first().click()
    await dialog.getByLabel('Reason').fill('They asked on the phone')
    await looked(page, 'desk-seat-changes')
    await dialog.getByRole('button', { name: 'Move seat' }).click()
    await expect(page.getByText('Moved a seat to another date').first()).toBeVisible()
    await guest.close()
    await admin.close()
  },
)

test('a guest gets a refund by the emailed link', async ({ page, browser }) => {
  const admin = await browser.newContext()
  const id = await classIn(admin.request, 12 * DAY, 'Class Given Back')
  const { email } = await buyByApi(page.request, id)
  await page.setContent(await pageOfEmail(page.request, { to: email, about: 'Confirmed:' }))
  await page.getByRole('link', { name: /get a refund$/ }).click()
  await expect(heading(page, 'Get a refund')).toBeVisible()
  await looked(page, 'seat-refund')
  await page.getByRole('button', { name: 'Request a refund' }).click()
  const dialog = page.getByRole('dialog', { name: 'Request a refund' })
  await expect(dialog.getByText(/\$995\.00 will be refunded to/)).toBeVisible()
  await looked(page, 'seat-refund-ask')
  await dialog.getByRole('button', { name: 'Refund $995.00' }).click()
  await expect(page.getByText('$995.00 has been refunded.')).toBeVisible()
  await expect(page.getByText('This seat is no longer yours.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Request a refund' })).toHaveCount(0)
  await looked(page, 'seat-refunded')
  const request = { to: email, about: 'refund' }
  expect(await pageOfEmail(page.request, request)).toContain('$995.00')
  await admin.close()
})
