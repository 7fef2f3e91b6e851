/** Getting in, getting back in, and looking after one's account, on the running product. */
import type { Browser, Page } from '@playwright/test'
import {
  expectInPortal,
  fill,
  heading,
  logIn,
  press,
  REFUSED,
  statusOf,
  toastOf,
} from './support/account-pages'
import {
  ADMIN,
  DEMO_PASSWORD,
  linkInEmail,
  newAccount,
  openAccount,
  PASSWORD,
  STUDENT,
  signInAs,
} from './support/accounts'
import { looked, lookedInProof } from './support/looked'
import { screens } from './support/screens'
import { expect, test } from './support/test'
import { proof } from './support/tiers'
import { closeToasts } from './support/toasts'

/** Another browser: nothing of this one's cookies is known there. */
async function elsewhere(browser: Browser, baseURL: string | undefined) {
  const context = await browser.newContext(baseURL ? { baseURL } : {})
  return context.newPage()
}

async function choosePassword(page: Page, password: string) {
  await fill(page, 'New password', password)
  await fill(page, 'Confirm password', password)
  await press(page, 'Save Password')
  await expect(heading(page, 'Your password is set')).toBeFocused()
}

test.use({ allowedComplaints: [REFUSED] })

test('registering leads to the portal at once, and the name is taken from then on', async ({
  page,
  browser,
  baseURL,
}) => {
  test.slow()
  const account = newAccount()
  const register = async (at: Page) => {
    await at.goto('/auth/register')
    await fill(at, 'Username', account.username)
    await fill(at, 'Email', account.email)
    await fill(at, 'Password', account.password)
    await fill(at, 'Confirm password', account.password)
    await press(at, 'Create Account')
  }
  await register(page)
  await expectInPortal(page)
  await expect(toastOf(page)).toContainText('Account Created!')

  const other = await elsewhere(browser, baseURL)
  await register(other)
  await expect(toastOf(other)).toContainText('Registration Failed')
  await expect(other.getByLabel('Username')).toBeFocused()
  await lookedInProof(other, 'account-register-refused')
  await other.context().close()

  // Signed in already, the pages for getting in lead on.
  for (const path of ['/auth/login', '/auth/register']) {
    await page.goto(path)
    await expectInPortal(page)
  }
})

test(
  'signing in takes the username or the email, and only the right password',
  proof,
  async ({ page }) => {
    test.slow()
    const account = await openAccount(page)
    await page.context().clearCookies()
    await logIn(page, account.username, 'not the password')
    await expect(toastOf(page)).toContainText('Login Failed')
    await expect(toastOf(page)).toContainText('Invalid credentials. Please try again.')
    await screens(page, 'account-login-failed')
    expect(await statusOf(page)).toBe(401)
    await looked(page, 'account-login')

    for (const name of [account.username.toUpperCase(), account.email]) {
      await logIn(page, name, account.password)
      await expect(toastOf(page)).toContainText('Login Successful!')
      await expectInPortal(page)
      await page.context().clearCookies()
    }
  },
)

test('what is missing on the forms is said beside the fields', proof, async ({ page }) => {
  test.slow()
  await page.goto('/auth/login')
  await press(page, 'Sign In')
  await expect(page.getByText('Username or email is required')).toBeVisible()
  await expect(page.getByText('Password is required')).toBeVisible()
  await looked(page, 'account-login-errors')
  await page.goto('/auth/register')
  await fill(page, 'Password', '12345')
  await press(page, 'Create Account')
  for (const message of [
    'Username must be at least 3 characters',
    'Please enter a valid email address',
    'Password must be at least 6 characters',
    "Passwords don't match",
  ]) {
    await expect(page.getByText(message)).toBeVisible()
  }
  await looked(page, 'account-register-errors')
})

