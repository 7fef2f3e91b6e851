import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { delay, http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  answerDashboard,
  makeAdminBootcamp,
  makeRecentAttendee,
  makeStats,
  makeSummary,
} from '@/test/admin-catalogue'
import { answerCall } from '@/test/calls'
import { makeUser } from '@/test/makers'
import { answerPeople } from '@/test/people'
import { openApp, renderWithApp } from '@/test/render'
import { answerGet, refuseGet, server, signIn } from '@/test/server'
import { OverviewSection } from './overview-section'
import { SummaryStrip } from './summary-strip'

const origin = window.location.origin
const figure = (name: string) => screen.getByText(name).parentElement?.querySelector('dd')

beforeEach(() => void answerDashboard([makeAdminBootcamp()]))

describe('the statistics', () => {
  test('are four cards', async () => {
    renderWithApp(<OverviewSection />)
    expect(await screen.findByText('$151,820.50')).toBeVisible()
    expect(figure('Total Revenue')).toHaveTextContent('$151,820.50')
    expect(figure('Total Attendees')).toHaveTextContent('1,084')
    expect(figure('Available Seats')).toHaveTextContent('36')
    expect(figure('Completion Rate')).toHaveTextContent('78.4%')
  })

  test('say nothing has happened in noughts', async () => {
    answerGet(
      '/api/admin/stats',
      makeStats({ revenue: '0.00', attendees: 0, availableSeats: 0, completionRate: 0 }),
    )
    renderWithApp(<OverviewSection />)
    expect(await screen.findByText('$0')).toBeVisible()
    expect(figure('Completion Rate')).toHaveTextContent('0%')
  })

  test.each([
    ['Total Revenue', 'Completed purchases minus refunds.'],
    ['Total Attendees', 'People who hold a paid seat, each counted once.'],
    ['Available Seats', "Free seats in active bootcamps that haven't started."],
    ['Completion Rate', 'Attended seats out of paid seats, in bootcamps that have ended.'],
  ])('%s says in a tooltip how it is counted', async (name, words) => {
    renderWithApp(<OverviewSection />)
    const info = await screen.findByRole('button', { name: `How ${name} is counted` })
    info.focus()
    expect(await screen.findByRole('tooltip')).toHaveTextContent(words)
  })

  test('hold their place while loading', () => {
    server.use(http.get(`${origin}/api/admin/stats`, () => delay('infinite')))
    renderWithApp(<OverviewSection />)
    expect(screen.getByText('Loading the statistics')).toBeInTheDocument()
  })

  test('offer another try after a failure', async () => {
    refuseGet('/api/admin/stats', 503, 'We are briefly away.')
    renderWithApp(<OverviewSection />)
    expect(await screen.findByText("The statistics couldn't be loaded")).toBeVisible()
    expect(screen.getByText('We are briefly away.')).toBeVisible()
    answerGet('/api/admin/stats', makeStats())
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('$151,820.50')).toBeVisible()
  })
})

describe('the bootcamp panel', () => {
  test('is the one of the Bootcamps tab, with its tabs and actions', async () => {
    renderWithApp(<OverviewSection />)
    const panel = await screen.findByRole('region', { name: 'Bootcamps' })
    expect(await within(panel).findByRole('tab', { name: 'Active (1)' })).toBeVisible()
    expect(within(panel).getByText('Oct 8 at 6:00 PM – 9:00 PM EDT')).toBeVisible()
    expect(
      within(panel).getByRole('button', { name: 'Actions for Beginner Bootcamp' }),
    ).toBeVisible()
    expect(within(panel).getByRole('button', { name: 'Create Bootcamp' })).toBeVisible()
  })
})

describe('recent attendees', () => {
  test('show name, address, what was bought and when', async () => {
    answerGet('/api/admin/recent-attendees', [
      makeRecentAttendee(),
      makeRecentAttendee({
        user: null,
        purchase: { ...makeRecentAttendee().purchase, id: 71, packageName: 'Complete Bundle' },
        name: 'Alan Turing',
        email: 'alan@example.test',
        isGuest: true,
        isBundle: true,
        bootcamp: null,
        registeredAt: '2026-02-20T12:00:00Z',
      }),
    ])
    renderWithApp(<OverviewSection />)
    const list = await screen.findByRole('list', { name: 'Recent attendees' })
    const entries = within(list).getAllByRole('listitem')
    expect(entries.map((entry) => entry.textContent)).toEqual([
      'Grace HopperSingle BootcampBeginner Bootcamp · Oct 8, 2099grace@example.testMar 2, 2026',
      'Alan TuringBundleComplete Bundlealan@example.testFeb 20, 2026',
    ])
    expect(within(list).getByRole('link', { name: 'Grace Hopper' })).toHaveAttribute(
      'href',
      '/admin/purchases/70',
    )
  })

  test('say when there are none', async () => {
    renderWithApp(<OverviewSection />)
    expect(await screen.findByText('No attendees yet')).toBeVisible()
  })

  test('offer another try after a failure', async () => {
    refuseGet('/api/admin/recent-attendees', 503, 'We are briefly away.')
    renderWithApp(<OverviewSection />)
    expect(await screen.findByText("Recent attendees couldn't be loaded")).toBeVisible()
    answerGet('/api/admin/recent-attendees', [makeRecentAttendee()])
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('Grace Hopper')).toBeVisible()
  })

  test('lead to all purchases', async () => {
    signIn(makeUser({ role: 'ADMIN' }))
    const { router } = openApp('/admin')
    await userEvent.click(await screen.findByRole('link', { name: 'View All' }))
    expect(await screen.findByRole('heading', { level: 2, name: 'Purchases' })).toBeVisible()
    expect(router.state.location.pathname).toBe('/admin/purchases')
  })
})

