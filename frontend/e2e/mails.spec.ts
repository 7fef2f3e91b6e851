/** Every kind of mail as it lies in a mailbox: readable wide and narrow, by day and by night. */
import type { APIRequestContext, Browser, Page } from '@playwright/test'
import { expectAccessible } from './support/accessible'
import { ADMIN, DEMO_PASSWORD, newAccount, openAccount, signInAs } from './support/accounts'
import { buyByApi } from './support/buying'
import { picture } from './support/screens'
import { expect, test } from './support/test'
import { proof } from './support/tiers'

const HOUR = 3_600_000

test.describe.configure({ timeout: 600_000 })

interface Mail {
  to: string[]
  subject: string
  text: string
  html: string
}

async function inbox(request: APIRequestContext): Promise<Mail[]> {
  return (await (await request.get(`${process.env.INBOX_URL}/messages`)).json()) as Mail[]
}

async function done(answer: Awaited<ReturnType<APIRequestContext['post']>>) {
  expect(answer.status(), `${answer.url()}: ${await answer.text()}`).toBe(200)
  return (await answer.json()) as { id: number }
}

/** One of its own: it is moved about. */
async function newBootcamp(admin: APIRequestContext): Promise<number> {
  const start = Date.now() + 30 * 24 * HOUR
  const made = await admin.post('/api/admin/bootcamps', {
    data: {
      name: 'Launch Bootcamp with a rather long name, as names sometimes are',
      description: 'Made by a journey.',
      bootcampType: 'Launch',
      price: '1495.00',
      maxSeats: 20,
      startDate: new Date(start).toISOString(),
      endDate: new Date(start + 3 * HOUR).toISOString(),
      timezone: 'America/New_York',
      step: 2,
    },
  })
  return (await done(made)).id
}

async function purchaseOf(admin: APIRequestContext, email: string): Promise<number> {
  const answer = await admin.get(`/api/admin/purchases?search=${encodeURIComponent(email)}`)
  const { rows } = (await answer.json()) as { rows: { purchase: { id: number } }[] }
  const [row] = rows
  if (!row) throw new Error(`There is no purchase of ${email}`)
  return row.purchase.id
}

/** Buys, books an hour, moves it, and forgets the password. */
async function liveAsStudent(browser: Browser, bootcampId: number) {
  const page = await (await browser.newContext()).newPage()
  const { email } = await openAccount(page)
  await buyByApi(page.request, bootcampId, email)
  const sessions = (await (await page.request.get('/api/user/coaching-sessions')).json()) as {
    id: number
  }[]
  const hour = `/api/user/coaching-sessions/${sessions[0]?.id}`
  const { slots } = (await (await page.request.get(`${hour}/slots`)).json()) as {
    slots: string[]
  }
  expect(slots.length).toBeGreaterThan(8)
  await done(await page.request.post(`${hour}/schedule`, { data: { startsAt: slots.at(-1) } }))
  await done(await page.request.post(`${hour}/reschedule`, { data: { startsAt: slots.at(-9) } }))
  await done(await page.request.post('/api/auth/forgot-password', { data: { email } }))
  await done(await page.request.post('/api/auth/sign-in-code', { data: { email } }))
  await done(await page.request.post('/api/find-purchases', { data: { email } }))
  return email
}

