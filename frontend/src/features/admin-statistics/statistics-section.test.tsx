import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { delay, HttpResponse, http } from 'msw'
import { describe, expect, test } from 'vitest'
import type { components } from '@/api/schema'
import { answerDashboard } from '@/test/admin-catalogue'
import { makeUser } from '@/test/makers'
import { openApp, renderWithApp } from '@/test/render'
import { answerGet, refuseGet, server, signIn } from '@/test/server'
import { barOf, scaleFor, shortAmount } from './revenue-scale'
import { StatisticsSection } from './statistics-section'

type Schemas = components['schemas']

const periods = [
  { start: '2026-09-01', end: '2026-09-30', completed: '0.00', refunded: '70.00', net: '-70.00' },
  {
    start: '2026-10-01',
    end: '2026-10-31',
    completed: '2995.00',
    refunded: '0.00',
    net: '2995.00',
  },
  {
    start: '2026-11-01',
    end: '2026-11-30',
    completed: '1000.50',
    refunded: '0.50',
    net: '1000.00',
  },
].map((period, index) => ({ ...period, purchases: index }))

function makeRevenue(given: Partial<Schemas['RevenueOut']> = {}): Schemas['RevenueOut'] {
  return {
    by: 'month',
    timezone: 'America/New_York',
    periods,
    total: '3925.00',
    definition: 'Completed minus refunds.',
    ...given,
  }
}

const bootcamp = (given: Partial<Schemas['BootcampSeatsOut']>): Schemas['BootcampSeatsOut'] => ({
  id: 4,
  name: 'Beginner Bootcamp',
  startDate: '2099-10-08T22:00:00Z',
  endDate: '2099-10-09T01:00:00Z',
  timezone: 'America/New_York',
  status: 'active',
  maxSeats: 20,
  sold: 12,
  ...given,
})

function makeFunnel(counts: [number, number, number, number]): Schemas['FunnelOut'] {
  const names = ['Sales page opened', 'Checkout opened', 'Payment started', 'Paid']
  return {
    days: 30,
    since: '2026-10-17',
    timezone: 'America/New_York',
    definition: 'Each step is counted separately.',
    steps: names.map((name, index) => ({
      key: name,
      name,
      count: counts[index] ?? 0,
      definition: `How “${name}” is counted.`,
    })),
  }
}

function answerStatistics() {
  const asked: string[] = []
  const keep = (path: string, body: unknown) =>
    http.get(`${window.location.origin}/api/admin/statistics/${path}`, ({ request }) => {
      asked.push(path + new URL(request.url).search)
      return HttpResponse.json(body as Record<string, unknown>)
    })
  server.use(
    keep('revenue', makeRevenue()),
    keep('seats', {
      ahead: [bootcamp({}), bootcamp({ id: 5, name: 'Advanced Bootcamp', sold: 20 })],
      over: [bootcamp({ id: 6, name: 'Past Bootcamp', sold: 3 })],
      definition: 'Paid seats.',
    }),
    keep('funnel', makeFunnel([1500, 300, 20, 9])),
  )
  return asked
}

const open = (at = '/admin/statistics') => renderWithApp(<StatisticsSection />, { at })

describe('revenue over time', () => {
  test('says what came in, how it is counted and which bar is the highest', async () => {
    answerStatistics()
    open()
    await waitFor(() => expect(screen.getByText('$3,925')).toBeVisible())
    expect(screen.getByText('Completed minus refunds.')).toBeVisible()
    expect(screen.getByText('in the last 3 months, including this one')).toBeVisible()
    expect(screen.getByText('Days end at midnight, New York time.')).toBeVisible()
    expect(
      screen.getByRole('img', {
        name: 'Bars of revenue by month. The highest is October 2026 with $2,995. The figures are in the table below.',
      }),
    ).toBeVisible()
  })

  test('has the same figures as a table, the latest first', async () => {
    answerStatistics()
    open()
    const summary = await screen.findByText('Show the figures as a table')
    await userEvent.click(summary)
    const table = screen.getByRole('table', { name: 'Revenue by month' })
    const rows = within(table)
      .getAllByRole('row')
      .slice(1)
      .map((row) =>
        within(row)
          .getAllByRole('cell')
          .map((cell) => cell.textContent),
      )
    expect(rows).toEqual([
      ['November 2026', '$1,000.00', '$1,000.50', '$0.50', '2'],
      ['October 2026', '$2,995.00', '$2,995.00', '$0.00', '1'],
      ['September 2026', '-$70.00', '$0.00', '$70.00', '0'],
    ])
  })

  test('turns to weeks, and keeps that in the address', async () => {
    const asked = answerStatistics()
    const { router } = open()
    await screen.findByText('$3,925')
    await userEvent.click(screen.getByRole('button', { name: 'Weeks' }))
    await waitFor(() => expect(asked).toContain('revenue?by=week'))
    expect(router.state.location.search).toBe('?by=week')
    expect(screen.getByRole('button', { name: 'Weeks' })).toHaveAttribute('aria-pressed', 'true')
  })
})

