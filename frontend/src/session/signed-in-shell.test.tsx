import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { makeUser } from '@/test/makers'
import { openApp } from '@/test/render'
import { answerGet, signIn } from '@/test/server'

const profile = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.test',
  username: 'ada',
  phone: '',
  timezone: '',
  emailVerified: true,
}

async function headerOf(address: string, user: Parameters<typeof makeUser>[0] = {}) {
  signIn(makeUser(user))
  answerGet('/api/user/billing', [])
  answerGet('/api/user/profile', profile)
  answerGet('/api/user/purchases/7/receipt', { message: '', fields: {} }, { status: 404 })
  openApp(address)
  await screen.findByRole('heading', { level: 1 })
  const header = within(screen.getByRole('banner'))
  const [, ...entries] = header.getAllByRole('link')
  return entries.map((entry) => [entry.textContent, entry.getAttribute('href')])
}

const pages = ['/home', '/portal', '/portal/billing', '/portal/billing/7', '/profile']

describe('the header of a signed-in page', () => {
  test.each(pages)('of %s leads an admin to the desk, first of all', async (address) => {
    const [first] = await headerOf(address, { role: 'ADMIN' })
    expect(first).toEqual(['Admin Panel', '/admin'])
  })

  test.each(pages)('of %s shows a student no desk', async (address) => {
    const entries = await headerOf(address)
    expect(entries).not.toContainEqual(['Admin Panel', '/admin'])
    expect(entries.at(-1)).toEqual(['Logout', '/api/logout'])
  })

  test('shows no desk to an admin who looks as a student', async () => {
    const user = { role: 'ADMIN', effectiveRole: 'STUDENT', isImpersonating: true } as const
    expect(await headerOf('/portal', user)).toEqual([['Logout', '/api/logout']])
  })
})

test.each(pages.slice(1).filter((page) => !page.endsWith('7')))(
  '%s has the same tabs, the profile among them',
  async (address) => {
    await headerOf(address)
    const tabs = within(screen.getByRole('navigation', { name: 'Portal' })).getAllByRole('link')
    expect(tabs.map((tab) => [tab.textContent, tab.getAttribute('href')])).toEqual([
      ['My Bootcamps', '/portal'],
      ['Billing', '/portal/billing'],
      ['Profile', '/profile'],
    ])
    expect(tabs.filter((tab) => tab.getAttribute('aria-current') === 'page')).toHaveLength(1)
  },
)

describe('a page open to everybody', () => {
  const open = async (address: string) => {
    answerGet('/api/bootcamps', [])
    answerGet('/api/bundles', [])
    openApp(address)
    await screen.findByRole('heading', { level: 1 })
    return within(screen.getByRole('banner'))
  }

  test.each(['/checkout', '/confirmation'])('%s has the way out for who is in', async (address) => {
    signIn(makeUser())
    const header = await open(address)
    const logout = await header.findByRole('link', { name: 'Logout' })
    expect(logout).toHaveAttribute('href', '/api/logout')
  })

  test.each(['/checkout', '/confirmation'])('%s has none for a visitor', async (address) => {
    const header = await open(address)
    expect(header.queryByRole('link', { name: 'Logout' })).toBeNull()
  })
})