async function causeEveryMail(admin: APIRequestContext, page: Page, browser: Browser) {
  const bootcampId = await newBootcamp(admin)
  const guest = await buyByApi(page.request, bootcampId)
  const student = await liveAsStudent(browser, bootcampId)
  const guests = `/api/admin/purchases/${await purchaseOf(admin, guest.email)}`
  await done(await admin.post(`${guests}/resend-invitation`))
  const right = { email: newAccount().email, fullName: 'Ada King' }
  await done(await admin.patch(`${guests}/customer`, { data: right }))
  await done(
    await admin.post('/api/admin/create-user', {
      data: { email: newAccount().email, firstName: 'Grace', lastName: 'Hopper', role: 'STUDENT' },
    }),
  )
  await done(
    await admin.post(`/api/admin/bootcamps/${bootcampId}/send-message`, {
      data: {
        type: 'EMAIL',
        subject: 'A word before we start, {firstName}',
        content:
          'Hello {firstName} {lastName},\n\nbring your idea to {bootcampName} on {bootcampDate}.\nRead https://example.com/how-to-prepare first.\n\n{zoomLink}\n\nSee you,\nthe team',
      },
    }),
  )
  const later = Date.now() + 37 * 24 * HOUR
  await done(
    await admin.patch(`/api/admin/bootcamps/${bootcampId}`, {
      data: {
        startDate: new Date(later).toISOString(),
        endDate: new Date(later + 3 * HOUR).toISOString(),
      },
    }),
  )
  const students = `/api/admin/purchases/${await purchaseOf(admin, student)}`
  await done(await admin.post(`${students}/refund`, { data: { amount: '1495.00' } }))
  await done(
    await page.request.post('/api/contact', {
      data: {
        name: 'Vera Visitor',
        email: newAccount().email,
        subject: 'Before I buy',
        message: 'Will the session be recorded?',
      },
    }),
  )
}

/** What a mail is about, without names and dates: the same for every reader of a kind. */
const kindOf = ({ subject }: Mail) =>
  subject
    .trim()
    .replace(/ · .*$/, '')
    .replace(/^\[[^\]]+\] /, '')
    .replace(/[:,].*$/, '')
    .toLowerCase()
    .replace(/[^a-z]+/g, '-')
    .replace(/^-|-$/g, '')

const themes = ['light', 'dark'] as const
const widths = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } }

async function lookAt(page: Page, kind: string, { html }: Mail) {
  await page.goto('about:blank')
  await page.setContent(html)
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page)
    for (const [name, size] of Object.entries(widths)) {
      await page.setViewportSize(size)
      const sideways = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(sideways, kind).toBe(0)
      await picture(page, `mails/${kind}-${name}-${colorScheme}`)
    }
  }
}

/** The kinds that need no clock; reminders and news of recordings are looked at when they come. */
const expected = [
  'a-word-before-we-start',
  'an-email-from-us-wasn-t-meant-for-you',
  'before-i-buy',
  'confirmed',
  'create-your-account',
  'new-date',
  'your-coaching-session-is-booked',
  'your-purchases',
  'your-refund-is-on-its-way',
  'your-sign-in-code',
]

test('every mail reads well as a page and as text', proof, async ({ page, browser }) => {
  const admin = (await browser.newContext()).request
  await signInAs(admin, ADMIN, DEMO_PASSWORD)
  await causeEveryMail(admin, page, browser)
  await expect
    .poll(async () => (await inbox(admin)).map(kindOf), { timeout: 120_000 })
    .toEqual(expect.arrayContaining(expected))
  const all = await inbox(admin)
  const ours = all.find((mail) => kindOf(mail) === 'before-i-buy')
  // What the visitors of other journeys typed goes to the operator too, and may be anything.
  const mails = all.filter((mail) => mail === ours || mail.to[0] !== ours?.to[0])
  // The newest of each kind.
  const kinds = new Map(mails.map((mail) => [kindOf(mail), mail]))
  const seen = await (await browser.newContext()).newPage()
  for (const [kind, mail] of kinds) {
    expect(mail.to, kind).toHaveLength(1)
    expect(mail.text.trim(), kind).not.toBe('')
    // Nothing left to be filled in, and no markup among the words.
    expect(mail.text, kind).not.toMatch(
      /\[(private|unsubscribe) (?:link|code)|\{\w+\}|<\/?[a-z]+[ >]|&\w+;/,
    )
    if (mail.html) await lookAt(seen, kind, mail)
    else expect(kind).toBe('before-i-buy')
  }
})
