/** Before a class, on a phone: asked after paying, the link tested from the reminder, answers changed. */
import type { Browser, Page } from '@playwright/test'
import { devices } from '@playwright/test'
import { ADMIN, enterAs, openAccount, pageOfEmail } from './support/accounts'
import { buyByApi, expectBought, fillCheckout, payWith } from './support/buying'
import { classIn } from './support/classes'
import { comeRound, sql } from './support/database'
import { looked, lookedInProof } from './support/looked'
import { expect, test } from './support/test'
import { proof } from './support/tiers'

const DAY = 24 * 60
const { viewport, hasTouch, isMobile, userAgent } = devices['Pixel 7']
test.use({ viewport, hasTouch, isMobile, userAgent, timezoneId: 'Europe/Paris' })
// An answer after the start is refused, and browsers complain about that.
test.use({ allowedComplaints: ['the server responded with a status of 409'] })

/** Tomorrow is the class; whoever has a seat bought it long ago, and is reminded. */
function becomeTheDayBefore(bootcampId: number) {
  sql(`
    UPDATE purchases SET completed_at = now() - interval '9 days' WHERE bootcamp_id = ${bootcampId};
    UPDATE bootcamps SET starts_at = date_trunc('hour', now()) + interval '24 hours',
      ends_at = date_trunc('hour', now()) + interval '27 hours' WHERE id = ${bootcampId};
  `)
  comeRound('reminders')
}

const IDEA = 'What do you want to build?'
const TRIED = 'What have you tried so far?'
const CODES = 'Have you written code before?'

async function askingClass(browser: Browser, name: string) {
  const context = await browser.newContext()
  const unique = `${name} ${Date.now().toString(36)}`
  const id = await classIn(context.request, 12 * DAY, unique)
  const asked = await context.request.put(`/api/admin/bootcamps/${id}/questions`, {
    data: {
      questions: [
        { words: IDEA, kind: 'line' },
        { words: TRIED, kind: 'text' },
        { words: CODES, kind: 'yes_no' },
      ],
    },
  })
  expect(asked.status(), await asked.text()).toBe(200)
  const close = async () => {
    await context.request.patch(`/api/admin/bootcamps/${id}/archive`)
    await context.close()
  }
  return { id, name: unique, close }
}

const box = (page: Page, name: string) => page.getByRole('textbox', { name })

async function save(page: Page) {
  await page.getByRole('button', { name: 'Save answers' }).tap()
  await expect(page.getByText('Answers saved')).toBeVisible()
}

