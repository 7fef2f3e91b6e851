/** A bootcamp's home: who is coming, who came, each in as few presses as can be counted. */
import type { Locator, Page } from '@playwright/test'
import { ADMIN, enterAs } from './support/accounts'
import { comeRound } from './support/database'
import { looked, lookedInProof } from './support/looked'
import { expect, test } from './support/test'
import { proof } from './support/tiers'

const MINUTE = 60_000
const PEOPLE = ['Ana Lima', 'Ben Okafor', 'Chloe Ito']

/** Every press and every filled field counts; looking does not. */
class Hands {
  presses = 0

  async press(target: Locator) {
    this.presses += 1
    await target.click()
  }

  async fill(target: Locator, text: string) {
    this.presses += 1
    await target.fill(text)
  }
}

const dated = (minutes: number) => ({
  startDate: new Date(Date.now() + minutes * MINUTE).toISOString(),
  endDate: new Date(Date.now() + (minutes + 180) * MINUTE).toISOString(),
})

/** A class with three people in it, beginning in so many minutes; it may have begun. */
async function aClass(page: Page, name: string, minutes: number): Promise<number> {
  const made = await page.request.post('/api/admin/bootcamps', {
    data: {
      name,
      description: 'Made by a journey.',
      bootcampType: 'Build',
      price: '995.00',
      maxSeats: 20,
      ...dated(Math.max(minutes, 10)),
      timezone: 'America/New_York',
      step: 1,
      sessionUrl: 'https://meet.example.test/room/7',
    },
  })
  expect(made.status(), await made.text()).toBe(200)
  const { id } = (await made.json()) as { id: number }
  for (const fullName of PEOPLE) {
    const email = `${fullName.toLowerCase().replace(' ', '.')}.${id}@example.test`
    const seat = await page.request.post('/api/admin/purchases', {
      data: { bootcampId: id, bundleId: null, email, fullName },
    })
    expect(seat.status(), await seat.text()).toBe(200)
  }
  if (minutes < 0) {
    await page.request.patch(`/api/admin/bootcamps/${id}`, { data: dated(minutes) })
  }
  return id
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('who is coming in ten minutes is one press away', proof, async ({ page }) => {
    await enterAs(page, ADMIN)
    const name = `Evening class ${Date.now().toString(36)}`
    const id = await aClass(page, name, 10)
    const hands = new Hands()
    await page.goto('/admin')

    // The card above says whether it is ready, and leads there.
    const home = page.locator('a:not([href$="/readiness"])')
    await hands.press(page.getByRole('link', { name }).and(home).first())

    const people = page.getByRole('region', { name: 'Registered Attendees (3)' })
    for (const person of PEOPLE)
      await expect(people.getByRole('link', { name: person })).toBeInViewport()
    await expect(page.getByRole('link', { name: 'Start' })).toBeInViewport()
    await expect(page.getByText(/^Live in (9|10) min$/)).toBeInViewport()
    expect(hands.presses).toBe(1)
    await expect(page).toHaveTitle(new RegExp(`^${name} · .+ · Bootcamps · Admin`))
    await looked(page, 'cohort-home-soon')
    // Each part has an address of its own, is announced, and leaves the keyboard where it was.
    await page.getByRole('link', { name: 'Money', exact: true }).click()
    await expect(page).toHaveURL(`/admin/bootcamps/${id}/money`)
    await expect(page).toHaveTitle(/^Money · /)
    await expect(page.locator('[aria-live=polite]', { hasText: /^Money · / })).toHaveCount(1)
    await expect(page.getByRole('link', { name: 'Money', exact: true })).toBeFocused()
    await looked(page, 'cohort-home-money')
    await page.getByRole('link', { name: 'Settings' }).click()
    await lookedInProof(page, 'cohort-home-settings')
    await page.request.patch(`/api/admin/bootcamps/${id}/archive`)
  })
})

test(
  'two people are marked absent with two presses, and one mark is taken back',
  proof,
  async ({ page }) => {
    await enterAs(page, ADMIN)
    const id = await aClass(page, `Morning class ${Date.now().toString(36)}`, -30)
    await page.goto(`/admin/bootcamps/${id}`)
    const absent = (name: string) => page.getByRole('button', { name: `Absent: ${name}` })
    await expect(absent('Ana Lima')).toBeVisible()
    const hands = new Hands()

    await hands.press(absent('Ana Lima'))
    await hands.press(absent('Ben Okafor'))

    await expect(page.getByText('0 of 3 came · 2 absent · 1 not joined yet')).toBeVisible()
    expect(hands.presses).toBeLessThanOrEqual(3)
    await expect(page.getByText(/^Marked by .+, \w{3} \d+$/)).toHaveCount(2)
    await looked(page, 'cohort-home-running')
    await absent('Ben Okafor').click()
    await expect(page.getByText('0 of 3 came · 1 absent · 2 not joined yet')).toBeVisible()
    await page.reload()
    await expect(absent('Ana Lima')).toHaveAttribute('aria-pressed', 'true')
    await expect(absent('Ben Okafor')).toHaveAttribute('aria-pressed', 'false')
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    expect((await saving).suggestedFilename()).toBe(`roster-${id}.csv`)
    await page.request.patch(`/api/admin/bootcamps/${id}/archive`)
  },
)

