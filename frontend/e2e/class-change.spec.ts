/** A class that falls out: canceled at the desk on a phone, chosen by email, and what silence brings. */
import type { APIRequestContext, Browser, Page } from '@playwright/test'
import { devices } from '@playwright/test'
import { ADMIN, enterAs, linkInEmail, newAccount, pageOfEmail } from './support/accounts'
import { buyByApi, expectBought, fillCheckout, payWith } from './support/buying'
import { classIn } from './support/classes'
import { comeRound, sql } from './support/database'
import { looked, lookedInProof } from './support/looked'
import { expect, test } from './support/test'
import { proof } from './support/tiers'

const DAY = 24 * 60
const MINUTE_MS = 60_000
/** Each seat is carried out by a job of its own. */
const CARRIED_OUT = { timeout: 4 * MINUTE_MS, intervals: [250] }

const heading = (page: Page, name: string | RegExp, level = 1) =>
  page.getByRole('heading', { level, name })

interface TwoDates {
  id: number
  name: string
  otherId: number
  otherName: string
  admin: APIRequestContext
  close: () => Promise<void>
}

/** A class, another date of it that can be offered instead, and another course of the same step. */
async function twoDates(browser: Browser, name: string): Promise<TwoDates> {
  const context = await browser.newContext()
  const admin = context.request
  const unique = `${name} ${Date.now().toString(36)}`
  const id = await classIn(admin, 12 * DAY, unique)
  // Another case is no other course.
  const otherName = unique.toUpperCase()
  const otherId = await classIn(admin, 19 * DAY, otherName)
  const novelId = await classIn(admin, 15 * DAY, `Novel ${unique}`, '1495.00')
  const close = async () => {
    for (const one of [id, otherId, novelId])
      await admin.patch(`/api/admin/bootcamps/${one}/archive`)
    await context.close()
  }
  return { id, name: unique, otherId, otherName, admin, close }
}

const inDays = (days: number) => new Date(Date.now() + days * DAY * MINUTE_MS).toISOString()

async function changeByApi({ admin, id, otherId }: TwoDates, dates: object) {
  const changed = await admin.post(`/api/admin/bootcamps/${id}/class-change`, {
    data: {
      alternativeIds: [otherId],
      words: 'Our teacher is ill. We are sorry.',
      chooseBy: inDays(3),
      offersCredit: true,
      ...dates,
    },
  })
  expect(changed.status(), await changed.text()).toBe(200)
}

const cancelByApi = (house: TwoDates) =>
  changeByApi(house, { kind: 'cancel', startDate: null, endDate: null })

const moveByApi = (house: TwoDates) =>
  changeByApi(house, { kind: 'move', startDate: inDays(14), endDate: inDays(14.1) })

/** Nobody can choose any more, and the clock's job carries it out. */
function passChooseBy({ id }: TwoDates) {
  sql(
    `UPDATE class_changes SET announced_at = now() - interval '2 days', choose_by = now() - interval '1 second'
     WHERE bootcamp_id = ${id}`,
  )
  comeRound('classChanges')
}

interface Board {
  state: string
  counts: { people: number; chosen: number; silent: number; done: number; failed: number }
  sums: { refunded: string }
  rows: { choice: string | null; by: string | null; failure: string }[]
}

const boardOf = async ({ admin, id }: TwoDates) =>
  (await (await admin.get(`/api/admin/bootcamps/${id}/class-change`)).json()) as Board

const choiceLink = (
  request: APIRequestContext,
  email: string,
  name: string,
  what: 'Canceled' | 'New date' = 'Canceled',
) => linkInEmail(request, { to: email, about: `${what}: ${name}`, holding: '/class-choice/' })

