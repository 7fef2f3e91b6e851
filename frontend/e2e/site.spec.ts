/** The legal pages and the contact form, on the running product. */
import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessible'
import { looked } from './support/looked'
import { inItsFaces, picture, screens } from './support/screens'
import { pretendSignedIn } from './support/session'
import { expect, test } from './support/test'
import { proof } from './support/tiers'

const legalPages = [
  { path: '/privacy-policy', heading: 'Privacy Policy', section: 'How long we keep it' },
  { path: '/terms-of-service', heading: 'Terms of Service', section: 'Refunds' },
] as const

const message = {
  name: 'Grace Hopper',
  subject: 'Before I buy',
  message: 'Will the first session be recorded?\nI may have to leave early.',
}

/** Stays below three messages an hour: each run writes from an address of its own. */
const ownAddress = () => `grace.${Date.now()}@example.test`

async function fill(page: Page, email: string) {
  await page.getByLabel('Name').fill(message.name)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Subject').fill(message.subject)
  await page.getByLabel('Message').fill(message.message)
}

const sendButton = (page: Page) => page.getByRole('button', { name: 'Send Message' })
const toastOf = (page: Page) => page.getByRole('region', { name: /Notifications/ })

for (const { path, heading, section } of legalPages) {
  test.describe(heading, () => {
    test('is accessible in every face, top and middle', proof, async ({ page }) => {
      test.slow()
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      await screens(page, `site-${path.slice(1)}`)
      await page.mouse.wheel(0, 2000)
      await expect(page.getByRole('button', { name: 'Back to top' })).toBeVisible()
      await looked(page, `site-${path.slice(1)}-middle`)
    })

    test(
      'leads from the contents to a section, and from there back to the top',
      proof,
      async ({ page }) => {
        await page.goto(path)
        const target = page.getByRole('heading', { level: 2, name: section })
        const backToTop = page.getByRole('button', { name: 'Back to top' })
        await expect(target).not.toBeInViewport()
        await expect(backToTop).toBeHidden()
        await page
          .getByRole('navigation', { name: 'On this page' })
          .getByRole('link', { name: section })
          .click()
        await expect(target).toBeInViewport()
        const headerBottom = await page.locator('header').evaluate((header) => header.clientHeight)
        await expect
          .poll(() => target.evaluate((element) => element.getBoundingClientRect().top))
          .toBeGreaterThanOrEqual(headerBottom)
        expect(new URL(page.url()).hash).toMatch(/^#[a-z-]+$/)

        await backToTop.press('Enter')
        await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
        await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
        await expect(backToTop).toBeHidden()
      },
    )

    test('leads a visitor back to the main site', proof, async ({ page }) => {
      await page.goto(path)
      await expect(page.getByRole('link', { name: 'Logout' })).toHaveCount(0)
      await page.getByRole('link', { name: 'Back to the main site' }).click()
      await expect(page).toHaveURL('/')
    })

    test('leads someone signed in to home, and lets them log out', proof, async ({ page }) => {
      await pretendSignedIn(page)
      await page.route('**/api/logout', (route) => route.fulfill({ status: 204 }))
      await page.goto(path)
      const leaving = page.waitForRequest('**/api/logout')
      await page.getByRole('link', { name: 'Logout' }).click()
      expect((await leaving).isNavigationRequest()).toBe(true)
      await screens(page, `site-${path.slice(1)}-signed-in`)
      await page.getByRole('link', { name: 'Back to home' }).click()
      await expect(page).toHaveURL('/home')
    })

    test('is only dark text on white when printed from the dark theme', proof, async ({ page }) => {
      await page.emulateMedia({ colorScheme: 'dark' })
      await page.goto(path)
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
      await page.mouse.wheel(0, 2000)
      await expect(page.getByRole('button', { name: 'Back to top' })).toBeVisible()
      await page.emulateMedia({ media: 'print' })
      for (const hidden of [
        page.locator('header'),
        page.locator('footer'),
        page.getByRole('navigation', { name: 'On this page' }),
        page.getByRole('link', { name: 'Back to the main site' }),
        page.getByRole('button', { name: 'Back to top' }),
      ]) {
        await expect(hidden).toBeHidden()
      }
      const lightest = await page.locator('main').evaluate((main) => {
        const canvas = document.createElement('canvas').getContext('2d')
        if (!canvas) throw new Error('No canvas')
        const brightness = (element: Element) => {
          canvas.fillStyle = getComputedStyle(element).color
          canvas.fillRect(0, 0, 1, 1)
          return Math.max(...canvas.getImageData(0, 0, 1, 1).data.slice(0, 3))
        }
        const texts = [...main.querySelectorAll('h1, h2, h3, p, li, th, td, a, strong, time')]
        return Math.max(...texts.filter((text) => text.checkVisibility()).map(brightness))
      })
      expect(lightest).toBeLessThan(0x40)
    })

    test(
      'can be read, and left again, with JavaScript off',
      proof,
      async ({ browser, baseURL }) => {
        const context = await browser.newContext({
          javaScriptEnabled: false,
          ...(baseURL ? { baseURL } : {}),
        })
        const page = await context.newPage()
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
        await page
          .getByRole('navigation', { name: 'On this page' })
          .getByRole('link', { name: section })
          .click()
        await expect(page.getByRole('heading', { level: 2, name: section })).toBeInViewport()
        await page.getByRole('link', { name: 'Back to the main site' }).click()
        await expect(page).toHaveURL('/')
        await context.close()
      },
    )
  })
}

test('the privacy policy was last updated today', proof, async ({ page }) => {
  await page.clock.setFixedTime(new Date('2027-02-03T12:00:00'))
  await page.goto('/privacy-policy')
  await expect(page.getByText('Last updated: February 3, 2027')).toBeVisible()
})

test('the legal pages and the contact form lead to each other', proof, async ({ page }) => {
  await page.goto('/privacy-policy')
  // Before that a click loads the next page whole, and the focus is the browser's business.
  await expect(page.locator('#root[data-ready]')).toBeAttached()
  await page.getByRole('main').getByRole('link', { name: 'terms' }).click()
  await expect(page).toHaveURL('/terms-of-service#age')
  await expect(page.getByRole('heading', { name: 'Minimum age' })).toBeInViewport()
  await page.getByRole('main').getByRole('link', { name: 'privacy policy' }).click()
  await expect(page).toHaveURL('/privacy-policy')
  // The address is there before the page: until then the other one's links are.
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy Policy' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'contact page' }).click()
  await expect(page).toHaveURL('/contact')
  await expect(page.getByRole('heading', { level: 1, name: 'Contact' })).toBeFocused()
})

test('a message reaches the operator, who can simply reply', async ({ page, request }) => {
  test.slow()
  const email = ownAddress()
  await page.goto('/contact')
  await fill(page, email)
  await expect(page.getByText('62/2000 characters')).toBeVisible()
  await sendButton(page).click()
  await expect(toastOf(page)).toContainText('Message Sent Successfully!')
  await expect(toastOf(page)).toContainText("We'll get back to you within 24 hours.")
  for (const label of ['Name', 'Email', 'Subject', 'Message']) {
    await expect(page.getByLabel(label)).toHaveValue('')
  }
  await inItsFaces(page, 'site-contact-toast', async () => {
    // Under the mouse a toast stays.
    await toastOf(page).getByRole('listitem').hover()
    await expectAccessible(page)
  })
  await looked(page, 'site-contact-sent')

  const inbox = process.env.INBOX_URL
  if (!inbox) throw new Error('INBOX_URL must name the inbox that the product mails to')
  interface Mail {
    to: string[]
    subject: string
    text: string
    headers: Record<string, string>
  }
  const fromGrace = async () => {
    const mails = (await (await request.get(`${inbox}/messages`)).json()) as Mail[]
    return mails.filter(({ headers }) => headers['Reply-To'] === email)
  }
  await expect.poll(fromGrace).toHaveLength(1)
  const [mail] = await fromGrace()
  expect(mail?.subject).toContain(message.subject)
  expect(mail?.text).toContain(message.message)
})

test('what cannot be sent is marked, and the keyboard is taken there', proof, async ({ page }) => {
  test.slow()
  let asked = 0
  await page.route('**/api/contact', (route) => {
    asked += 1
    return route.fulfill({ status: 500 })
  })
  await page.goto('/contact')
  await sendButton(page).click()
  await expect(page.getByLabel('Name')).toBeFocused()
  await expect(page.getByText('Required', { exact: true })).toHaveCount(4)
  await page.getByLabel('Name').fill(message.name)
  await page.getByLabel('Email').fill('grace@example')
  await page.getByLabel('Subject').fill(message.subject)
  await page.getByLabel('Message').fill('Too short')
  await page.getByLabel('Subject').press('Enter')
  await expect(page.getByLabel('Email')).toBeFocused()
  await expect(page.getByText('Invalid email')).toBeVisible()
  await expect(page.getByText('String must contain at least 10 character(s)')).toBeVisible()
  expect(asked).toBe(0)
  await looked(page, 'site-contact-errors')
})

test.describe('a failure', () => {
  test.use({ allowedComplaints: ['the server responded with a status of', 'net::ERR_FAILED'] })

  test('says what the server said and keeps what was typed', proof, async ({ page }) => {
    test.slow()
    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/api/contact', async (route) => {
      await answered
      await route.fulfill({
        status: 429,
        json: { message: 'Too many requests. Please wait a moment and try again.', fields: {} },
      })
    })
    await page.goto('/contact')
    await fill(page, 'grace@example.test')
    await sendButton(page).click()
    await expect(page.getByRole('button', { name: 'Sending...' })).toBeDisabled()
    await expect(page.getByLabel('Message')).toBeDisabled()
    await screens(page, 'site-contact-sending')
    answer()
    await expect(toastOf(page)).toContainText('Failed to Send Message')
    await expect(toastOf(page)).toContainText('Too many requests. Please wait a moment')
    await expect(page.getByLabel('Message')).toHaveValue(message.message)
    await expect(sendButton(page)).toBeFocused()
    await page.setViewportSize({ width: 390, height: 844 })
    await picture(page, 'site-contact-failed-phone')
    await expectAccessible(page)
  })

  test('of the network is told in our own words', proof, async ({ page }) => {
    await page.route('**/api/contact', (route) => route.abort('failed'))
    await page.goto('/contact')
    await fill(page, 'grace@example.test')
    await sendButton(page).click()
    await expect(toastOf(page)).toContainText(
      'There was an error sending your message. Please try again.',
    )
    await expect(page.getByLabel('Subject')).toHaveValue(message.subject)
  })
})

