/** The admin's door, desk and disguise, on the running product. */
import type { Page } from '@playwright/test'
import { ADMIN, DEMO_PASSWORD, enterAs, STUDENT, signInAs } from './support/accounts'
import { looked } from './support/looked'
import { expect, test } from './support/test'
import { proof } from './support/tiers'
import { closeToasts } from './support/toasts'

const LOOKING_ONLY = "You're viewing the site as someone else. Stop impersonating to make changes."

async function expectGood(page: Page, screen: string) {
  // Four faces, each examined and pictured, take their time on a busy machine.
  test.slow()
  await looked(page, `admin-${screen}`)
}

/** A session of its own: impersonation gives it a new key, and logging out ends it. */
const signInAsAdmin = (page: Page) => signInAs(page.request, ADMIN, DEMO_PASSWORD)

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const tabs = (page: Page) => page.getByRole('navigation', { name: 'Dashboard sections' })
const banner = (page: Page) => page.getByRole('complementary', { name: 'Impersonation' })
const toasts = (page: Page) => page.getByRole('region', { name: /Notifications/ })
const stopButton = (page: Page) => page.getByRole('button', { name: 'Stop Impersonation' })

/** Starts on the Users tab and ends where the reloaded page leads. */
async function impersonateStudent(page: Page) {
  await page.goto('/admin/users')
  await page.getByRole('button', { name: 'Impersonate as Student' }).click()
  await expect(toasts(page)).toContainText('Impersonation Started')
  await expect(banner(page)).toBeVisible()
}

test.describe('the gate', () => {
  test('turns a visitor away to sign in', proof, async ({ page }) => {
    await page.route('**/api/login?*', (route) => route.fulfill({ status: 204 }))
    const signIn = page.waitForRequest('**/api/login?*')
    await page.goto('/admin')
    await expect(toasts(page)).toContainText('Unauthorized')
    await expect(toasts(page)).toContainText('You are logged out. Logging in again...')
    await signIn
  })

  test('denies a student, and shows the way home', async ({ page }) => {
    await enterAs(page, STUDENT)
    await page.goto('/admin/purchases')
    await expect(heading(page, 'Access Denied')).toBeVisible()
    await expect(
      page.getByText('Admin access required. Contact an existing admin to grant you access.'),
    ).toBeVisible()
    await expectGood(page, 'denied')
    await page.getByRole('link', { name: 'Back to Home' }).click()
    await expect(page).toHaveURL('/portal')
  })

  test('is accessible while a new site waits for its first admin', proof, async ({ page }) => {
    await enterAs(page, STUDENT)
    await page.route('**/api/admin/exists', (route) =>
      route.fulfill({ json: { adminsExist: false } }),
    )
    await page.goto('/admin')
    await expect(heading(page, 'Admin Access Setup')).toBeVisible()
    await expectGood(page, 'setup')
  })

  test(
    'sends an admin without the demanded second factor to set it up',
    proof,
    async ({ page }) => {
      await enterAs(page, ADMIN)
      await page.route('**/api/auth/user', async (route) => {
        const response = await route.fetch()
        const user = { ...(await response.json()), secondFactorRequired: true }
        await route.fulfill({ response, json: user })
      })
      await page.goto('/admin')
      await expect(page.getByText('Set up two-step verification to continue.')).toBeVisible()
      await expect(
        page.getByRole('link', { name: 'Set up two-step verification' }),
      ).toHaveAttribute('href', '/profile')
      await expectGood(page, 'second-factor')
    },
  )
})

test.describe('a refused first admin', () => {
  test.use({ allowedComplaints: ['status of 409', 'status of 403'] })

  test(
    'is asked for the setup code, and told when somebody was faster',
    proof,
    async ({ page }) => {
      await enterAs(page, STUDENT)
      let adminsExist = false
      await page.route('**/api/admin/exists', (route) => route.fulfill({ json: { adminsExist } }))
      await page.route(
        '**/api/admin/bootstrap',
        (route) =>
          route.fulfill({
            status: 403,
            json: { message: 'This account may not become the first admin.', fields: {} },
          }),
        { times: 1 },
      )
      await page.goto('/admin')
      await page.getByRole('button', { name: 'Become Admin' }).click()
      await expect(toasts(page)).toContainText('This account may not become the first admin.')
      await closeToasts(page)
      await page.getByLabel('Setup code').fill('not the one')
      await expectGood(page, 'setup-code')

      // The second try reaches the server, which has had its admin for long.
      adminsExist = true
      await page.getByRole('button', { name: 'Become Admin' }).click()
      await expect(toasts(page)).toContainText('An admin already exists.')
      await expect(heading(page, 'Access Denied')).toBeVisible()
    },
  )
})