test.describe('on a phone', () => {
  const { viewport, hasTouch, isMobile, userAgent } = devices['Pixel 7']
  test.use({ viewport, hasTouch, isMobile, userAgent })

  test('an operator cancels a class, and sees before whom it touches and what it costs', async ({
    page,
    browser,
  }) => {
    const house = await twoDates(browser, 'Canceled class')
    const guest = await browser.newContext()
    const { email } = await buyByApi(guest.request, house.id)
    await buyByApi((await browser.newContext()).request, house.id)
    await enterAs(page, ADMIN)
    await page.goto(`/admin/bootcamps/${house.id}`)
    await page.getByRole('button', { name: 'More actions' }).tap()
    await page.getByRole('menuitem', { name: 'Cancel class…' }).tap()
    const dialog = page.getByRole('dialog', { name: 'Cancel class' })
    await expect(dialog.getByText('Step 1 of 3: What happens')).toBeVisible()
    await lookedInProof(page, 'desk-class-change-what')
    await dialog.getByRole('button', { name: 'Next' }).tap()
    const ours = dialog.getByRole('checkbox', { name: new RegExp(`^${house.otherName}`) })
    await expect(ours).toBeChecked()
    const novel = dialog.getByRole('checkbox', { name: `Novel ${house.name}` })
    await expect(novel).toHaveCount(0)
    await dialog.getByText(/^Other courses/).tap()
    await expect(novel).not.toBeChecked()
    await expect(novel).toHaveAccessibleDescription(/\$1,495\.00, \$500\.00 more$/)
    // Dates of other journeys may be gone in the next moment.
    const dates = dialog.getByRole('group', { name: 'Other dates you offer' })
    for (const date of await dates.getByRole('checkbox').all()) await date.uncheck()
    await ours.check()
    await dialog.getByLabel('Your message').fill('Our teacher is ill. We are sorry.')
    await looked(page, 'desk-class-change-offer')
    await dialog.getByRole('button', { name: 'Next' }).tap()
    const act = dialog.getByRole('button', { name: 'Cancel the class and email 2 people' })
    await expect(act).toBeEnabled()
    await expect(dialog.getByText(/up to \$1,990\.00 is refunded/)).toBeVisible()
    const email1 = dialog.getByRole('region', { name: "The email as they'll read it" })
    await expect(email1).toContainText('Our teacher is ill.')
    await looked(page, 'desk-class-change-check')
    await act.tap()
    await expect(page).toHaveURL(`/admin/bootcamps/${house.id}/change`)
    await expect(page.getByText('Students are choosing', { exact: true })).toBeVisible()
    await expect(page.getByText('No answer yet')).toHaveCount(2)
    await looked(page, 'desk-class-change-board')

    // The student's email is on its way, and the class is no longer for sale.
    await choiceLink(page.request, email, house.name)
    const refused = await guest.request.post('/api/create-payment-intent', {
      data: {
        bootcampIds: [house.id],
        bundleId: null,
        email: newAccount().email,
        fullName: 'Too Late',
      },
    })
    expect(refused.status()).toBeGreaterThanOrEqual(400)

    await page
      .getByRole('button', { name: /^Choose for/ })
      .first()
      .tap()
    const forOne = page.getByRole('dialog', { name: /^Choose for/ })
    await forOne.getByRole('radio', { name: /^Refund/ }).tap()
    await looked(page, 'desk-class-change-choose')
    await forOne.getByRole('button', { name: 'Choose this' }).tap()
    await expect(page.getByText('Chosen by the desk')).toBeVisible()
    await guest.close()
    await house.close()
  })

  test('a guest takes another date from the email in two taps, and may change it', async ({
    page,
    browser,
  }) => {
    const house = await twoDates(browser, 'Fallen class')
    const { email } = await buyByApi(page.request, house.id)
    await cancelByApi(house)
    await page.setContent(
      await pageOfEmail(page.request, { to: email, about: `Canceled: ${house.name}` }),
    )
    await lookedInProof(page, 'class-choice-mail')
    await page.getByRole('link', { name: 'Choose what happens' }).tap()
    await expect(heading(page, `${house.name} is canceled`)).toBeVisible()
    await expect(page.getByText(/If you don't choose, we'll refund \$995\.00/)).toBeVisible()
    await expect(page.getByRole('radio', { name: /Novel/ })).toHaveCount(0)
    await looked(page, 'class-choice')

    await page.getByRole('radio', { name: house.otherName }).tap()
    await page.getByRole('button', { name: /^Move my seat to/ }).tap()
    await expect(heading(page, 'Your seat has moved', 2)).toBeVisible()
    await lookedInProof(page, 'class-choice-moved')
    expect((await boardOf(house)).counts).toMatchObject({ people: 1, chosen: 1, silent: 0 })

    await page.reload()
    await expect(heading(page, 'Your seat has moved', 2)).toBeVisible()
    await page.getByRole('button', { name: 'Change my choice' }).tap()
    await page.getByRole('radio', { name: /credit$/ }).tap()
    await lookedInProof(page, 'class-choice-changing')
    await page.getByRole('button', { name: /^Take the \$1,094\.50 credit/ }).tap()
    await expect(heading(page, "You've chosen a $1,094.50 credit", 2)).toBeVisible()
    await house.close()
  })

  test(
    'a class moves: whoever says nothing keeps the seat, and another takes the refund',
    proof,
    async ({ page, browser }) => {
      test.setTimeout(6 * MINUTE_MS)
      const house = await twoDates(browser, 'Moved class')
      const [silent, leaving] = [
        await buyByApi((await browser.newContext()).request, house.id),
        await buyByApi(page.request, house.id),
      ]
      await moveByApi(house)
      await page.goto(await choiceLink(page.request, leaving.email, house.name, 'New date'))
      await expect(heading(page, `${house.name} has moved`)).toBeVisible()
      await expect(page.getByText(/If you don't choose, you keep your seat/)).toBeVisible()
      await lookedInProof(page, 'class-choice-new-date')
      await page.getByRole('radio', { name: /^Refund \$995\.00$/ }).tap()
      await page.getByRole('button', { name: 'Refund $995.00' }).tap()
      await expect(heading(page, "We'll refund $995.00", 2)).toBeVisible()

      await enterAs(page, ADMIN)
      await page.goto(`/admin/bootcamps/${house.id}`)
      await expect(page.getByText('This class has moved.')).toBeVisible()
      await page.getByRole('link', { name: 'See who chose what' }).tap()
      await expect(page.getByText('No answer yet')).toHaveCount(1)
      await lookedInProof(page, 'desk-class-moved-board')
      await page
        .getByRole('button', { name: /^Choose for/ })
        .first()
        .tap()
      await expect(page.getByRole('dialog', { name: /^Choose for/ })).toBeVisible()
      await lookedInProof(page, 'desk-class-moved-choose')

      passChooseBy(house)
      await expect.poll(async () => (await boardOf(house)).state, CARRIED_OUT).toBe('done')
      const { counts, sums, rows } = await boardOf(house)
      expect(counts).toMatchObject({ people: 2, done: 2, failed: 0 })
      expect(sums.refunded).toBe('995.00')
      expect(rows.map(({ choice, by }) => `${choice} by ${by}`).sort()).toEqual([
        'keep by silence',
        'refund by student',
      ])
      // The seat that was kept is theirs on the new date, and the other one is for sale again.
      await page.goto(await choiceLink(page.request, silent.email, house.name, 'New date'))
      await expect(heading(page, "You're keeping your seat", 2)).toBeVisible()
      await lookedInProof(page, 'class-choice-kept')
      await buyByApi((await browser.newContext()).request, house.id)
      await house.close()
    },
  )
})

test('whoever says nothing is refunded once the time is up, and the page says so', async ({
  page,
  browser,
}) => {
  test.setTimeout(6 * MINUTE_MS)
  const house = await twoDates(browser, 'Silent class')
  const { email } = await buyByApi(page.request, house.id)
  await cancelByApi(house)
  const link = await choiceLink(page.request, email, house.name)
  const join = await linkInEmail(page.request, {
    to: email,
    about: 'Confirmed:',
    holding: '/join/',
  })
  await page.goto(join)
  await expect(page.getByText('This class is canceled.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Join' })).toHaveCount(0)
  await looked(page, 'join-canceled')
  await page.getByRole('link', { name: 'See your choices' }).click()
  await expect(heading(page, `${house.name} is canceled`)).toBeVisible()

  passChooseBy(house)
  await expect.poll(async () => (await boardOf(house)).state, CARRIED_OUT).toBe('done')
  const { counts, sums, rows } = await boardOf(house)
  expect(counts).toMatchObject({ people: 1, done: 1, failed: 0 })
  expect(sums.refunded).toBe('995.00')
  expect(rows).toMatchObject([{ choice: 'refund', by: 'silence', failure: '' }])
  await page.goto(link)
  await expect(heading(page, /^We've refunded/, 2)).toBeVisible()
  await expect(page.getByText(/we hadn't heard from you/)).toBeVisible()
  await lookedInProof(page, 'class-choice-refunded')
  await pageOfEmail(page.request, { to: email, about: 'refund' })

  await enterAs(page, ADMIN)
  await page.goto(`/admin/bootcamps/${house.id}/change`)
  await expect(page.getByText('Carried out').first()).toBeVisible()
  await lookedInProof(page, 'desk-class-change-done')
  await house.close()
})

test('the buyer of a bundle chooses for the member that falls out, or gives everything back', async ({
  page,
  browser,
}) => {
  const house = await twoDates(browser, 'Bundled class')
  const member = await classIn(house.admin, 26 * DAY, `${house.name} Second`)
  const made = await house.admin.post('/api/admin/bundles', {
    data: {
      name: `${house.name} Bundle`,
      description: 'Made by a journey.',
      price: '1500.00',
      bootcampIds: [house.id, member],
    },
  })
  expect(made.status(), await made.text()).toBe(200)
  const { id: bundleId } = (await made.json()) as { id: string }
  const email = await fillCheckout(page, `bundle=${bundleId}&dates=${house.id},${member}`)
  await payWith(page)
  await expectBought(page)
  await cancelByApi(house)
  await page.goto(await choiceLink(page.request, email, house.name))
  await expect(page.getByRole('radio', { name: /^Refund \$750\.00$/ })).toBeEnabled()
  const everything = page.getByRole('radio', { name: /^Refund everything: \$1,500\.00$/ })
  await expect(everything).toBeEnabled()
  await looked(page, 'class-choice-bundle')
  await everything.click()
  await page.getByRole('button', { name: 'Refund $1,500.00' }).click()
  await expect(heading(page, "We'll refund $1,500.00", 2)).toBeVisible()
  expect((await boardOf(house)).rows).toMatchObject([{ choice: 'refund_all', by: 'student' }])
  await house.admin.patch(`/api/admin/bundles/${bundleId}`, { data: { isActive: false } })
  await house.admin.patch(`/api/admin/bootcamps/${member}/archive`)
  await house.close()
})
