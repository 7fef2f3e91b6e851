/** The pages for getting in and looking after an account, used as people use them. */
import type { Page } from '@playwright/test'
import { expect } from './test'

/** What the browser prints when an answer is a refusal. */
export const REFUSED = 'the server responded with a status of'

export const heading = (page: Page, name: string) =>
  page.getByRole('heading', { name, exact: true })
export const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).click()
export const toastOf = (page: Page) => page.getByRole('region', { name: /Notifications/ })
export const fill = (page: Page, label: string, text: string) =>
  page.getByLabel(label, { exact: true }).fill(text)

export async function logIn(page: Page, username: string, password: string) {
  await page.goto('/auth/login')
  await fill(page, 'Username or email', username)
  await fill(page, 'Password', password)
  await press(page, 'Sign In')
}

export async function expectInPortal(page: Page) {
  await expect(page).toHaveURL('/portal')
  await expect(page.getByRole('heading', { level: 1, name: 'My Bootcamps' })).toBeVisible()
}

export const statusOf = async (page: Page) => (await page.request.get('/api/auth/user')).status()