describe('the summary strip', () => {
  const nextSession = {
    id: 4,
    name: 'Advanced Bootcamp',
    startDate: '2099-10-08T22:00:00Z',
    endDate: '2099-10-09T01:00:00Z',
    timezone: 'America/New_York',
    enrolled: 12,
  }

  test('names the next session, seats held, failed sends and unread messages', async () => {
    answerGet(
      '/api/admin/summary',
      makeSummary({ nextSession, heldSeats: 3, failedSends: 2, unreadMessages: 5 }),
    )
    renderWithApp(<SummaryStrip />)
    const session = await screen.findByRole('link', { name: 'Advanced Bootcamp' })
    expect(session).toHaveAttribute('href', '/admin/bootcamps/4')
    const facts = screen.getAllByRole('definition').map((fact) => fact.textContent)
    expect(facts).toEqual([
      'Advanced BootcampOct 8 at 6:00 PM EDT · 12 enrolled',
      '3',
      '2 in the last 7 days',
      '5',
    ])
    expect(screen.getAllByRole('term').map((term) => term.textContent)).toEqual([
      'Next session',
      'Seats held right now',
      'Failed sends',
      'Unread contact messages',
    ])
  })

  test('says when no session is planned', async () => {
    renderWithApp(<SummaryStrip />)
    expect(await screen.findByText('None planned')).toBeVisible()
  })

  test('offers another try after a failure', async () => {
    refuseGet('/api/admin/summary', 503, 'We are briefly away.')
    renderWithApp(<SummaryStrip />)
    expect(await screen.findByText("The summary couldn't be loaded.")).toBeVisible()
    answerGet('/api/admin/summary', makeSummary({ nextSession }))
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('Advanced Bootcamp')).toBeVisible()
  })

  test('stands on every tab', async () => {
    signIn(makeUser({ role: 'ADMIN' }))
    answerPeople([])
    openApp('/admin/users')
    expect(await screen.findByRole('region', { name: 'At a glance' })).toBeVisible()
  })
})

describe('the notice of disputes', () => {
  const dueBy = '2099-11-24T17:00:00Z'

  test.each([
    [{ count: 1, unanswered: 1, dueBy }, '1 payment is disputed. Answer by Nov 24.'],
    [
      { count: 3, unanswered: 2, dueBy },
      '3 payments are disputed. The first answer is due Nov 24.',
    ],
    [
      { count: 1, unanswered: 1, dueBy: '2020-11-24T17:00:00Z' },
      '1 payment is disputed. The answer was due Nov 24.',
    ],
    [
      { count: 1, unanswered: 1, dueBy: null },
      '1 payment is disputed. The bank is waiting for our answer.',
    ],
    [
      { count: 2, unanswered: 0, dueBy: null },
      '2 payments are disputed. The bank is reviewing our answer.',
    ],
  ])('of %o says "%s" and leads to the first', async (open, words) => {
    answerGet('/api/admin/summary', makeSummary({ openDisputes: { ...open, purchaseId: 70 } }))
    renderWithApp(<OverviewSection />)
    const notice = await screen.findByRole('region', { name: 'Disputes' })
    expect(within(notice).getByText(words)).toBeVisible()
    expect(within(notice).getByRole('link', { name: 'Open the purchase' })).toHaveAttribute(
      'href',
      '/admin/purchases/70',
    )
  })

  test('is not there while there is none', async () => {
    renderWithApp(<OverviewSection />)
    expect(await screen.findByText('$151,820.50')).toBeVisible()
    expect(screen.queryByRole('region', { name: 'Disputes' })).toBeNull()
  })
})

test('a change to a bootcamp refreshes the list, the statistics and the summary', async () => {
  signIn(makeUser({ role: 'ADMIN' }))
  const { asked, stats, summary, attendees } = answerDashboard([makeAdminBootcamp({ enrolled: 0 })])
  answerCall('patch', '/api/admin/bootcamps/1/archive', makeAdminBootcamp({ status: 'archived' }))
  openApp('/admin')
  await screen.findByText('$151,820.50')
  await userEvent.click(
    await screen.findByRole('button', { name: 'Actions for Beginner Bootcamp' }),
  )
  expect([asked.times, stats.times, summary.times, attendees.times]).toEqual([1, 1, 1, 1])
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Archive' }))
  await waitFor(() => expect([asked.times, stats.times, summary.times]).toEqual([2, 2, 2]))
})