test.describe('the dashboard', () => {
  test.beforeEach(({ page }) => enterAs(page, ADMIN))

  test('opens its six sections by keyboard, each with an address', proof, async ({ page }) => {
    await page.goto('/admin')
    await expect(heading(page, 'Admin Dashboard')).toBeVisible()
    await expect(page.getByText(ADMIN)).toBeVisible()
    await expect(page.getByRole('banner').getByText('ADMIN', { exact: true })).toBeVisible()
    await expect(tabs(page).getByRole('link')).toHaveText([
      'Overview',
      'Bootcamps',
      'Bundles',
      'Users',
      'Purchases',
      'Communications',
      'Codes',
      'Coaching',
      'Feedback',
      'Statistics',
      /^Reconciliation/,
      'Audit',
    ])
    const overview = tabs(page).getByRole('link', { name: 'Overview' })
    await expect(overview).toHaveAttribute('aria-current', 'page')

    for (const name of ['Bootcamps', 'Bundles', 'Users', 'Purchases', 'Communications']) {
      await overview.focus()
      while ((await page.locator(':focus').textContent()) !== name) await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(`/admin/${name.toLowerCase()}`)
      await expect(page.getByRole('heading', { level: 2, name })).toBeVisible()
      await expect(tabs(page).getByRole('link', { name })).toHaveAttribute('aria-current', 'page')
      await expect(heading(page, 'Admin Dashboard')).toBeFocused()
    }
    await page.goBack()
    await expect(page).toHaveURL('/admin/purchases')
  })

  test(
    'shows the open tab on a phone, where the row is wider than the screen',
    proof,
    async ({ page }) => {
      await page.setViewportSize({ width: 390, height: 844 })
      await page.goto('/admin/communications')
      await expect(tabs(page).getByRole('link', { name: 'Communications' })).toBeInViewport({
        ratio: 1,
      })
    },
  )

  for (const [path, words] of [
    ['/admin', 'Total Revenue'],
    ['/admin/bootcamps', 'Create Bootcamp'],
    ['/admin/users', 'Quick Role Impersonation'],
    ['/admin/communications', 'Message Log'],
  ] as const) {
    // For a change they are looked at where journeys pass through them.
    test(`is accessible in every face at ${path}`, proof, async ({ page }) => {
      await page.goto(path)
      await expect(page.getByText(words)).toBeVisible()
      await expectGood(page, path.split('/')[2] ?? 'overview')
    })
  }
})

