import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { components } from '@/api/schema'
import { fill, pick } from '@/test/forms'
import { failToRefresh, renderWithApp } from '@/test/render'
import { answerGet, refuseGet, server } from '@/test/server'
import { daysName, lastMonth, offeredMonths } from './books-range'
import { StatisticsSection } from './statistics-section'

type Books = components['schemas']['BooksOut']
const BOOKS = '/api/admin/statistics/books'
const AT = '/admin/statistics?view=books&since=2026-10-01&until=2026-10-31'

const sums = { gross: '1345.00', refunds: '40.50', disputes: '0.00', net: '1304.50' }
const total = { ...sums, fees: null, unknownFees: 3, payments: 2, refundCount: 1 }

function makeBooks(given: Partial<Books> = {}): Books {
  return {
    since: '2026-10-01',
    until: '2026-10-31',
    timezone: 'America/New_York',
    total,
    beforeSince: '2026-09-01',
    beforeUntil: '2026-09-30',
    before: { ...total, gross: '1000.00', refunds: '0.00', net: '1000.00' },
    byDay: [{ day: '2026-10-05', total }],
    byCohort: [
      {
        bootcampId: 4,
        name: 'Beginner Bootcamp',
        startDate: '2099-10-08T22:00:00Z',
        timezone: 'America/New_York',
        total: sums,
      },
    ],
    byProduct: [{ name: 'Beginner Bootcamp', total: sums }],
    byType: [{ name: 'Build', total: sums }],
    undecided: '25.00',
    definition: 'Payments on the day they were made.',
    feesNote: "Fees aren't all known.",
    payoutsNote: "The books don't hold payouts.",
    ...given,
  }
}

const open = (at = AT) => renderWithApp(<StatisticsSection />, { at })
/** The one on the screen; its twin for paper is hidden. */
const sheet = (name = 'Books, October 2026') => screen.findByRole('article', { name })

beforeEach(() => answerGet(BOOKS, makeBooks()))
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('a month shows its sums beside the month before, and unknown fees as unknown', async () => {
  open()
  const table = within(await sheet()).getByRole('region', { name: 'Sums' })
  const rows = within(table)
    .getAllByRole('row')
    .map((row) => row.textContent)
  expect(rows).toEqual([
    'ItemAmountSeptember 2026Change',
    'Payments (2)$1,345.00$1,000.00+35%',
    'Refunds (1)-$40.50$0.00–',
    'Disputes lost$0.00$0.00–',
    'Net before fees$1,304.50$1,000.00+30%',
    'Known provider feesUnknownUnknown',
  ])
  expect(screen.getAllByText(/Unknown for 3 movements/)[0]).toBeVisible()
  expect(screen.getAllByText(/Banks hold \$25.00/)[0]).toBeVisible()
  expect(screen.getAllByText("The books don't hold payouts.")[0]).toBeVisible()
})

test('two classes of one name and day are told apart by their hour', async () => {
  const cohort = makeBooks().byCohort[0] as Books['byCohort'][number]
  const later = { ...cohort, bootcampId: 5, startDate: '2099-10-09T00:30:00Z' }
  const other = { ...cohort, bootcampId: 6, name: 'Advanced Bootcamp' }
  answerGet(BOOKS, makeBooks({ byCohort: [cohort, later, other] }))
  open()
  const table = within(await sheet()).getByRole('region', { name: 'By class' })
  expect(
    within(table)
      .getAllByRole('link')
      .map((link) => link.textContent),
  ).toEqual([
    'Beginner Bootcamp · Thu, Oct 8, 2099, 6:00 PM',
    'Beginner Bootcamp · Thu, Oct 8, 2099, 8:30 PM',
    'Advanced Bootcamp · Thu, Oct 8, 2099',
  ])
})

test('it is split by class with its date, product, type and day', async () => {
  open()
  const books = within(await sheet())
  const row = (split: string) =>
    within(books.getByRole('region', { name: split })).getAllByRole('row')[1]?.textContent
  const amounts = '$1,345.00-$40.50$1,304.50'
  expect(row('By class')).toBe(`Beginner Bootcamp · Thu, Oct 8, 2099${amounts}`)
  expect(row('By product')).toBe(`Beginner Bootcamp${amounts}`)
  expect(row('By type')).toBe(`Build${amounts}`)
  expect(row('By day')).toBe(`Mon, Oct 5${amounts}`)
  expect(books.getByRole('link', { name: /^Beginner Bootcamp/ })).toHaveAttribute(
    'href',
    '/admin/bootcamps/4',
  )
})