test('the form knows who is signed in and what the visit is about', proof, async ({ page }) => {
  await pretendSignedIn(page)
  await page.goto('/contact?subject=Bundle%20pricing')
  await expect(page.getByLabel('Name')).toHaveValue('Ada Lovelace')
  await expect(page.getByLabel('Email')).toHaveValue('ada@example.test')
  await expect(page.getByLabel('Subject')).toHaveValue('Bundle pricing')
})

test(
  'what is typed before the script arrives is kept and never sent by address',
  proof,
  async ({ page }) => {
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/assets/*.js', async (route) => {
      await released
      await route.continue()
    })
    await page.goto('/contact?subject=Bundle%20pricing', { waitUntil: 'commit' })
    await page.getByLabel('Name').fill(message.name)
    await page.getByLabel('Message').fill(message.message)
    await expect(sendButton(page)).toBeDisabled()
    await page.getByLabel('Name').press('Enter')
    release()
    await expect(sendButton(page)).toBeEnabled()
    await expect(page).toHaveURL('/contact?subject=Bundle%20pricing')
    await expect(page.getByLabel('Name')).toHaveValue(message.name)
    await expect(page.getByLabel('Message')).toHaveValue(message.message)
    await expect(page.getByLabel('Subject')).toHaveValue('Bundle pricing')
    await expect(page.getByText('62/2000 characters')).toBeVisible()
  },
)

test(
  'people and their keyboards never meet the field made for programs',
  proof,
  async ({ page }) => {
    await page.goto('/contact')
    await expect(sendButton(page)).toBeEnabled()
    await page.getByLabel('Message').focus()
    await page.keyboard.press('Tab')
    await expect(sendButton(page)).toBeFocused()
    const box = await page.locator('input[name="website"]').boundingBox()
    const clip = await page
      .locator('input[name="website"]')
      .evaluate((input) => input.closest('[aria-hidden]')?.getBoundingClientRect().width)
    expect(box).not.toBeNull()
    expect(clip).toBeLessThanOrEqual(1)
  },
)

test(
  'with JavaScript off the form points to the address instead',
  proof,
  async ({ browser, baseURL }) => {
    const context = await browser.newContext({
      javaScriptEnabled: false,
      ...(baseURL ? { baseURL } : {}),
    })
    const page = await context.newPage()
    await page.goto('/contact?subject=Bundle%20pricing')
    // By its place: a search by text passes over noscript, even where it is shown.
    const hint = page.getByRole('main').locator('noscript p')
    await expect(hint).toBeVisible()
    await expect(hint).toContainText('This form needs JavaScript.')
    await expect(hint.locator('a')).toHaveAttribute('href', /^mailto:.+@/)
    await expect(sendButton(page)).toBeDisabled()
    await context.close()
  },
)
