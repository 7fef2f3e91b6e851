/** After a class, on a phone: from the email to the review on the sales page, and a low score at the desk. */
import type { APIRequestContext, Page } from '@playwright/test'
import { devices } from '@playwright/test'
import { ADMIN, enterAs, linkInEmail, pageOfEmail } from './support/accounts'
import { buyByApi } from './support/buying'
import { classIn } from './support/classes'
import { comeRound, sql } from './support/database'
import { looked, lookedInProof } from './support/looked'
import { expect, test } from './support/test'
import { proof } from './support/tiers'

const DAY = 24 * 60

const { viewport, hasTouch, isMobile, userAgent } = devices['Pixel 7']
test.use({ viewport, hasTouch, isMobile, userAgent })

const heading = (page: Page, name: string | RegExp, level = 1) =>
  page.getByRole('heading', { level, name })

/** The class was this morning, and everybody with a seat attended: they are asked. */
function holdClass(id: number) {
  sql(`UPDATE bootcamps SET starts_at = now() - interval '6 hours', ends_at = now() - interval '3 hours'
       WHERE id = ${id}`)
  sql(`UPDATE enrollments SET attended_at = now() - interval '5 hours' WHERE bootcamp_id = ${id}`)
  sql(`INSERT INTO presence_spans (enrollment_id, stay, joined_at)
       SELECT id, 'stay', now() - interval '5 hours' FROM enrollments WHERE bootcamp_id = ${id}`)
  comeRound('feedback')
}

async function askedLink(request: APIRequestContext, email: string): Promise<string> {
  const written = `SELECT count(*) FROM communication_logs
    WHERE category = 'FEEDBACK' AND recipient = '${email}' AND status = 'SENT'`
  await expect.poll(() => sql(written)).toBe('1')
  return linkInEmail(request, { to: email, about: 'How was it?', holding: '/feedback/' })
}

interface Reviews {
  average: string
  answers: number
}

test(
  'feedback goes from the email to the sales page, once, and a low score to the desk',
  proof,
  async ({ page, browser }) => {
    const desk = await browser.newContext()
    const name = `Reviewed class ${Date.now().toString(36)}`
    const id = await classIn(desk.request, 2 * DAY, name)
    const buyers = []
    for (let count = 0; count < 2; count += 1) {
      const guest = await browser.newContext()
      buyers.push((await buyByApi(guest.request, id)).email)
      await guest.close()
    }
    const [happy = '', sad = ''] = buyers
    holdClass(id)
    const link = await askedLink(page.request, happy)

    await test.step('the email has a scale whose links only fill in the score', async () => {
      await page.setContent(await pageOfEmail(page.request, { to: happy, about: 'How was it?' }))
      await expect(page.getByRole('link', { name: '10', exact: true })).toHaveAttribute(
        'href',
        `${link}?score=10`,
      )
      await expect(page.getByRole('link', { name: 'Unsubscribe' })).toBeVisible()
      await lookedInProof(page, 'feedback-mail')
    })

    await test.step('the page takes one answer', async () => {
      await page.goto(`${link}?score=9`)
      await expect(heading(page, `How was ${name}?`)).toBeVisible()
      await expect(page.getByRole('radio', { name: '9', exact: true })).toBeChecked()
      await page
        .getByRole('textbox', { name: 'What should we know?' })
        .fill('I built it on day one.')
      await page.getByRole('checkbox', { name: 'You may show this with my first name' }).tap()
      await looked(page, 'feedback')
      // Nothing was sent by opening the link, nor by leaving in the middle: it is all still here.
      await page.reload()
      await expect(page.getByRole('textbox', { name: 'What should we know?' })).toHaveValue(
        'I built it on day one.',
      )
      await page.getByRole('button', { name: 'Send feedback' }).tap()
      await expect(heading(page, 'Thank you', 2)).toBeVisible()
      await lookedInProof(page, 'feedback-given')
      await page.goto(`${link}?score=0`)
      await expect(heading(page, 'You gave your feedback', 2)).toBeVisible()
      await expect(page.getByText('9 out of 10')).toBeVisible()
      await expect(page.getByRole('radiogroup')).toHaveCount(0)
    })

    await test.step('the sales page shows it, without any script', async () => {
      const plain = await browser.newContext({ javaScriptEnabled: false, viewport })
      const visitor = await plain.newPage()
      await expect
        .poll(async () => {
          await visitor.goto('/')
          return visitor.getByText('I built it on day one.').count()
        })
        .toBe(1)
      const { average } = (await (await page.request.get('/api/reviews')).json()) as Reviews
      await expect(heading(visitor, `Rated ${average} out of 10`, 2)).toBeVisible()
      await expect(
        visitor.getByText(new RegExp(`${name}, attended [A-Z][a-z]{2} \\d`)),
      ).toBeVisible()
      await plain.close()
      await page.goto('/')
      await page.getByText('I built it on day one.').scrollIntoViewIfNeeded()
      await looked(page, 'landing-reviews')
    })

    await test.step('a low score is a task at the desk', async () => {
      const other = await browser.newContext()
      const low = await askedLink(other.request, sad)
      const token = new URL(low).pathname.split('/').at(-1)
      const said = await other.request.post('/api/feedback', {
        data: { token, score: 3, words: 'Too fast for me.', mayShow: false },
      })
      expect(said.status(), await said.text()).toBe(200)
      await other.close()
      await enterAs(page, ADMIN)
      await page.goto('/admin')
      await page.getByRole('link', { name: 'Open feedback' }).tap()
      await expect(page).toHaveURL(/\/admin\/feedback\?view=needs_reply/)
      await expect(page.getByText('Too fast for me.')).toBeVisible()
      await looked(page, 'desk-feedback')
      await page.getByRole('button', { name: 'Reply to Quick Buyer' }).first().tap()
      await expect(page.getByRole('dialog', { name: 'Email Quick Buyer' })).toBeVisible()
      await page.goto('/admin/feedback?view=needs_reply')
      await page
        .getByRole('button', { name: /^Mark the feedback by Quick Buyer as done/ })
        .first()
        .tap()
      await expect(page.getByText('Too fast for me.')).toHaveCount(0)
    })

    await test.step('hiding takes a listed reason, and everyone sees that one is hidden', async () => {
      await page.goto(`/admin/feedback?bootcampId=${id}`)
      await page.getByRole('button', { name: 'Hide the review by Quick Buyer' }).tap()
      const dialog = page.getByRole('dialog', { name: 'Hide this review?' })
      await dialog.getByRole('radio', { name: 'Off topic' }).tap()
      await looked(page, 'desk-feedback-hide')
      await dialog.getByRole('button', { name: 'Hide review' }).tap()
      await expect(page.getByText(/Hidden by .*: off topic/)).toBeVisible()
      const told = await (await page.request.get('/api/reviews')).json()
      expect(told).toMatchObject({ hidden: [{ because: 'off_topic', count: 1 }] })
      await page.getByRole('button', { name: 'Show the review by Quick Buyer again' }).tap()
      await expect(page.getByText('Shown on the site', { exact: true })).toBeVisible()
    })
    await desk.request.patch(`/api/admin/bootcamps/${id}/archive`)
    await desk.close()
  },
)
