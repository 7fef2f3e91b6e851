import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { delay, HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { DeskRights } from '@/session/rights'
import {
  answerDashboard,
  makeAdminBootcamp,
  makeRecentAttendee,
  makeStats,
  makeSummary,
} from '@/test/admin-catalogue'
import { makeUser } from '@/test/makers'
import { failToRefresh, openApp, renderWithApp } from '@/test/render'
import { answerGet, refuseGet, server, signIn } from '@/test/server'
import { OverviewSection } from './overview-section'

const origin = window.location.origin
const figure = (name: string) => screen.getByText(name).parentElement?.querySelector('dd')

beforeEach(() => void answerDashboard([makeAdminBootcamp()]))

test('nothing is shown before what stands above it is known, and everything is asked for at once', async () => {
  let tell = () => {}
  const told = new Promise<void>((resolve) => {
    tell = resolve
  })
  const stats = answerGet('/api/admin/stats', makeStats())
  server.use(
    http.get(`${origin}/api/admin/summary`, async () => {
      await told
      return HttpResponse.json(makeSummary())
    }),
  )
  renderWithApp(<OverviewSection bootcamps={null} />)
  expect(await screen.findByText('$151,820.50')).not.toBeVisible()
  expect(screen.getByText('Loading the overview')).toBeInTheDocument()
  expect(stats.times).toBe(1)
  tell()
  await waitFor(() => expect(screen.getByText('$151,820.50')).toBeVisible())
  expect(screen.queryByText('Loading the overview')).not.toBeInTheDocument()
  expect(stats.times).toBe(1)
})

test('a summary that does not come hides nothing', async () => {
  refuseGet('/api/admin/summary', 503, 'We are briefly away.')
  renderWithApp(<OverviewSection bootcamps={null} />)
  await waitFor(() => expect(screen.getByText('$151,820.50')).toBeVisible())
})

test('a refresh that fails takes no figure and no attendee away', async () => {
  answerGet('/api/admin/recent-attendees', [makeRecentAttendee()])
  renderWithApp(<OverviewSection bootcamps={null} />)
  await screen.findByRole('list', { name: 'Recent attendees' })
  await waitFor(() => expect(screen.getByText('$151,820.50')).toBeVisible())
  await failToRefresh()
  expect(screen.getByText('$151,820.50')).toBeVisible()
  expect(screen.getByRole('list', { name: 'Recent attendees' })).toBeVisible()
})

describe('the statistics', () => {
  test('are four cards', async () => {
    renderWithApp(<OverviewSection bootcamps={null} />)
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
    renderWithApp(<OverviewSection bootcamps={null} />)
    expect(await screen.findByText('$0')).toBeVisible()
    expect(figure('Completion Rate')).toHaveTextContent('0%')
  })

  test.each([
    ['Total Revenue', 'Completed purchases minus refunds.'],
    ['Total Attendees', 'People who hold a paid seat, each counted once.'],
    ['Available Seats', "Free seats in active bootcamps that haven't started."],
    ['Completion Rate', 'Attended seats out of paid seats, in bootcamps that have ended.'],
  ])('%s says in a tooltip how it is counted', async (name, words) => {
    renderWithApp(<OverviewSection bootcamps={null} />)
    const info = await screen.findByRole('button', { name: `How ${name} is counted` })
    info.focus()
    expect(await screen.findByRole('tooltip')).toHaveTextContent(words)
  })

  test('hold their place while loading', () => {
    server.use(http.get(`${origin}/api/admin/stats`, () => delay('infinite')))
    renderWithApp(<OverviewSection bootcamps={null} />)
    expect(screen.getByText('Loading the statistics')).toBeInTheDocument()
  })

  test('offer another try after a failure', async () => {
    refuseGet('/api/admin/stats', 503, 'We are briefly away.')
    renderWithApp(<OverviewSection bootcamps={null} />)
    expect(await screen.findByText("The statistics couldn't be loaded")).toBeVisible()
    expect(screen.getByText('We are briefly away.')).toBeVisible()
    answerGet('/api/admin/stats', makeStats())
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('$151,820.50')).toBeVisible()
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
    renderWithApp(<OverviewSection bootcamps={null} />)
    const list = await screen.findByRole('list', { name: 'Recent attendees' })
    const entries = within(list).getAllByRole('listitem')
    expect(entries.map((entry) => entry.textContent)).toEqual([
      'Grace HopperSingle BootcampBeginner Bootcamp · Thu, Oct 8, 2099grace@example.testMar 2, 2026',
      'Alan TuringBundleComplete Bundlealan@example.testFeb 20, 2026',
    ])
    expect(within(list).getByRole('link', { name: 'Grace Hopper' })).toHaveAttribute(
      'href',
      '/admin/purchases/70',
    )
  })

  test('say when there are none', async () => {
    renderWithApp(<OverviewSection bootcamps={null} />)
    expect(await screen.findByText('No attendees yet')).toBeVisible()
  })

  test('offer another try after a failure', async () => {
    refuseGet('/api/admin/recent-attendees', 503, 'We are briefly away.')
    renderWithApp(<OverviewSection bootcamps={null} />)
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
    renderWithApp(<OverviewSection bootcamps={null} />)
    const notice = await screen.findByRole('region', { name: 'Disputes' })
    expect(within(notice).getByText(words)).toBeVisible()
    expect(within(notice).getByRole('link', { name: 'Open the purchase' })).toHaveAttribute(
      'href',
      '/admin/purchases/70',
    )
  })

  test('is not there while there is none', async () => {
    renderWithApp(<OverviewSection bootcamps={null} />)
    expect(await screen.findByText('$151,820.50')).toBeVisible()
    expect(screen.queryByRole('region', { name: 'Disputes' })).toBeNull()
  })
})

