/** The operator's ten minutes before class, on a phone: into the room, start, who is there, who isn't. */
import type { APIRequestContext, Page } from '@playwright/test'
import { ADMIN, enterAs } from './support/accounts'
import { looked, lookedInProof } from './support/looked'
import { expect, test } from './support/test'
import { proof } from './support/tiers'

const zoom = process.env.ZOOM_URL ?? 'http://localhost:8011'
const MINUTE = 60_000
const PEOPLE = ['Ana Lima', 'Ben Okafor', 'Chloe Ito']

const dated = (minutes: number) => ({
  startDate: new Date(Date.now() + minutes * MINUTE).toISOString(),
  endDate: new Date(Date.now() + (minutes + 120) * MINUTE).toISOString(),
})

interface Registrant {
  email: string
  join_url: string
}

/** A class with a meeting of its own and three people registered for it. */
async function aClass(page: Page, name: string): Promise<number> {
  const made = await page.request.post('/api/admin/bootcamps', {
    data: {
      name,
      description: 'Made by a journey.',
      bootcampType: 'Build',
      price: '995.00',
      maxSeats: 20,
      ...dated(9),
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
  }
  await expect
    .poll(async () => (await registrants(page.request, name)).length, { timeout: 90_000 })
    .toBe(PEOPLE.length)
  return id
}

const addressOf = (name: string, id: number) =>
  `${name.toLowerCase().replace(' ', '.')}.${id}@example.test`

async function registrants(request: APIRequestContext, topic: string): Promise<Registrant[]> {
  const told = (await (await request.get(`${zoom}/_control/meetings`)).json()) as {
    topic: string
    registrants: Registrant[]
  }[]
  return told.find((meeting) => meeting.topic === topic)?.registrants ?? []
}

/** Somebody opens their personal link, or the page behind it that says they leave. */
async function comes(page: Page, topic: string, name: string, leaves = false) {
  const first = name.toLowerCase().replace(' ', '.')
  const all = await registrants(page.request, topic)
  const link = all.find(({ email }) => email.startsWith(first))?.join_url ?? ''
  const answer = await page.request.get(leaves ? link.replace('/w/', '/leave/') : link)
  expect(answer.status()).toBe(200)
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('from ten minutes before class until everybody is seen to', proof, async ({ page }) => {
    test.setTimeout(240_000)
    await enterAs(page, ADMIN)
    const name = `Room class ${Date.now().toString(36)}`
    const id = await aClass(page, name)
    await page.goto('/admin')

    // One tap from the overview.
    const next = page.getByRole('region', { name: 'Next class' }).filter({ hasText: name })
    await next.getByRole('link', { name: 'Open room' }).click()
    await expect(page).toHaveURL(`/admin/bootcamps/${id}/room`)
    await expect(page.getByRole('timer')).toHaveText(/^0[678]:\d\d$/)
    await expect(page.getByRole('region', { name: 'Not here yet (3)' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Start' })).toBeInViewport()
    await looked(page, 'room-ahead')

    const [meeting] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('button', { name: 'Start' }).click(),
    ])
    await expect(meeting.getByRole('heading')).toHaveText(`You are the host of ${name}`)
    await meeting.close()

    // Ana comes and appears without a tap.
    await comes(page, name, 'Ana Lima')
    const inside = page.getByRole('region', { name: 'In the room (1)' })
    await expect(inside.getByText('Ana Lima')).toBeVisible({ timeout: 5000 })

    // It begins. Ben is marked absent by mistake, and that is undone.
    await page.request.patch(`/api/admin/bootcamps/${id}`, { data: dated(-1) })
    const absent = page.getByRole('button', { name: 'Absent: Ben Okafor' })
    await absent.click()
    await expect(absent).toHaveAttribute('aria-pressed', 'true')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(absent).toHaveAttribute('aria-pressed', 'false')
    await expect(page.getByText('Live now, ends in')).toBeVisible()
    await page.getByRole('button', { name: 'Absent: Chloe Ito' }).click()
    await expect(page.getByText('Marked absent')).toBeVisible()
    await looked(page, 'room-on')

    // The two who aren't here are written to, and nobody else.
    await page.getByRole('button', { name: "Message the 2 who aren't here" }).click()
    const dialog = page.getByRole('dialog', { name: "Message those who aren't here" })
    await expect(dialog.getByRole('radio', { name: 'Email (reaches 2 of 2)' })).toBeChecked()
    await looked(page, 'room-message')
    await dialog.getByRole('button', { name: 'Email 2 people' }).click()
    await expect(page.getByText('Sending to 2 people', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('Message not sent', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: "Message the 2 who aren't here" }).click()
    await dialog.getByRole('button', { name: 'Email 2 people' }).click()
    await expect(page.getByText('Sending to 2 people', { exact: true })).toBeVisible()
    const last = async () => {
      const told = await page.request.get(`/api/admin/bootcamps/${id}/messages`)
      return ((await told.json()) as { id: string; state: string; total: number }[])[0]
    }
    await expect.poll(async () => (await last())?.state, { timeout: 60_000 }).toBe('done')
    const sent = await page.request.get(`/api/admin/bootcamps/${id}/messages/${(await last())?.id}`)
    const { recipients } = (await sent.json()) as { recipients: { address: string }[] }
    expect(recipients.map(({ address }) => address).sort()).toEqual(
      ['Ben Okafor', 'Chloe Ito'].map((person) => addressOf(person, id)),
    )

    // Ana leaves, the network goes: the last list stays, and says so.
    await comes(page, name, 'Ana Lima', true)
    await expect(page.getByRole('region', { name: 'Left (1)' })).toContainText('Ana Lima', {
      timeout: 5000,
    })
    await page.context().setOffline(true)
    await expect(page.getByText(/^No connection\. This list is from /)).toBeVisible({
      timeout: 20_000,
    })
    await expect(page.getByText('Ana Lima')).toBeVisible()
    await lookedInProof(page, 'room-offline')
    await page.context().setOffline(false)
    await expect(page.getByText('Live')).toBeVisible({ timeout: 20_000 })
    await page.request.patch(`/api/admin/bootcamps/${id}/archive`)
  })
})