test(
  'a forgotten password is replaced by mail, and every earlier sign-in ends',
  proof,
  async ({ page, browser, baseURL }) => {
    test.slow()
    const account = await openAccount(page)
    const phone = await elsewhere(browser, baseURL)
    await phone.goto('/auth/login')
    await phone.getByRole('link', { name: 'Forgot password?' }).click()
    await fill(phone, 'Email', account.email)
    await press(phone, 'Send Link')
    await expect(heading(phone, 'Check your inbox')).toBeFocused()
    await looked(phone, 'account-forgot-sent')

    const link = await linkInEmail(phone.request, { to: account.email, about: 'password' })
    await phone.goto(link)
    await expect(phone).toHaveURL('/auth/reset-password')
    const kept = await phone.evaluate(() =>
      JSON.stringify([history.state, { ...sessionStorage }, { ...localStorage }]),
    )
    expect(kept).not.toContain(link.split('#key=')[1])
    await looked(phone, 'account-reset')
    await choosePassword(phone, 'another horse entirely')
    await looked(phone, 'account-reset-done')
    expect(await statusOf(page)).toBe(401)

    await phone.getByRole('link', { name: 'Sign In', exact: true }).click()
    await fill(phone, 'Username or email', account.email)
    await fill(phone, 'Password', 'another horse entirely')
    await press(phone, 'Sign In')
    await expectInPortal(phone)

    // The same link a second time.
    await phone.goto(link)
    await fill(phone, 'New password', PASSWORD)
    await fill(phone, 'Confirm password', PASSWORD)
    await press(phone, 'Save Password')
    await expect(heading(phone, 'This link is no longer valid')).toBeFocused()
    await looked(phone, 'account-reset-used-up')
    await phone.context().close()
  },
)

test('an unknown address gets the same answer and no email', proof, async ({ page, request }) => {
  await page.goto('/auth/forgot-password')
  await fill(page, 'Email', `nobody.${Date.now()}@example.test`)
  await press(page, 'Send Link')
  await expect(
    page.getByText("If an account with this address exists, we've sent an email to it."),
  ).toBeVisible()
  const mails = (await (await request.get(`${process.env.INBOX_URL}/messages`)).json()) as {
    to: string[]
  }[]
  expect(mails.flatMap(({ to }) => to).filter((to) => to.startsWith('nobody.'))).toEqual([])
})

test(
  'an address is confirmed in the browser that registered, by a press and not before',
  proof,
  async ({ page }) => {
    test.slow()
    const account = await openAccount(page)
    await page.goto('/home')
    await expect(page.getByText('Please confirm your email address.')).toBeVisible()
    await looked(page, 'account-home-unverified')

    const link = await linkInEmail(page.request, { to: account.email, about: 'Confirm' })
    await page.goto(link)
    await expect(page.getByRole('button', { name: 'Confirm My Email' })).toBeVisible()
    await expect(page).toHaveURL('/auth/verify-email')
    const isVerified = async () =>
      ((await (await page.request.get('/api/auth/user')).json()) as { emailVerified: boolean })
        .emailVerified
    expect(await isVerified()).toBe(false)
    await looked(page, 'account-verify')
    await press(page, 'Confirm My Email')
    await expect(heading(page, 'Your email is confirmed')).toBeFocused()
    expect(await isVerified()).toBe(true)
    await looked(page, 'account-verify-done')

    await page.goto('/profile')
    await expect(page.getByText('Verified', { exact: true })).toBeVisible()
  },
)

test(
  'confirmed in another browser, whoever registered loses every way in',
  proof,
  async ({ page, browser, baseURL }) => {
    test.slow()
    const account = await openAccount(page)
    const owner = await elsewhere(browser, baseURL)
    await owner.goto(await linkInEmail(owner.request, { to: account.email, about: 'Confirm' }))
    await press(owner, 'Confirm My Email')
    await expect(owner.getByText(/signed it out everywhere/)).toBeVisible()
    await looked(owner, 'account-verify-elsewhere')
    expect(await statusOf(page)).toBe(401)
    await choosePassword(owner, 'the true owner chose this')

    await logIn(page, account.username, account.password)
    await expect(toastOf(page)).toContainText('Login Failed')
    await logIn(owner, account.email, 'the true owner chose this')
    await expectInPortal(owner)
    await owner.context().close()
  },
)