describe('the notice of waiting lists', () => {
  test.each([
    [{ people: 1, openOffers: 0 }, '1 person is waiting for a seat.'],
    [{ people: 12, openOffers: 1 }, '12 people are waiting for a seat, and 1 offer is open.'],
    [{ people: 12, openOffers: 3 }, '12 people are waiting for a seat, and 3 offers are open.'],
    [{ people: 0, openOffers: 2 }, '2 offers are open.'],
  ])('of %o says "%s" and leads to the longest', async (counts, words) => {
    answerGet('/api/admin/summary', makeSummary({ waiting: { ...counts, bootcampId: 4 } }))
    renderWithApp(<OverviewSection bootcamps={null} />)
    const notice = await screen.findByRole('region', { name: 'Waiting lists' })
    expect(within(notice).getByText(words)).toBeVisible()
    expect(within(notice).getByRole('link', { name: 'Open the waiting list' })).toHaveAttribute(
      'href',
      '/admin/bootcamps/4/waiting',
    )
  })

  test('is not there while nobody waits', async () => {
    renderWithApp(<OverviewSection bootcamps={null} />)
    expect(await screen.findByText('$151,820.50')).toBeVisible()
    expect(screen.queryByRole('region', { name: 'Waiting lists' })).toBeNull()
  })
})

describe('the next class', () => {
  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  const session = (from: number) => ({
    id: 4,
    name: 'Beginner Bootcamp',
    startDate: inMinutes(from),
    endDate: inMinutes(from + 180),
    timezone: 'America/New_York',
    enrolled: 14,
  })

  test.each([
    [119.5, 'Live in 2 h', "Who's coming", '/admin/bootcamps/4'],
    [9.5, 'Live in 10 min', 'Open room', '/admin/bootcamps/4/room'],
    [-20, /^Live now until /, 'Open room', '/admin/bootcamps/4/room'],
  ])('in %d minutes is one press from its people', async (from, words, label, address) => {
    answerGet('/api/admin/summary', makeSummary({ nextSession: session(from) }))
    renderWithApp(<OverviewSection bootcamps={null} />)
    const next = within(await screen.findByRole('region', { name: 'Next class' }))
    expect(next.getByText(words)).toBeVisible()
    const cohort = next.getByRole('link', { name: /^Beginner Bootcamp · / })
    expect(cohort).toHaveAttribute('href', '/admin/bootcamps/4')
    expect(cohort.parentElement).toHaveTextContent(/^Beginner Bootcamp · .+ · 14 enrolled$/)
    expect(next.getByRole('link', { name: label })).toHaveAttribute('href', address)
  })

  test('stands beside another that begins within the hour', async () => {
    const other = { ...session(30), id: 5, name: 'Advanced Bootcamp' }
    answerGet('/api/admin/summary', makeSummary({ nextSession: session(-20), alsoSoon: [other] }))
    renderWithApp(<OverviewSection bootcamps={null} />)
    const rooms = await screen.findAllByRole('link', { name: 'Open room' })
    expect(rooms.map((room) => room.getAttribute('href'))).toEqual([
      '/admin/bootcamps/4/room',
      '/admin/bootcamps/5/room',
    ])
  })

  test('has no room for whose role does not include it', async () => {
    answerGet('/api/admin/summary', makeSummary({ nextSession: session(-20) }))
    renderWithApp(
      <DeskRights value={['desk', 'money']}>
        <OverviewSection bootcamps={null} />
      </DeskRights>,
    )
    const next = within(await screen.findByRole('region', { name: 'Next class' }))
    expect(next.getByRole('link', { name: "Who's here" })).toHaveAttribute(
      'href',
      '/admin/bootcamps/4',
    )
  })

  test('is nobody to look at while it is days away', async () => {
    answerGet('/api/admin/summary', makeSummary({ nextSession: session(3 * 24 * 60) }))
    renderWithApp(<OverviewSection bootcamps={null} />)
    expect(await screen.findByText('$151,820.50')).toBeVisible()
    expect(screen.queryByRole('region', { name: 'Next class' })).not.toBeInTheDocument()
  })
})