describe('seats sold', () => {
  test('shows the next bootcamps, and the last ones on demand', async () => {
    answerStatistics()
    const { router } = open()
    const row = (await screen.findByRole('link', { name: 'Beginner Bootcamp' })).closest('li')
    expect(row).toHaveTextContent('Oct 8 at 6:00 PM EDT, 2099')
    expect(row).toHaveTextContent('12 of 20 sold')
    expect(row).not.toHaveTextContent('full')
    const full = screen.getByRole('link', { name: 'Advanced Bootcamp' })
    expect(full).toHaveAttribute('href', '/admin/bootcamps/5')
    expect(full.closest('li')).toHaveTextContent('20 of 20 sold · full')
    await userEvent.click(screen.getByRole('button', { name: 'Past' }))
    await waitFor(() => expect(screen.getByText('Past Bootcamp')).toBeVisible())
    expect(router.state.location.search).toBe('?bootcamps=over')
  })

  test('says when there is none', async () => {
    answerStatistics()
    answerGet('/api/admin/statistics/seats', { ahead: [], over: [], definition: '' })
    open()
    await waitFor(() => expect(screen.getByText('No upcoming bootcamps')).toBeVisible())
  })
})

describe('the funnel', () => {
  test('shows each step, its share of the one before, and how it is counted', async () => {
    answerStatistics()
    open()
    const steps = (await screen.findByText('Checkout opened')).closest('ol')
    if (!steps) throw new Error('There are no steps')
    expect(
      within(steps)
        .getAllByRole('listitem')
        .map((step) => step.textContent),
    ).toEqual([
      'Sales page opened1,500How “Sales page opened” is counted.',
      'Checkout opened300 · 20% of “Sales page opened”How “Checkout opened” is counted.',
      'Payment started20 · 6.7% of “Checkout opened”How “Payment started” is counted.',
      'Paid9 · 45% of “Payment started”How “Paid” is counted.',
    ])
    expect(screen.getByText('Each step is counted separately.')).toBeVisible()
  })

  test('keeps still about shares that make no sense', async () => {
    answerStatistics()
    answerGet('/api/admin/statistics/funnel', makeFunnel([0, 2, 3, 0]))
    open()
    const steps = (await screen.findByText('Checkout opened')).closest('ol')
    expect(steps).not.toHaveTextContent('% of “Sales page opened”')
    expect(steps).not.toHaveTextContent('% of “Checkout opened”')
    expect(steps).toHaveTextContent('0% of “Payment started”')
  })

  test('looks back further on demand', async () => {
    const asked = answerStatistics()
    open()
    await screen.findByText('Checkout opened')
    await userEvent.click(screen.getByRole('button', { name: '90 days' }))
    await waitFor(() => expect(asked).toContain('funnel?days=90'))
    expect(asked).toContain('funnel?days=30')
  })
})

test('each chart holds its place while loading', () => {
  server.use(http.get(`${window.location.origin}/api/admin/statistics/*`, () => delay('infinite')))
  open()
  for (const what of ['revenue', 'seats', 'the funnel']) {
    expect(screen.getByText(`Loading ${what}`)).toBeInTheDocument()
  }
})

test.each([
  ['revenue', 'Revenue'],
  ['seats', 'Seats'],
  ['funnel', 'The funnel'],
])('%s fails alone and can be asked again', async (path, what) => {
  answerStatistics()
  refuseGet(`/api/admin/statistics/${path}`, 503, 'We are briefly away.')
  open()
  await waitFor(() => expect(screen.getByText(`${what} couldn't be loaded`)).toBeVisible())
  expect(screen.getAllByRole('alert')).toHaveLength(1)
  answerStatistics()
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument())
})

test('the overview leads here, and it is marked in the strip', async () => {
  signIn(makeUser({ role: 'ADMIN' }))
  answerDashboard()
  answerStatistics()
  const { router } = openApp('/admin')
  await userEvent.click(await screen.findByRole('link', { name: 'View statistics' }))
  await waitFor(() =>
    expect(screen.getByRole('heading', { level: 2, name: 'Statistics' })).toBeVisible(),
  )
  expect(router.state.location.pathname).toBe('/admin/statistics')
  const tabs = screen.getByRole('navigation', { name: 'Dashboard sections' })
  expect(within(tabs).getByRole('link', { name: 'Statistics' })).toHaveAttribute(
    'aria-current',
    'page',
  )
})

describe('the scale', () => {
  test.each([
    [
      [0, 0],
      [0, 10_000],
    ],
    [
      [299_500, 100_000],
      [0, 100_000, 200_000, 300_000],
    ],
    [[1_234_567], [0, 500_000, 1_000_000, 1_500_000]],
    [
      [-7_000, 299_500],
      [0, 200_000, 400_000],
    ],
    [[150], [0, 100, 200]],
  ])('%j is drawn on lines at %j', (values, lines) => {
    expect(scaleFor(values).lines).toEqual(lines)
  })

  test('leaves a loss room for its figure and no more', () => {
    const { low } = scaleFor([-500_000, 500_000])
    expect(low).toBe(-590_000)
    expect(scaleFor([-500_000, 500_000]).lines).toEqual([-500_000, 0, 500_000])
  })

  test('puts a bar between nought and its value, above or below', () => {
    const scale = { low: -100, high: 300, lines: [] }
    expect(barOf(300, scale)).toEqual({ top: 0, height: 75 })
    expect(barOf(-100, scale)).toEqual({ top: 75, height: 25 })
    expect(barOf(0, scale)).toEqual({ top: 75, height: 0 })
  })

  test.each([
    [0, '$0'],
    [95_00, '$95'],
    [1_495_00, '$1.5k'],
    [20_000_00, '$20k'],
    [1_250_000_00, '$1.3M'],
    [14_950_00, '$15k'],
    [-70_00, '-$70'],
  ])('writes %i cents as %s', (cents, words) => {
    expect(shortAmount(cents)).toBe(words)
  })
})
