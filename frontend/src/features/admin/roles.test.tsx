import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { answerDashboard } from '@/test/admin-catalogue'
import { makePurchasePage, makePurchaseRow, makeStory } from '@/test/desk-purchases'
import { makeUser } from '@/test/makers'
import { answerPeople, makePerson } from '@/test/people'
import { openApp } from '@/test/render'
import { answerGet, signIn } from '@/test/server'

const findTabs = () => screen.findByRole('navigation', { name: 'Dashboard sections' })

async function tabNames() {
  const links = within(await findTabs()).getAllByRole('link')
  return links.map((link) => link.textContent)
}

beforeEach(() => {
  answerDashboard()
  answerPeople([makePerson(), makePerson({ id: 8, fullName: 'Olga Owner', role: 'ADMIN' })])
})

describe('support', () => {
  beforeEach(() => signIn(makeUser({ role: 'SUPPORT', email: 'sue@example.test' })))

  test('sees the sections of the role and no others', async () => {
    openApp('/admin')
    expect(await tabNames()).toEqual([
      'Overview',
      'Bootcamps',
      'Users',
      'Purchases',
      'Communications',
      'Codes',
      'Coaching',
      'Feedback',
      'Statistics',
    ])
    expect(screen.getByText('SUPPORT')).toBeVisible()
  })

  test.each(['reconciliation', 'audit', 'bundles'])(
    'is told plainly at /admin/%s, with a way back',
    async (path) => {
      openApp(`/admin/${path}`)
      expect(await screen.findByText("Your role doesn't include this page")).toBeVisible()
      await userEvent.click(screen.getByRole('link', { name: 'Back to the overview' }))
      expect(await screen.findByRole('heading', { level: 2, name: 'Overview' })).toBeVisible()
    },
  )

  test('finds no refund, no export and no sum at a purchase', async () => {
    const row = makePurchaseRow()
    const hidden = { ...row.purchase, totalAmount: null, refundedAmount: null }
    const page = makePurchasePage([{ ...row, purchase: hidden }])
    answerGet('/api/admin/purchases', {
      ...page,
      stats: { ...page.stats, completedRevenue: null },
    })
    const story = makeStory()
    answerGet(`/api/admin/purchases/${row.purchase.id}`, {
      ...story,
      row: { ...story.row, purchase: { ...story.row.purchase, ...hidden } },
      refundable: null,
      seats: [],
      entries: [],
    })
    openApp(`/admin/purchases/${row.purchase.id}`)
    expect(await screen.findByRole('button', { name: 'Resend confirmation' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Refund' })).not.toBeInTheDocument()
    expect(screen.queryByText('Export CSV')).not.toBeInTheDocument()
    expect(screen.queryByText('Completed Revenue')).not.toBeInTheDocument()
    expect(document.body.textContent).not.toContain('$')
  })

  test('can do nothing to whoever works at the desk', async () => {
    openApp('/admin/users')
    await userEvent.click(await screen.findByRole('button', { name: 'Actions for Olga Owner' }))
    const items = await screen.findAllByRole('menuitem')
    expect(items.map((item) => item.textContent)).toEqual(['View Details'])
  })
})

test('finance sees the money and writes to nobody', async () => {
  signIn(makeUser({ role: 'FINANCE' }))
  answerGet('/api/admin/reconciliation', { total: 0, groups: [] })
  openApp('/admin')
  expect(await tabNames()).toEqual([
    'Overview',
    'Bootcamps',
    'Users',
    'Purchases',
    'Codes',
    'Statistics',
    'Reconciliation',
    'Notices',
  ])
  expect(screen.queryByText('Unread contact messages')).not.toBeInTheDocument()
})