const offered = async (page: Page) => {
  const bootcamps = (await (await page.request.get('/api/bootcamps')).json()) as {
    id: number
    name: string
  }[]
  return bootcamps
}

test(
  'five more classes like this one are made and put on sale in four presses',
  proof,
  async ({ page }) => {
    await enterAs(page, ADMIN)
    const name = `Weekly class ${Date.now().toString(36)}`
    const id = await aClass(page, name, 3 * 24 * 60)
    const onSale = async () => (await offered(page)).filter((one) => one.name === name).length
    await page.goto(`/admin/bootcamps/${id}`)
    const hands = new Hands()

    await hands.press(page.getByRole('button', { name: 'Copy to dates…' }))
    const dialog = page.getByRole('dialog')
    await hands.fill(dialog.getByLabel('Number of weekly copies'), '5')
    await looked(page, 'cohort-copies')
    await hands.press(dialog.getByRole('button', { name: 'Create 5 drafts' }))
    await expect(
      dialog.getByRole('list', { name: 'New drafts' }).getByRole('listitem'),
    ).toHaveCount(5)
    expect(await onSale(), 'no draft is public').toBe(1)
    await looked(page, 'cohort-new-drafts')
    await hands.press(dialog.getByRole('button', { name: 'Publish 5' }))

    await expect(page.getByText('5 bootcamps published', { exact: true })).toBeVisible()
    expect(hands.presses).toBeLessThanOrEqual(6)
    await expect.poll(onSale).toBe(6)
    await page.goto(`/admin/bootcamps?search=${encodeURIComponent(name)}`)
    await expect(page.getByText('1–6 of 6 bootcamps')).toBeVisible()
    await looked(page, 'cohort-list')
    for (const one of (await offered(page)).filter((each) => each.name === name)) {
      await page.request.patch(`/api/admin/bootcamps/${one.id}/archive`)
    }
  },
)

test('a draft goes on sale at its time and not before', proof, async ({ page }) => {
  await enterAs(page, ADMIN)
  const name = `Scheduled class ${Date.now().toString(36)}`
  const original = await aClass(page, name, 5 * 24 * 60)
  const cloned = await page.request.post(`/api/admin/bootcamps/${original}/clone`)
  const { id } = (await cloned.json()) as { id: number }
  const isOnSale = async () => (await offered(page)).some((one) => one.id === id)
  await page.goto(`/admin/bootcamps/${id}`)
  await page.getByRole('button', { name: 'Publish at a time…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Publish at a time' })
  await expect(dialog.getByText(/^Goes on sale \w{3}, \w{3} \d+, 9:00 AM E[SD]T$/)).toBeVisible()
  await looked(page, 'cohort-publish-at')
  await dialog.getByRole('button', { name: 'Schedule' }).click()
  await expect(page.getByText(/^Goes on sale .+ 9:00 AM E[SD]T\.$/)).toBeVisible()
  await lookedInProof(page, 'cohort-scheduled')
  await page.getByRole('button', { name: 'Cancel publishing' }).click()
  await expect(page.getByText('Not on sale yet.')).toBeVisible()

  // However often the clock's job comes before.
  const at = Date.now() + 5000
  await page.request.post(`/api/admin/bootcamps/${id}/publish`, {
    data: { at: new Date(at).toISOString() },
  })
  let seenAt = 0
  await expect
    .poll(
      async () => {
        comeRound('publishing')
        const seen = await isOnSale()
        if (seen) seenAt = Date.now()
        return seen
      },
      { intervals: [500] },
    )
    .toBe(true)
  expect(seenAt, 'not a second early').toBeGreaterThanOrEqual(at)
  await page.reload()
  await page.getByRole('button', { name: 'More actions' }).click()
  await expect(page.getByRole('menuitem', { name: 'Copy checkout link' })).toBeVisible()
  for (const each of [id, original]) {
    await page.request.patch(`/api/admin/bootcamps/${each}/archive`)
  }
})
