import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { answerDashboard } from '@/test/admin-catalogue'
import { answerCall } from '@/test/calls'
import { makeUser } from '@/test/makers'
import { answerPeople, answerPerson, makePersonDetail, makePersonPurchase } from '@/test/people'
import { openApp } from '@/test/render'
import { refuseGet, signIn } from '@/test/server'

beforeEach(() => {
  signIn(makeUser({ role: 'ADMIN' }))
  answerDashboard()
})

const facts = () =>
  Object.fromEntries(
    screen
      .getAllByRole('term')
      .map((term) => [term.textContent, term.nextElementSibling?.textContent]),
  )

describe('one person', () => {
  test('says that an address bounced, and where to lift it', async () => {
    answerPerson(makePersonDetail({ mailStopped: 'We no longer write to this address: bounced' }))
    openApp('/admin/users/7')
    expect(await screen.findByText(/We no longer write to this address: bounced/)).toBeVisible()
    expect(screen.getByRole('link', { name: 'See suppressed addresses' })).toHaveAttribute(
      'href',
      '/admin/communications/suppressed',
    )
  })

  test('shows badges, name, e-mail, role and the day they joined', async () => {
    answerPerson(makePersonDetail({ isCoach: true, emailVerified: false }))
    openApp('/admin/users/7')
    await waitFor(() =>
      expect(screen.getByRole('heading', { level: 2, name: 'Grace Hopper' })).toBeVisible(),
    )
    expect(screen.getByText('Active')).toBeVisible()
    expect(screen.getByText('Coach')).toBeVisible()
    expect(facts()).toMatchObject({
      'Full name': 'Grace Hopper',
      Email: 'grace@example.testNot verified yet',
      Role: 'Student',
      Joined: 'Mar 2, 2026',
    })
    expect(screen.getByText('No purchases yet')).toBeVisible()
    const tab = within(screen.getByRole('navigation', { name: 'Dashboard sections' }))
    expect(tab.getByRole('link', { name: 'Users' })).toHaveAttribute('aria-current', 'page')
  })

  test('adds up and lists what they bought', async () => {
    const dates = { startDate: '2026-10-15T22:00:00Z', endDate: '2026-10-16T01:00:00Z' }
    const first = makePersonPurchase().bootcamps[0]
    if (!first) throw new Error('There is no bootcamp')
    answerPerson(
      makePersonDetail({
        stats: { totalPurchases: 2, completedPurchases: 1, totalSpent: '995.50' },
        purchases: [
          makePersonPurchase({
            id: 71,
            product: 'Complete Bundle',
            totalAmount: '2995.00',
            refundedAmount: '2995.00',
            status: 'refunded',
            isBundle: true,
            bootcamp: null,
            bundle: { id: 'b', name: 'Complete Bundle' },
            bootcamps: [first, { ...first, ...dates, id: 2, name: 'Advanced Bootcamp' }],
          }),
          makePersonPurchase(),
        ],
      }),
    )
    openApp('/admin/users/7')
    const table = await screen.findByRole('table', { name: 'Purchase history' })
    expect(facts()).toMatchObject({
      'Total Purchases': '2All purchases, including failed ones.',
      'Completed Purchases': '1Paid and not refunded.',
      'Total Spent': '$995.50Paid minus refunded.',
    })
    const rows = within(table)
      .getAllByRole('row')
      .map((row) =>
        within(row)
          .queryAllByRole('cell')
          .map((cell) => cell.textContent),
      )
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map((header) => header.textContent),
    ).toEqual(['Product', 'Date', 'Amount', 'Status', 'Bootcamp dates', 'Actions'])
    expect(rows[1]).toEqual([
      'Complete BundleBundleFR-000071',
      'Mar 5, 2026',
      '$2,995.00$2,995.00 refunded',
      'Refunded',
      'Beginner BootcampOct 8 at 6:00 PM – 9:00 PM EDT, 2026Advanced BootcampOct 15 at 6:00 PM – 9:00 PM EDT, 2026',
      '',
    ])
    expect(rows[2]).toEqual([
      'Beginner BootcampFR-000070',
      'Mar 5, 2026',
      '$995.00',
      'Completed',
      'Oct 8 at 6:00 PM – 9:00 PM EDT, 2026',
      'ResendRefund',
    ])
  })

  test('says when the details cannot be loaded, and tries again', async () => {
    refuseGet('/api/admin/users/7/details', 503, 'We are briefly away.')
    openApp('/admin/users/7')
    await waitFor(() => expect(screen.getByText('Failed to load user details')).toBeVisible())
    answerPerson(makePersonDetail())
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await waitFor(() =>
      expect(screen.getByRole('heading', { level: 2, name: 'Grace Hopper' })).toBeVisible(),
    )
  })

  test.each(['/admin/users/7', '/admin/users/nobody'])('%s may be nobody', async (path) => {
    refuseGet('/api/admin/users/7/details', 404, 'Not found.')
    openApp(path)
    await waitFor(() => expect(screen.getByText('User not found')).toBeVisible())
    expect(screen.getByRole('link', { name: 'All users' })).toHaveAttribute('href', '/admin/users')
  })

  test('leads back to the list once deleted', async () => {
    answerPerson(makePersonDetail())
    answerPeople([])
    answerCall('delete', '/api/admin/users/7', {
      deletedUser: { id: 7, email: 'grace@example.test' },
    })
    const { router } = openApp('/admin/users/7')
    await userEvent.click(await screen.findByRole('button', { name: 'Actions for Grace Hopper' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    const dialog = await screen.findByRole('alertdialog')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/users'))
    await waitFor(() => expect(screen.getByText('User deleted')).toBeVisible())
  })
})
