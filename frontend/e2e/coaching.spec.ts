/** A private hour from the coach's calendar to both mailboxes, and one that two people want. */
import type { APIRequestContext, Browser, Page } from '@playwright/test'
import { type Account, ADMIN, enterAs, openAccount } from './support/accounts'
import { buyByApi } from './support/buying'
import { looked } from './support/looked'
import { expect, test } from './support/test'
import { proof } from './support/tiers'

const LINK = 'https://meet.example.test/journey'
const TAKEN = 'That time has just been taken. Please pick another.'

interface Mail {
  to: string[]
  subject: string
}

async function expectMail(request: APIRequestContext, to: string, about: string) {
  await expect
    .poll(async () => {
      const answer = await request.get(`${process.env.INBOX_URL}/messages`)
      const mails = (await answer.json()) as Mail[]
      return mails.filter((mail) => mail.to.includes(to)).map(({ subject }) => subject)
    })
    .toContainEqual(expect.stringContaining(about))
}

/** One of its own: other journeys may buy the demo's last seats. */
async function newCoachedBootcamp(admin: APIRequestContext): Promise<number> {
  const start = Date.now() + 30 * 24 * 3_600_000
  const made = await admin.post('/api/admin/bootcamps', {
    data: {
      name: 'Coached Bootcamp',
      description: 'Made by a journey.',
      bootcampType: 'Launch',
      price: '1495.00',
      maxSeats: 20,
      startDate: new Date(start).toISOString(),
      endDate: new Date(start + 3 * 3_600_000).toISOString(),
      timezone: 'America/New_York',
      step: 2,
      sessionUrl: LINK,
    },
  })
  expect(made.status(), await made.text()).toBe(200)
  return ((await made.json()) as { id: number }).id
}

/** A student with one hour to book, at the portal. */
async function newStudent(
  browser: Browser,
  bootcampId: number,
): Promise<{ page: Page; account: Account }> {
  const page = await (await browser.newContext()).newPage()
  const account = await openAccount(page)
  await buyByApi(page.request, bootcampId)
  await page.goto('/portal')
  return { page, account }
}

async function openPicker(page: Page) {
  await page.getByRole('button', { name: 'Schedule Session' }).click()
  await expect(page.getByRole('radio', { name: /^\d+:\d\d [AP]M$/ }).first()).toBeVisible()
}

const firstTime = (page: Page) => page.getByRole('radio', { name: /^\d+:\d\d [AP]M$/ }).first()

async function setUpCoach(page: Page, coach: Account) {
  await enterAs(page, ADMIN)
  await page.goto('/admin')
  await page.getByRole('link', { name: 'Coaching', exact: true }).click()
  await expect(page.getByRole('tab', { name: 'Sessions' })).toBeVisible()
  await looked(page, 'admin-coaching-sessions')
  await page.getByRole('tab', { name: 'Coaches' }).click()
  // Nobody else takes bookings, so that both students must want the same person.
  await page.getByRole('switch', { name: 'Cora Whitfield takes bookings' }).click()
  await expect(page.getByText("Coach isn't accepting new bookings", { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Add Coach' }).click()
  await page.getByLabel('Email of their account').fill(coach.email)
  await page.getByLabel('Meeting link').fill(LINK)
  await page.getByRole('dialog').getByRole('button', { name: 'Add Coach' }).click()
  const card = page.getByRole('article', { name: coach.username })
  await expect(card.getByText("No hours yet, so students can't book this coach.")).toBeVisible()

  await card.getByRole('button', { name: 'Edit hours' }).click()
  for (const day of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']) {
    await page.getByRole('button', { name: `Add an opening on ${day}` }).click()
  }
  await page.getByLabel('Monday closes').fill('12:00')
  await looked(page, 'admin-coaching-hours')
  await page.getByRole('button', { name: 'Save Hours' }).click()
  await expect(card.getByText('9:00 AM – 12:00 PM')).toBeVisible()
  await looked(page, 'admin-coaching-coaches')
}

test('an hour is opened, booked by one of two, and moved', proof, async ({ page, browser }) => {
  const coachPage = await (await browser.newContext()).newPage()
  const coach = await openAccount(coachPage)
  await setUpCoach(page, coach)

  const bootcampId = await newCoachedBootcamp(page.request)
  const winner = await newStudent(browser, bootcampId)
  const loser = await newStudent(browser, bootcampId)
  await looked(winner.page, 'portal-coaching-pending')
  await openPicker(winner.page)
  await openPicker(loser.page)
  await firstTime(loser.page).click()
  await firstTime(winner.page).click()
  await looked(winner.page, 'portal-coaching-picker')
  await winner.page.getByRole('button', { name: 'Confirm time' }).click()
  await expect(winner.page.getByText('Session scheduled', { exact: true })).toBeVisible()
  // Days ahead its door is closed, as a bootcamp's is.
  await expect(winner.page.getByRole('button', { name: 'Join Session' })).toBeDisabled()
  await looked(winner.page, 'portal-coaching-scheduled')
  await expectMail(page.request, winner.account.email, 'Your coaching session is booked')
  await expectMail(page.request, coach.email, 'A coaching session is booked')

  await loser.page.getByRole('button', { name: 'Confirm time' }).click()
  await expect(loser.page.getByRole('alert').filter({ hasText: TAKEN })).toBeVisible()
  await looked(loser.page, 'portal-coaching-taken')
  await firstTime(loser.page).click()
  await loser.page.getByRole('button', { name: 'Confirm time' }).click()
  await expect(loser.page.getByRole('button', { name: 'Join Session' })).toBeVisible()

  await winner.page.getByRole('button', { name: 'Reschedule' }).click()
  await winner.page.getByRole('button', { name: 'Later week' }).click()
  await firstTime(winner.page).click()
  await winner.page.getByRole('button', { name: 'Confirm new time' }).click()
  await expect(winner.page.getByText('Session rescheduled', { exact: true })).toBeVisible()
  await expectMail(page.request, winner.account.email, 'Your coaching session has a new time')
  await expectMail(page.request, coach.email, 'A coaching session has moved')

  await page.goto('/admin/coaching')
  const row = page.getByRole('row', { name: winner.account.username })
  await row.getByRole('button', { name: 'Notes' }).click()
  await page.getByLabel(`About ${winner.account.username}`).fill('Wants to talk about prices.')
  await page.getByRole('button', { name: 'Save Notes' }).click()
  await expect(row.getByText('Wants to talk about prices.')).toBeVisible()

  await page.getByRole('tab', { name: 'Coaches' }).click()
  await page.getByRole('switch', { name: 'Cora Whitfield takes bookings' }).click()
  await expect(page.getByText('Coach is accepting bookings', { exact: true })).toBeVisible()
})
