/** The whole product on foot: every place with real people in it, and four journeys without a mouse. */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessible'
import { ADMIN, enterAs, newAccount, openAccount, PASSWORD, STUDENT } from './support/accounts'
import { buyByApi, expectBought, openBootcamps } from './support/buying'
import { answerForMeeting, classIn } from './support/classes'
import { pressOn, tabTo, typeInto } from './support/keyboard'
import { inFaces, picture } from './support/screens'
import { GOOD_CARD } from './support/stripe'
import { expect, test } from './support/test'
import { proof } from './support/tiers'

/** Axe looks at these in the journeys that pass through them; here it is where there are none. */
const forStudents = ['/home', '/portal', '/portal/billing', '/profile', '/checkout?bundle=true']
const forAdmins = [
  '/admin',
  '/admin/bootcamps',
  '/admin/bundles',
  '/admin/users',
  '/admin/purchases',
  '/admin/communications',
  '/admin/statistics',
  '/admin/coaching',
  '/admin/reconciliation',
  '/admin/audit',
  '/admin/codes',
  '/admin/feedback',
]
const goneBad = [
  '/join/nothing',
  '/seat/nothing',
  '/seat-offer/nothing',
  '/waiting/nothing',
  '/offer/nothing',
  '/free-seat/nothing',
  '/class-choice/nothing',
  '/feedback/nothing',
  '/wrong-address?purchase=1',
  '/unsubscribe',
  '/certificates/AAAAAAAAAAAA',
  '/portal/billing/1',
  '/portal/seats/1',
  '/coach',
  '/coach/rooms/1',
]

/** Everything that came late must have found its place reserved. */
const shiftOf = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((tell) => {
        new PerformanceObserver((list) => {
          const shifts = list.getEntries() as (PerformanceEntry & { value: number })[]
          tell(shifts.reduce((sum, { value }) => sum + value, 0))
        }).observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => tell(0), 200)
      }),
  )

/** The place with its data, which moved nothing when it came, in two faces. */
async function lookAt(page: Page, path: string) {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(path)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading').first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(await shiftOf(page), `${path} jumps about`).toBeLessThan(0.1)
  await inFaces(page, ['desktop-light', 'phone-dark'], async (name) => {
    // Asked for calm, everything is where it belongs within a millisecond; a table that becomes
    // cards on a phone does so with the next frame.
    const restless = () =>
      page.evaluate(() => ({
        sideways: document.documentElement.scrollWidth - document.documentElement.clientWidth,
        moving: document
          .getAnimations()
          .filter(({ effect }) => Number(effect?.getComputedTiming().activeDuration) > 1).length,
      }))
    await expect.poll(restless, `${path}, ${name}`).toEqual({ sideways: 0, moving: 0 })
    await picture(page, `walk${path.replaceAll(/[^a-z]+/gi, '-')}-${name}`)
  })
}

test('every route is walked here or in a journey of its own', () => {
  const routes = readFileSync('src/app/router.tsx', 'utf8').matchAll(/path: '([^'*]+)(?:\/\*)?'/g)
  const walked = [...forStudents, ...forAdmins, ...goneBad]
  const elsewhere = readFileSync('e2e/routes.spec.ts', 'utf8')
  const missing = [...routes]
    .map(([, path = '']) => path.replace(/:.*$/, ''))
    .filter((path) => path !== '/kit')
    .filter((path) => !walked.some((place) => place.startsWith(path)))
    .filter((path) => !elsewhere.includes(`path: '${path}`))
  expect(missing).toEqual([])
})

test.describe('with reduced motion, at a desk by day and on a phone by night', proof, () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('a student’s places', async ({ page }) => {
    await enterAs(page, STUDENT)
    for (const path of forStudents) await test.step(path, () => lookAt(page, path))
  })

  for (const [half, places] of [
    ['the six tabs', forAdmins.slice(0, 6)],
    ['what lies beside them', forAdmins.slice(6)],
  ] as const) {
    test(`an admin’s desk: ${half}`, async ({ page }) => {
      await enterAs(page, ADMIN)
      for (const path of places) await test.step(path, () => lookAt(page, path))
    })
  }

  test.describe('links gone bad', () => {
    test.use({ allowedComplaints: ['the server responded with a status of'] })

    test('say so', async ({ page }) => {
      await enterAs(page, STUDENT)
      for (const path of goneBad) {
        await test.step(path, async () => {
          await lookAt(page, path)
          await expectAccessible(page)
        })
      }
    })
  })
})

test.describe('by keyboard alone, the focus always in sight', proof, () => {
  const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

  test('a guest buys', async ({ page }) => {
    const [bootcamp] = await openBootcamps(page.request)
    if (!bootcamp) throw new Error('the demo sells nothing')
    await page.goto('/checkout')
    await pressOn(page, page.getByRole('checkbox', { name: bootcamp.name }).last(), 'Space')
    await typeInto(page, page.getByLabel('Email'), newAccount().email)
    await typeInto(page, page.getByLabel('Full name'), 'Ada Lovelace')
    const card = page.frameLocator('iframe[title="Secure payment input frame"]').first()
    await typeInto(page, card.locator('[name=number]'), GOOD_CARD)
    await typeInto(page, card.locator('[name=expiry]'), '1234')
    await typeInto(page, card.locator('[name=cvc]'), '123')
    await typeInto(page, card.locator('[name=postalCode]'), '94102')
    await pressOn(page, page.getByRole('checkbox', { name: /I accept the terms/ }), 'Space')
    await pressOn(page, button(page, /^Pay \$/))
    await expectBought(page)
  })

  test('a student signs in and joins the class', async ({ page, request }) => {
    const id = await classIn(request, 10, 'Class By Keyboard')
    const { username, email } = await openAccount(page)
    await buyByApi(page.request, id, email)
    await page.context().clearCookies()
    await answerForMeeting(page)
    await page.goto('/auth/login')
    await typeInto(page, page.getByLabel('Username or email'), username)
    await typeInto(page, page.getByLabel('Password', { exact: true }), PASSWORD)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/portal')
    await pressOn(page, button(page, /^Join/).first())
    await expect(page).toHaveTitle('Meeting')
  })

  test('an admin gives money back', async ({ page, request }) => {
    const [bootcamp] = await openBootcamps(page.request)
    if (!bootcamp) throw new Error('the demo sells nothing')
    const { email } = await buyByApi(request, bootcamp.id)
    await enterAs(page, ADMIN)
    await page.goto('/admin/purchases')
    await typeInto(page, page.getByRole('searchbox', { name: 'Search purchases' }), email)
    const found = page.getByRole('link', { name: 'Quick Buyer' })
    await expect(found).toHaveCount(1)
    await pressOn(page, found)
    const drawer = page.getByRole('dialog', { name: 'Quick Buyer' })
    await pressOn(page, drawer.getByRole('button', { name: 'Refund' }))
    const refund = page.getByRole('dialog', { name: 'Refund' })
    await pressOn(page, refund.getByRole('button', { name: /^Refund \$/ }))
    await expect(page.getByText('Refund started', { exact: true })).toBeVisible()
    await expect(refund).toBeHidden()
    // The first puts the toast away, which lies on top.
    await expect(async () => {
      await page.keyboard.press('Escape')
      await expect(drawer).toBeHidden({ timeout: 1000 })
    }).toPass({ timeout: 15_000 })
    await tabTo(page, found)
  })
})
