/** What an operator is asked again and again, and in how few steps it is answered. */
import { ADMIN, enterAs, pageOfEmail } from './support/accounts'
import { buyByApi, openBootcamps } from './support/buying'
import { classIn } from './support/classes'
import { Counted } from './support/counted'
import { looked } from './support/looked'
import { expect, test } from './support/test'
import { proof } from './support/tiers'

/** In minutes. */
const DAY = 24 * 60
const toasts = /Notifications/

test(
  'did they pay, and their email once more: one record answers the call',
  proof,
  async ({ page, request }) => {
    const [bootcamp] = await openBootcamps(page.request)
    if (!bootcamp) throw new Error('the demo sells nothing')
    const { email } = await buyByApi(request, bootcamp.id)
    await enterAs(page, ADMIN)
    await page.goto('/admin/statistics')
    await expect(page.getByRole('heading', { level: 2, name: 'Statistics' })).toBeVisible()

    const asked = new Counted(page)
    await asked.find(email)
    await asked.press('Enter')
    await expect(page).toHaveURL(/\/admin\/users\/guest\?email=/)
    const row = page.getByRole('table', { name: 'Purchase history' }).getByRole('row').nth(1)
    await expect(row.getByText('Completed')).toBeVisible()
    asked.expectAtMost(2)

    await asked.click(row.getByRole('button', { name: /^Resend the confirmation of FR-/ }))
    await asked.click(page.getByRole('alertdialog').getByRole('button', { name: 'Resend' }))
    await expect(page.getByRole('region', { name: toasts })).toContainText('Confirmation sent')
    asked.expectAtMost(4)
    // It went out, and the record says so without a reload.
    const sent = page.getByRole('region', { name: 'Emails and texts' })
    await expect(sent.getByText(/^Confirmed: /)).toHaveCount(2)
    await pageOfEmail(page.request, { to: email, about: 'Confirmed' })

    await page.getByLabel('Add a note').fill('Called about the date.')
    await page.getByRole('button', { name: 'Save note' }).click()
    await expect(
      page.getByRole('list', { name: 'Notes' }).getByText('Called about the date.'),
    ).toBeVisible()
    await looked(page, 'admin-guest-record')
  },
)

test('moving one person to another date takes four steps', proof, async ({ page, browser }) => {
  const guest = await browser.newContext()
  const admin = await browser.newContext()
  const before = await classIn(admin.request, 10 * DAY, 'Class They Leave')
  await classIn(admin.request, 18 * DAY, 'Class they leave')
  const { email } = await buyByApi(guest.request, before)
  await enterAs(page, ADMIN)
  await page.goto('/admin/statistics')
  await expect(page.getByRole('heading', { level: 2, name: 'Statistics' })).toBeVisible()

  const moving = new Counted(page)
  await moving.find(`move ${email}`)
  await moving.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Change seat' })
  await moving.click(dialog.getByRole('radio', { disabled: false }).first())
  await moving.click(dialog.getByRole('button', { name: 'Move seat' }))
  await expect(page.getByText('Moved a seat to another date').first()).toBeVisible()
  moving.expectAtMost(4)
  await guest.close()
  await admin.close()
})

test('an email to one person is taken back before it goes', proof, async ({ page }) => {
  await enterAs(page, ADMIN)
  await page.goto('/admin/users?kind=guests')
  await expect(page.getByRole('table', { name: 'Guest list' })).toBeVisible()
  await looked(page, 'admin-guests')
  await page.getByRole('table').locator('tbody a').first().click()
  await page.getByRole('button', { name: 'Email', exact: true }).click()
  const form = page.getByRole('form', { name: 'Email this person' })
  await form.getByLabel('Subject').fill('Never to arrive')
  await form.getByLabel('Message').fill('Hello {firstName}')
  await form.getByRole('button', { name: 'Send email' }).click()
  const notices = page.getByRole('region', { name: toasts })
  await notices.getByRole('button', { name: 'Undo' }).click()
  await expect(notices).toContainText("wasn't sent")
  await expect(page.getByText('Never to arrive')).toHaveCount(0)
})

test(
  'purchases are narrowed, summed, kept as a view and gone through by key',
  proof,
  async ({ page }) => {
    await enterAs(page, ADMIN)
    // The oldest first: what other journeys buy meanwhile comes after them.
    const oldestGuests = '/admin/purchases?buyer=guest&direction=ascending'
    await page.goto('/admin/purchases?direction=ascending')
    const table = page.getByRole('table', { name: 'Purchases' })
    await expect(table).toBeVisible()
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Guests' }).click()
    await expect(page).toHaveURL(oldestGuests)
    await expect(
      page.getByRole('status').filter({ hasText: /\$[\d,.]+ (kept|paid)/ }),
    ).toBeVisible()
    await looked(page, 'admin-purchases-narrowed')

    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('menuitem', { name: 'Save this view' }).click()
    await page.getByLabel('Name').fill('My guests')
    await page.getByRole('button', { name: 'Save view' }).click()
    await page.goto('/admin/purchases')
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('menuitem', { name: 'My guests' }).click()
    await expect(page).toHaveURL(oldestGuests)

    // Until the view's rows are there, the list shows those of before.
    const answer = await page.request.get('/api/admin/purchases?buyer=guest&direction=asc')
    const [oldest] = ((await answer.json()) as { rows: { purchase: { id: number } }[] }).rows
    const opener = table.locator('tbody [data-opens-row]').first()
    await expect(opener).toHaveAttribute(
      'href',
      new RegExp(`/admin/purchases/${oldest?.purchase.id}\\b`),
    )
    await opener.click()
    const first = page.url()
    await expect(page.getByText(/^1 of \d+ on this page$/)).toBeVisible()
    await looked(page, 'admin-purchase-record')
    await page.keyboard.press('j')
    await expect(page.getByText(/^2 of \d+ on this page$/)).toBeVisible()
    expect(page.url()).not.toBe(first)
    await page.keyboard.press('k')
    await expect(page.getByText(/^1 of \d+ on this page$/)).toBeVisible()
    expect(page.url()).toBe(first)
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(oldestGuests)
  },
)