test(
  'a guest answers after paying, tests the link from the reminder and changes an answer',
  proof,
  async ({ page, browser }) => {
    const house = await askingClass(browser, 'Asking class')
    const email = await fillCheckout(page, `bootcamp=${house.id}`)
    await payWith(page)
    await expectBought(page)
    await box(page, IDEA).fill('A shop for seeds')
    await looked(page, 'before-class-confirmation')
    await save(page)

    const confirmed = { to: email, about: `Confirmed: ${house.name}` }
    await page.setContent(await pageOfEmail(page.request, confirmed))
    await expect(page.getByText('Your instructor has a few questions for you')).toBeVisible()
    await lookedInProof(page, 'before-class-email-confirmed')

    becomeTheDayBefore(house.id)
    const reminder = { to: email, about: `Tomorrow: ${house.name}` }
    await page.setContent(await pageOfEmail(page.request, reminder))
    await lookedInProof(page, 'before-class-email-reminder')
    await page.getByRole('link', { name: 'Test your link' }).click()
    await expect(page.getByRole('heading', { level: 1, name: house.name })).toBeVisible()
    await expect(
      page.getByText(/^You can join .+ from .+ M[DS]T \(.+ your time\)\.$/),
    ).toBeVisible()
    // Looking was no test.
    await expect(page.getByText('Your link works.')).toHaveCount(0)
    await looked(page, 'before-class-link')
    await page.getByRole('button', { name: 'Test your link' }).tap()
    await expect(page.getByText('Your link works.')).toBeVisible()

    await expect(box(page, IDEA)).toHaveValue('A shop for seeds')
    await box(page, TRIED).fill('A page with a form.\nNobody came.')
    await page.getByRole('radio', { name: 'No' }).tap()
    await save(page)
    await page.reload()
    await expect(page.getByText('Your link works.')).toBeVisible()
    await expect(box(page, TRIED)).toHaveValue('A page with a form.\nNobody came.')
    await expect(page.getByRole('radio', { name: 'No' })).toBeChecked()
    await box(page, IDEA).fill('A shop for bulbs')
    await save(page)
    await lookedInProof(page, 'before-class-answered')
    await page.reload()
    await expect(box(page, IDEA)).toHaveValue('A shop for bulbs')

    // At the desk, on the class's own page.
    const desk = await (await browser.newContext()).newPage()
    await enterAs(desk, ADMIN)
    await desk.goto(`/admin/bootcamps/${house.id}`)
    const before = desk.getByRole('region', { name: 'Before class' })
    await expect(before.getByText('1 of 1 tested their link · 1 of 1 answered')).toBeVisible()
    await expect(before.getByText('A shop for bulbs')).toBeVisible()
    await looked(desk, 'before-class-people')
    await desk.context().close()

    // The class begins while an answer is being written: refused in words, and nothing typed is lost.
    await box(page, IDEA).fill('A shop for trees')
    sql(`UPDATE bootcamps SET starts_at = now() - interval '1 minute' WHERE id = ${house.id}`)
    await page.getByRole('button', { name: 'Save answers' }).tap()
    await expect(page.getByText(/^The class has started, so your answers can't/)).toBeVisible()
    await expect(box(page, IDEA)).toHaveValue('A shop for trees')
    await page.reload()
    await expect(page.getByText('A shop for bulbs')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Save answers' })).toHaveCount(0)
    await house.close()
  },
)

test('a student does the same in the portal', proof, async ({ page, browser }) => {
  const house = await askingClass(browser, 'Portal class')
  await openAccount(page)
  await buyByApi(page.request, house.id)
  await page.goto('/portal')
  await page.getByRole('button', { name: 'Test your link' }).tap()
  await expect(page.getByText('Your link works.')).toBeVisible()
  await expect(page.getByText(/^You can join /)).toBeVisible()
  await box(page, IDEA).fill('A bakery')
  await page.getByRole('radio', { name: 'Yes' }).tap()
  await save(page)
  await looked(page, 'before-class-portal')
  await page.reload()
  await expect(box(page, IDEA)).toHaveValue('A bakery')
  await expect(page.getByText('Your link works.')).toBeVisible()
  await house.close()
})

test(
  'the desk writes the questions, and asks before answers are deleted',
  proof,
  async ({ page, browser }) => {
    const house = await askingClass(browser, 'Edited class')
    const guest = await browser.newContext()
    const { email } = await buyByApi(guest.request, house.id)
    const theirs = await guest.newPage()
    await theirs.setContent(await pageOfEmail(theirs.request, { to: email, about: 'Confirmed:' }))
    await theirs.getByRole('link', { name: 'Answer them' }).click()
    await box(theirs, IDEA).fill('A library')
    await theirs.getByRole('button', { name: 'Save answers' }).click()
    await expect(theirs.getByText('Answers saved')).toBeVisible()
    await guest.close()

    await enterAs(page, ADMIN)
    await page.goto(`/admin/bootcamps/${house.id}/settings`)
    const card = page.getByRole('region', { name: 'Questions for students' })
    await expect(card.getByText('Short answer · 1 answered')).toBeVisible()
    await looked(page, 'before-class-settings')
    await card.getByRole('button', { name: 'Edit questions' }).tap()
    const dialog = page.getByRole('dialog', { name: 'Questions for students' })
    await box(page, 'Question 1').fill('What will you build?')
    await expect(dialog.getByText(/1 answer so far, given to the old words/)).toBeVisible()
    await looked(page, 'before-class-editor')
    await dialog.getByRole('button', { name: 'Remove question 1' }).tap()
    await dialog.getByRole('button', { name: 'Save questions' }).tap()
    await page.getByRole('button', { name: 'Delete answers and save' }).tap()
    await expect(dialog).toHaveCount(0)
    await expect(card.getByText(IDEA)).toHaveCount(0)
    await expect(card.getByText(TRIED)).toBeVisible()
    await house.close()
  },
)
