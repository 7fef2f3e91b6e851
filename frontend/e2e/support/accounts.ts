/** Real accounts for journeys: opened through the API, with a mailbox that can be read. */
import { createHmac } from 'node:crypto'
import type { APIRequestContext, Cookie, Page } from '@playwright/test'
import { expect } from './test'

export const PASSWORD = 'a horse of 42 batteries'
export const DEMO_PASSWORD = 'front-row-demo'
export const ADMIN = 'admin@demo.example.test'
export const STUDENT = 'student@demo.example.test'

export interface Account {
  username: string
  email: string
  password: string
}

let opened = 0

/** Nobody has had this name before, in this run or an earlier one. */
export function newAccount(): Account {
  opened += 1
  const username = `e2e.${Date.now().toString(36)}.${process.pid}.${opened}`
  return { username, email: `${username}@example.test`, password: PASSWORD }
}

/** Opens an account and signs the page's browser in. */
export async function openAccount(page: Page): Promise<Account> {
  const account = newAccount()
  const answer = await page.request.post('/api/auth/register', {
    data: { ...account, firstName: account.username, lastName: '' },
  })
  expect(answer.status(), await answer.text()).toBe(200)
  return account
}

export async function signInAs(request: APIRequestContext, username: string, password: string) {
  const answer = await request.post('/api/auth/login', { data: { username, password } })
  expect(answer.status(), await answer.text()).toBe(200)
}

/** Some acts want a sign-in of the last quarter of an hour; a longer run signs in anew before. */
const KEPT_FOR = 10 * 60_000
const kept = new Map<string, { cookies: Cookie[]; at: number }>()

/**
 * Somebody of the demo, signed in once and not for each journey. A journey that is about signing in,
 * or ends or changes its session, signs in by itself: the next one would be left outside.
 */
export async function enterAs(page: Page, person: string) {
  const known = kept.get(person)
  if (known && Date.now() - known.at < KEPT_FOR) {
    await page.context().addCookies(known.cookies)
    return
  }
  await signInAs(page.request, person, DEMO_PASSWORD)
  // Not the visitor's cookie: it is what binds a payment to its buyer.
  const cookies = (await page.context().cookies()).filter(({ name }) =>
    ['session', 'signed_in'].includes(name),
  )
  kept.set(person, { cookies, at: Date.now() })
}

interface Mail {
  subject: string
  text: string
  html: string
}

interface Wanted {
  to: string
  about: string
}

/** The emails to an address about something, oldest first. */
async function emailsTo(request: APIRequestContext, { to, about }: Wanted): Promise<Mail[]> {
  const inbox = process.env.INBOX_URL
  if (!inbox) throw new Error('INBOX_URL must name the inbox that the product mails to')
  const answer = await request.get(`${inbox}/messages`, { params: { to } })
  return ((await answer.json()) as Mail[]).filter(({ subject }) => subject.includes(about))
}

/** The newest email as a mail program shows it. */
export async function pageOfEmail(request: APIRequestContext, wanted: Wanted): Promise<string> {
  let html = ''
  await expect
    .poll(async () => {
      html = (await emailsTo(request, wanted)).at(-1)?.html ?? ''
      return html
    })
    .not.toBe('')
  return html
}

/** The link in the newest email to an address about something. */
export async function linkInEmail(
  request: APIRequestContext,
  { holding = '#key=', ...wanted }: Wanted & { holding?: string },
): Promise<string> {
  let link = ''
  await expect
    .poll(async () => {
      const found = await emailsTo(request, wanted)
      const links = found.at(-1)?.text.match(/https?:\/\/\S+/g) ?? []
      link = links.find((one) => one.includes(holding)) ?? ''
      return link
    })
    .toContain(holding)
  return link
}

/** The sign-in code in the email that came as the `nth`. */
export async function codeInEmail(request: APIRequestContext, to: string, nth = 1) {
  let code = ''
  await expect
    .poll(async () => {
      const found = await emailsTo(request, { to, about: 'Your sign-in code' })
      code = found[nth - 1]?.text.match(/^\d{6}$/m)?.[0] ?? ''
      return code
    })
    .toMatch(/^\d{6}$/)
  return code
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** What an authenticator app shows for a secret (RFC 6238: SHA-1, 30 seconds, six digits). */
export function totp(secret: string, at = Date.now()): string {
  const letters = [...secret.replace(/[\s=]/g, '').toUpperCase()]
  const bits = letters.map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const bytes = bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? []
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)))
  const digest = createHmac('sha1', Buffer.from(bytes)).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 0xf
  const number = (digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000
  return String(number).padStart(6, '0')
}