test.describe('logging out', () => {
  // What the dashboard was still asking for is refused from then on.
  test.use({ allowedComplaints: ['status of 401'] })

  test('leads to the front page', proof, async ({ page }) => {
    await signInAsAdmin(page)
    await page.goto('/admin')
    await page.getByRole('link', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Your software idea')
  })
})

test.describe('impersonation', () => {
  test.use({ allowedComplaints: ['status of 403'] })

  test(
    'shows the site as the student sees it, read-only, until it is stopped',
    proof,
    async ({ page }) => {
      await signInAsAdmin(page)
      await impersonateStudent(page)
      await expect(banner(page)).toContainText('Viewing as Test Student (test.student@example.com)')
      await expect(banner(page)).toContainText('Read-only. Ends after 60 minutes.')

      // The dashboard leads to the front door, and that to where students work.
      await page.goto('/admin')
      await expect(page).toHaveURL('/portal')
      for (const path of ['/portal', '/terms-of-service', '/checkout', '/contact']) {
        await page.goto(path)
        await expect(banner(page)).toBeVisible()
      }

      await page.getByLabel('Name').fill('Test Student')
      await page.getByLabel('Email').fill('test.student@example.com')
      await page.getByLabel('Subject').fill('A change')
      await page.getByLabel('Message').fill('This must not be written down anywhere.')
      await page.getByRole('button', { name: 'Send Message' }).click()
      await expect(toasts(page)).toContainText(LOOKING_ONLY)
      await expectGood(page, 'impersonation-refused')

      await stopButton(page).click()
      await expect(toasts(page)).toContainText('Impersonation Stopped')
      await expect(toasts(page)).toContainText('Returning to admin portal...')
      await expect(page).toHaveURL('/admin')
      await expect(heading(page, 'Admin Dashboard')).toBeVisible()
      await expect(banner(page)).toBeHidden()

      await page.getByRole('link', { name: 'Audit' }).click()
      await page.getByRole('searchbox', { name: 'Search the audit log' }).fill('impersonation')
      await expect(page).toHaveURL('/admin/audit?search=impersonation')
      const entry = (action: string) =>
        page
          .getByRole('row')
          .filter({ has: page.getByRole('cell', { name: action }) })
          .first()
      await expect(entry('stopped impersonation')).toContainText('as Test Student')
      await expect(entry('started impersonation')).toContainText('Test Student')
      const admin = await entry('started impersonation').getByRole('cell').nth(1).textContent()
      expect(admin).toBeTruthy()
      await expect(entry('stopped impersonation').getByRole('cell').nth(1)).toContainText(
        admin ?? '',
      )
    },
  )

  test('keeps the banner above the page without covering its header', proof, async ({ page }) => {
    await signInAsAdmin(page)
    await impersonateStudent(page)
    await page.goto('/terms-of-service')
    await expectGood(page, 'banner')
    await page.mouse.wheel(0, 1500)
    await expect(stopButton(page)).toBeInViewport()
    const bar = await banner(page).boundingBox()
    const header = await page.getByRole('banner').boundingBox()
    expect(bar?.y).toBe(0)
    expect(header?.y).toBe(bar?.height)
  })

  test('asks for the password again when the sign-in is old', proof, async ({ page }) => {
    await signInAsAdmin(page)
    // A sign-in counts as recent for a quarter of an hour: the first refusal is played here.
    await page.route(
      '**/api/admin/impersonate/start',
      (route) => {
        const message = 'Please confirm your password to continue.'
        return route.fulfill({
          status: 403,
          json: { code: 'password_required', message, fields: { password: message } },
        })
      },
      { times: 1 },
    )
    await page.goto('/admin/users')
    await page.getByRole('button', { name: 'Impersonate as Student' }).click()
    const dialog = page.getByRole('dialog', { name: 'Confirm your password' })
    await expect(dialog.getByLabel('Password')).toBeFocused()
    await expectGood(page, 'confirm-password')
    await dialog.getByLabel('Password').fill(DEMO_PASSWORD)
    await page.keyboard.press('Enter')
    await expect(toasts(page)).toContainText("You're now viewing the site as Test Student.")
    await expect(banner(page)).toBeVisible()
  })
})

test.describe('a wrong password', () => {
  test.use({ allowedComplaints: ['status of 403', 'status of 422'] })

  test('is refused in the dialog, and canceling does nothing', proof, async ({ page }) => {
    await signInAsAdmin(page)
    await page.route('**/api/admin/impersonate/start', (route) => {
      const message = 'Please confirm your password to continue.'
      return route.fulfill({
        status: 403,
        json: { code: 'password_required', message, fields: { password: message } },
      })
    })
    await page.goto('/admin/users')
    const start = page.getByRole('button', { name: 'Impersonate as Student' })
    await start.click()
    const dialog = page.getByRole('dialog', { name: 'Confirm your password' })
    await dialog.getByLabel('Password').fill('certainly not this')
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await expect(dialog.getByText("That password isn't right.").first()).toBeVisible()
    await expect(toasts(page).getByRole('listitem')).toHaveCount(0)
    await expectGood(page, 'wrong-password')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(start).toBeFocused()
    await expect(toasts(page).getByRole('listitem')).toHaveCount(0)
  })
})

test.describe('the audit log', () => {
  test.beforeEach(({ page }) => enterAs(page, ADMIN))

  test('is accessible in every face, and says when nothing is found', proof, async ({ page }) => {
    await page.goto('/admin/audit')
    await expect(page.getByText(/^1–\d+ of/)).toBeVisible()
    await expectGood(page, 'audit')
    await page.getByRole('searchbox').fill('nothing is called like this')
    await expect(page.getByText('No entries found')).toBeVisible()
    await expectGood(page, 'audit-none')
    await page.getByRole('button', { name: 'Clear search' }).click()
    await expect(page).toHaveURL('/admin/audit')
    await expect(page.getByText(/^1–\d+ of/)).toBeVisible()
  })
})

test.describe('an audit log in trouble', () => {
  test.use({ allowedComplaints: ['status of 503'] })

  test('offers another try', proof, async ({ page }) => {
    await enterAs(page, ADMIN)
    await page.route(
      '**/api/admin/audit*',
      (route) =>
        route.fulfill({ status: 503, json: { message: 'We are briefly away.', fields: {} } }),
      { times: 1 },
    )
    await page.goto('/admin/audit')
    await expect(page.getByText('We are briefly away.')).toBeVisible()
    await expectGood(page, 'audit-error')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByText(/^1–\d+ of/)).toBeVisible()
  })
})