test(
  'the profile is changed, and one sign-out ends all',
  proof,
  async ({ page, browser, baseURL }) => {
    test.slow()
    const account = await openAccount(page)
    const phone = await elsewhere(browser, baseURL)
    await signInAs(phone.request, account.username, account.password)
    await page.goto('/profile')
    await expect(heading(page, 'Your details')).toBeVisible()
    await looked(page, 'account-profile-unverified')
    await fill(page, 'First name', 'Grace')
    await fill(page, 'Phone', '+1 555 010 0199')
    await page.getByRole('combobox', { name: 'Time zone' }).click()
    await page.getByRole('option', { name: 'Asia/Kolkata' }).click()
    await press(page, 'Save Changes')
    await expect(toastOf(page)).toContainText('Profile saved')
    await expect(page.getByLabel('Phone')).toHaveValue('+15550100199')
    await page.goto('/home')
    await expect(heading(page, 'Welcome back, Grace')).toBeVisible()

    // A new password ends the other sign-ins.
    await page.goto('/profile')
    await fill(page, 'Current password', account.password)
    await fill(page, 'New password', 'a changed horse')
    await fill(page, 'Confirm password', 'a changed horse')
    await press(page, 'Change Password')
    await expect(toastOf(page)).toContainText('Your password is changed.')
    expect(await statusOf(phone)).toBe(401)
    expect(await statusOf(page)).toBe(200)

    await signInAs(phone.request, account.username, 'a changed horse')
    await closeToasts(page)
    await press(page, 'Sign out everywhere')
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await looked(page, 'account-profile-sign-out-everywhere')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere' }).click()
    await expect(page).toHaveURL('/auth/login')
    await expect(toastOf(page)).toContainText("You're signed out on every device.")
    expect([await statusOf(page), await statusOf(phone)]).toEqual([401, 401])
    await phone.context().close()
  },
)

test(
  'only a person signs out: a picture on a page does not, the button does',
  proof,
  async ({ page }) => {
    test.slow()
    await signInAs(page.request, STUDENT, DEMO_PASSWORD)
    await page.goto('/auth/logout')
    await expect(heading(page, 'Log Out?')).toBeVisible()
    await page.evaluate(
      () =>
        new Promise((done) => {
          const picture = new Image()
          picture.onerror = done
          picture.src = '/api/logout'
        }),
    )
    expect(await statusOf(page)).toBe(200)
    await looked(page, 'account-logout')
    await page.getByRole('link', { name: 'Log Out' }).click()
    await expect(page).toHaveURL('/')
    expect(await statusOf(page)).toBe(401)
    await page.goto('/auth/logout')
    await expect(heading(page, "You're Logged Out")).toBeVisible()
  },
)

test(
  'a deactivated person is turned away, and told so',
  proof,
  async ({ page, browser, baseURL }) => {
    test.slow()
    const account = await openAccount(page)
    const { id } = (await (await page.request.get('/api/auth/user')).json()) as { id: number }
    const admin = await elsewhere(browser, baseURL)
    await signInAs(admin.request, ADMIN, DEMO_PASSWORD)
    const done = await admin.request.patch(`/api/admin/users/${id}/deactivate`)
    expect(done.status()).toBe(200)

    expect(await statusOf(page)).toBe(401)
    await logIn(page, account.username, account.password)
    await expect(toastOf(page)).toContainText('Login Failed')
    await expect(toastOf(page)).toContainText('This account has been deactivated.')

    await admin.goto('/home')
    await expect(admin.getByRole('main').getByRole('link', { name: 'Admin Panel' })).toBeVisible()
    await looked(admin, 'account-home-admin')
    await admin.context().close()
  },
)

test('the identity provider signs a person in and brings them back', async ({ page }) => {
  await page.goto('/auth/login?returnTo=%2Fhome')
  await page.getByRole('link', { name: /^Continue with (?!Google)/ }).click()
  const { username, email } = newAccount()
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Suggested username').fill(username)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL('/home')
  await expect(page.getByRole('heading', { level: 1, name: /Welcome back/ })).toBeVisible()
})

test('a sign-in given up at the identity provider is said in words', proof, async ({ page }) => {
  await page.goto('/auth/login')
  await page.getByRole('link', { name: 'Continue with Google' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(toastOf(page)).toContainText('Failed to initiate Google authentication')
  await expect(page).toHaveURL('/auth/login')
})

test(
  'the pages that may hold a secret tell nobody where their reader came from',
  proof,
  async ({ page }) => {
    const refererFrom = async (path: string) => {
      await page.goto(path)
      const [asked] = await Promise.all([
        page.waitForRequest('**/api/auth/methods?probe'),
        page.evaluate(() => fetch('/api/auth/methods?probe').then(() => undefined)),
      ])
      return (await asked.allHeaders()).referer
    }
    for (const path of [
      '/auth/login',
      '/auth/reset-password',
      '/auth/verify-email',
      '/confirmation',
    ])
      expect(await refererFrom(path), path).toBeUndefined()
    expect(await refererFrom('/contact')).toContain('/contact')
  },
)
