/** A team: an owner makes a supporter, a coach works through a day on a phone, and who may not refund. */
import { ADMIN, enterAs, openAccount, signInAs } from './support/accounts'
import { looked, lookedInProof } from './support/looked'
import { expect, test } from './support/test'
import { proof } from './support/tiers'

const COACH = 'coach@demo.example.test'
const SUPPORT = 'support@demo.example.test'

test(
  'an owner makes a coach and a support person, each with what is theirs',
  proof,
  async ({ page, browser }) => {
    const theirs = await (await browser.newContext()).newPage()
    const account = await openAccount(theirs)
    await enterAs(page, ADMIN)
    await page.goto(`/admin/users?search=${account.username}`)
    await page.getByRole('button', { name: `Actions for ${account.username}` }).click()
    await page.getByRole('menuitem', { name: 'Change role' }).click()
    await page.getByRole('radio', { name: 'Support' }).click()
    await looked(page, 'admin-change-role')
    await page.getByRole('button', { name: 'Make Support' }).click()
    await expect(page.getByText('Role changed', { exact: true })).toBeVisible()

    // At once, where they are signed in already.
    await theirs.goto('/admin/purchases')
    await expect(theirs.getByRole('heading', { level: 2, name: 'Purchases' })).toBeVisible()
    await expect(theirs.getByRole('link', { name: 'Reconciliation' })).toHaveCount(0)

    await page.getByRole('button', { name: `Actions for ${account.username}` }).click()
    await page.getByRole('menuitem', { name: 'Change role' }).click()
    await page.getByRole('radio', { name: 'Coach' }).click()
    await page.getByRole('button', { name: 'Make Coach' }).click()
    await expect(page.getByRole('button', { name: 'Make Coach' })).toBeHidden()
    await theirs.goto('/admin')
    await expect(theirs).toHaveURL(/\/coach$/)
    await theirs.getByLabel('Meeting link').fill('https://meet.example.test/new')
    await looked(theirs, 'coach-first-time')
    await theirs.getByRole('button', { name: 'Save' }).click()
    await expect(theirs.getByText("No hours yet, so students can't book you.")).toBeVisible()
  },
)

test('support sees purchases without sums and cannot refund', proof, async ({ page }) => {
  await signInAs(page.request, SUPPORT, 'front-row-demo')
  await page.goto('/admin/purchases?status=completed')
  const first = page.getByRole('table', { name: 'Purchases' }).getByRole('link').first()
  await expect(first).toBeVisible()
  await expect(page.getByRole('columnheader', { name: /Amount/ })).toHaveCount(0)
  await expect(page.getByText('Completed Revenue')).toHaveCount(0)
  await looked(page, 'support-purchases')
  await first.click()
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByRole('button', { name: 'Resend confirmation' })).toBeVisible()
  await expect(drawer.getByRole('button', { name: 'Refund' })).toHaveCount(0)
  await expect(drawer).not.toContainText('$')
  const id = page.url().match(/purchases\/(\d+)/)?.[1]
  const refused = await page.request.post(`/api/admin/purchases/${id}/refund`, {
    data: { amount: '1.00' },
  })
  expect([refused.status(), (await refused.json()).code]).toEqual([403, 'right_required'])
  await page.goto('/admin/reconciliation')
  await expect(page.getByText("Your role doesn't include this page")).toBeVisible()
  await lookedInProof(page, 'support-not-in-role')
  await page.getByRole('link', { name: 'Back to the overview' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Overview' })).toBeVisible()
})

test("a coach's day on a phone", proof, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/auth/login')
  await page.getByLabel('Username or email').fill(COACH)
  await page.getByLabel('Password', { exact: true }).fill('front-row-demo')
  await page
    .getByRole('button', { name: /^(Login|Sign in)/i })
    .first()
    .click()
  await expect(page).toHaveURL(/\/portal$/)
  await page.getByRole('banner').getByRole('link', { name: 'Coaching' }).click()
  await expect(page).toHaveURL(/\/coach$/)
  const agenda = page.getByRole('tabpanel')
  await expect(agenda.getByRole('button', { name: 'Notes' }).first()).toBeVisible()
  await expect(page.getByText('Enroll')).toHaveCount(0)
  await looked(page, 'coach-agenda')
  await agenda.getByRole('button', { name: 'Notes' }).first().click()
  await page.getByRole('textbox', { name: /^About/ }).fill('Wants to sell to schools.')
  await page.getByRole('button', { name: 'Save Notes' }).click()
  await expect(agenda.getByText('Wants to sell to schools.')).toBeVisible()

  await page.getByRole('button', { name: 'Date override' }).click()
  await page.getByLabel('Start date').fill('2030-12-24')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText('Dec 24 at 12:00 AM – 11:59 PM EST')).toBeVisible()

  const link = await page.getByRole('textbox', { name: 'Calendar link' }).inputValue()
  const feed = await page.request.get(link)
  expect(feed.status()).toBe(200)
  expect(await feed.text()).toContain('SUMMARY:Coaching with')
  await page.getByRole('button', { name: 'Renew' }).click()
  await page.getByRole('button', { name: 'Renew link' }).click()
  await expect(page.getByText('New calendar link', { exact: true })).toBeVisible()
  expect((await page.request.get(link)).status()).toBe(404)
})