test('disputes have a column where there are any', async () => {
  const disputed = { ...sums, disputes: '30.00', net: '1274.50' }
  answerGet(BOOKS, makeBooks({ byType: [{ name: 'Build', total: disputed }] }))
  open()
  const table = within(await sheet()).getByRole('region', { name: 'By type' })
  expect(within(table).getAllByRole('row')[1]).toHaveTextContent(
    'Build$1,345.00-$40.50-$30.00$1,274.50',
  )
})

test('known fees are said, and a quiet month says so', async () => {
  const quiet = { ...total, fees: '3.20', unknownFees: 0 }
  answerGet(BOOKS, makeBooks({ total: quiet, byDay: [], feesNote: '', undecided: '0.00' }))
  open()
  const books = within(await sheet())
  expect(books.getByRole('row', { name: /^Known provider fees/ })).toHaveTextContent('$3.20')
  expect(books.getByText('No money moved in these days.')).toBeVisible()
  expect(books.queryByText(/Unknown for/)).not.toBeInTheDocument()
  expect(books.queryByText(/Banks hold/)).not.toBeInTheDocument()
})

test('another month or other days are chosen, and stand in the address', async () => {
  const { router } = open('/admin/statistics?view=books')
  await screen.findByRole('article')
  const [, , third] = offeredMonths()
  if (!third) throw new Error('Too few months are offered')
  await pick('Month', daysName(third))
  expect(router.state.location.search).toBe(`?view=books&since=${third.since}&until=${third.until}`)
  await pick('Month', 'Other days')
  fill('First day', '2026-10-05')
  fill('Last day', '2026-11-03')
  expect(router.state.location.search).toBe('?view=books&since=2026-10-05&until=2026-11-03')
})

test('it prints, on a sheet that stands beside the page', async () => {
  const print = vi.fn()
  vi.stubGlobal('print', print)
  open()
  await sheet()
  await userEvent.click(screen.getByRole('button', { name: 'Print' }))
  expect(print).toHaveBeenCalledOnce()
  const paper = document.querySelector('body > [data-print-sheet]')
  expect(paper).toHaveTextContent('Beginner Bootcamp · Thu, Oct 8, 2099')
  expect(paper?.querySelector('a, button')).toBeNull()
})

test('it is downloaded for the same days, and says when that failed', async () => {
  const asked: string[] = []
  const address = new URL(`${BOOKS}/export`, window.location.origin).href
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:books')
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  server.use(
    http.get(address, ({ request }) => {
      asked.push(new URL(request.url).search)
      return asked.length === 1
        ? HttpResponse.text('Date')
        : HttpResponse.json({ message: 'We are briefly away.', fields: {} }, { status: 503 })
    }),
  )
  open()
  await sheet()
  const button = screen.getByRole('button', { name: 'CSV' })
  await userEvent.click(button)
  await waitFor(() => expect(HTMLAnchorElement.prototype.click).toHaveBeenCalledOnce())
  expect(asked).toEqual(['?since=2026-10-01&until=2026-10-31'])
  await userEvent.click(button)
  expect(await screen.findByText('We are briefly away.')).toBeVisible()
})

test('says when the books could not be loaded', async () => {
  refuseGet(BOOKS, 503, 'We are briefly away.')
  open()
  expect(await screen.findByText("The books couldn't be loaded")).toBeVisible()
  answerGet(BOOKS, makeBooks())
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await sheet()).toBeVisible()
})

test('days are called by their month, or by their first and last', () => {
  expect(daysName(lastMonth(new Date(2026, 0, 15)))).toBe('December 2025')
  expect(daysName({ since: '2026-10-05', until: '2026-11-03' })).toBe('Oct 5 – Nov 3, 2026')
  expect(daysName({ since: '2025-12-30', until: '2026-01-02' })).toBe('Dec 30, 2025 – Jan 2, 2026')
  expect(daysName({ since: '2026-10-05', until: '2026-10-05' })).toBe('Oct 5, 2026')
})

test('a refresh that fails leaves the books', async () => {
  open()
  await sheet()
  await failToRefresh()
  expect(await sheet()).toBeVisible()
  expect(screen.queryByText("The books couldn't be loaded")).not.toBeInTheDocument()
})
