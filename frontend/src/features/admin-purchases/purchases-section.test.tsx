import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { delay, HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { ConfirmPasswordProvider } from '@/session/confirm-password'
import { makeAdminBootcamp } from '@/test/admin-catalogue'
import { makePurchasePage, makePurchaseRow, makePurchaseSum } from '@/test/desk-purchases'
import { renderWithApp } from '@/test/render'
import { answerGet, refuseGet, server, untilAnswered } from '@/test/server'
import { PurchasesSection } from './purchases-section'

const LIST = `${window.location.origin}/api/admin/purchases`
const SUM = '/api/admin/purchases/sum'

/** Answers with this page and keeps the questions. */
function answerList(page = makePurchasePage([makePurchaseRow()])) {
  const asked: string[] = []
  server.use(
    http.get(LIST, ({ request }) => {
      asked.push(new URL(request.url).search)
      return HttpResponse.json(page)
    }),
  )
  return asked
}

const open = (at = '/admin/purchases') => renderWithApp(<PurchasesSection />, { at })
const USUAL = '?search=&sort=date&direction=desc'

beforeEach(() => {
  answerGet('/api/admin/reconciliation', { rows: [], total: 0 })
  answerGet(SUM, makePurchaseSum())
})

describe('the list of purchases', () => {
  test('shows four figures, each with the way it is counted', async () => {
    answerList()
    open()
    for (const [name, value] of [
      ['Purchases', '1,234'],
      ['Completed Revenue', '$98,765.50'],
      ['Pending', '5'],
      ['Refunded', '12'],
    ]) {
      await waitFor(() => {
        const figure = screen.getByRole('button', { name: `How ${name} is counted` })
        expect(figure.closest('dt')?.nextElementSibling).toHaveTextContent(value ?? '')
      })
    }
    // A finger cannot hover: pressing shows it as well.
    await userEvent.click(screen.getByRole('button', { name: 'How Completed Revenue is counted' }))
    expect(await screen.findByRole('tooltip')).toHaveTextContent(
      'Completed purchases minus refunds.',
    )
  })

  test('shows customer, product, amount, status and date', async () => {
    answerList(
      makePurchasePage([
        makePurchaseRow(),
        makePurchaseRow({
          user: null,
          bootcamp: null,
          customerName: 'Gale Guest',
          customerEmail: 'gale@example.test',
          purchase: {
            id: 71,
            isBundle: true,
            packageName: 'Complete Bundle',
            refundedAmount: '100.00',
            status: 'refunded',
          },
        }),
        makePurchaseRow({
          purchase: { id: 72, isComplimentary: true, totalAmount: '0.00', state: 'refunding' },
        }),
      ]),
    )
    open()
    const table = await screen.findByRole('table', { name: 'Purchases' })
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map((header) => header.textContent),
    ).toEqual(['Customer', 'Product', 'Amount', 'Status', 'Date'])
    const [, first, second, third] = within(table).getAllByRole('row')
    expect(first).toHaveTextContent(
      'Grace Hoppergrace@example.testBeginner Bootcamp · Thu, Oct 8, 2099Single Bootcamp$995.00CompletedMar 2, 2026',
    )
    expect(second).toHaveTextContent(
      'Complete BundleBundle · Guest$995.00−$100.00 refundedRefunded',
    )
    expect(third).toHaveTextContent('ComplimentaryRefunding')
    expect(screen.getByText('1–3 of 3 purchases')).toBeVisible()
  })

  test('shows cards with an order to choose on a phone', async () => {
    vi.spyOn(window, 'matchMedia').mockImplementation(
      (query) =>
        ({
          matches: query.includes('width <'),
          media: query,
          addEventListener() {},
          removeEventListener() {},
        }) as unknown as MediaQueryList,
    )
    answerList()
    open()
    const list = await screen.findByRole('list', { name: 'Purchases' })
    expect(within(list).getByRole('link', { name: 'Grace Hopper' })).toBeVisible()
    expect(screen.getByRole('combobox', { name: 'Sort purchases' })).toBeVisible()
    expect(screen.queryByRole('table')).not.toBeInTheDocument()
  })

  test('holds the place while loading', () => {
    server.use(http.get(LIST, () => delay('infinite')))
    open()
    expect(screen.getByText('Loading purchases')).toBeInTheDocument()
  })

  test('says when there are none', async () => {
    answerList(makePurchasePage([]))
    open()
    await waitFor(() => expect(screen.getByText('No purchases found')).toBeVisible())
    expect(screen.queryByRole('button', { name: 'Clear filters' })).not.toBeInTheDocument()
  })

  test('offers another try after a failure', async () => {
    server.use(
      http.get(LIST, () => HttpResponse.json({ message: 'Away.', fields: {} }, { status: 503 })),
    )
    open()
    await waitFor(() => expect(screen.getByText('Failed to load purchases')).toBeVisible())
    expect(screen.getByText('Away.')).toBeVisible()
    answerList()
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(screen.getByRole('table')).toBeVisible())
  })
})

describe('looking for a purchase', () => {
  test('asks once after a pause in typing, and keeps the words in the address', async () => {
    const asked = answerList()
    const { router } = open('/admin/purchases?page=3')
    await screen.findByRole('table')
    const field = screen.getByRole('searchbox', { name: 'Search purchases' })
    expect(field).toHaveAttribute('placeholder', 'Search by name, email or bootcamp')
    await userEvent.type(field, 'grace')
    await waitFor(() => expect(router.state.location.search).toBe('?search=grace'))
    await waitFor(() =>
      expect(asked).toEqual([`${USUAL}&page=3`, '?search=grace&sort=date&direction=desc&page=1']),
    )
  })

  test('filters by status, and clears what found nothing', async () => {
    const asked = answerList()
    const { router } = open('/admin/purchases?search=zed')
    await screen.findByRole('table')
    await userEvent.click(screen.getByRole('combobox', { name: 'Filter by status' }))
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
      'All statuses',
      'Completed',
      'Pending',
      'Failed',
      'Refunded',
    ])
    answerList(makePurchasePage([]))
    await userEvent.click(screen.getByRole('option', { name: 'Refunded' }))
    expect(router.state.location.search).toBe('?search=zed&status=refunded')
    await waitFor(() =>
      expect(screen.getByText('Nothing matches “zed” among refunded purchases.')).toBeVisible(),
    )
    answerList()
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
    await waitFor(() => expect(screen.getByRole('table')).toBeVisible())
    expect(router.state.location.search).toBe('')
    expect(asked).toHaveLength(1)
  })

  test('filters by cohort, the next one first, and exports just that', async () => {
    const searched: string[] = []
    server.use(
      http.get(`${window.location.origin}/api/admin/bootcamps/options`, ({ request }) => {
        searched.push(new URL(request.url).searchParams.get('search') ?? '')
        return HttpResponse.json([
          makeAdminBootcamp({ id: 4 }),
          makeAdminBootcamp({ id: 3, startDate: '2099-12-08T23:00:00Z' }),
        ])
      }),
    )
    const asked = answerList()
    const { router } = open()
    await screen.findByRole('table')
    expect(searched).toEqual([])
    await userEvent.click(screen.getByRole('button', { name: 'Filter by cohort: All cohorts' }))
    const options = () => screen.getAllByRole('option').map((option) => option.textContent)
    await waitFor(() =>
      expect(options()).toEqual([
        'All cohorts',
        'Beginner Bootcamp · Thu, Oct 8, 2099',
        'Beginner Bootcamp · Tue, Dec 8, 2099',
      ]),
    )
    await userEvent.type(await screen.findByPlaceholderText('Search by name or date'), 'dec')
    await waitFor(() => expect(searched.at(-1)).toBe('dec'))
    await userEvent.click(
      screen.getByRole('option', { name: 'Beginner Bootcamp · Tue, Dec 8, 2099' }),
    )
    expect(router.state.location.search).toBe('?cohort=3')
    await waitFor(() =>
      expect(asked.at(-1)).toBe('?search=&bootcampId=3&sort=date&direction=desc&page=1'),
    )
    const exported: string[] = []
    server.use(
      http.get(`${LIST}/export`, ({ request }) => {
        exported.push(new URL(request.url).search)
        return HttpResponse.text('Date,Customer')
      }),
    )
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:file')
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
    await userEvent.click(screen.getByRole('button', { name: 'Export CSV' }))
    await waitFor(() =>
      expect(exported).toEqual(['?search=&bootcampId=3&sort=date&direction=desc']),
    )
  })

  test('says what a narrowed list comes to, and what of it went back', async () => {
    answerList()
    const sum = answerGet(SUM, makePurchaseSum({ kept: '1990.00', paid: '1990.00' }))
    open()
    await screen.findByRole('table')
    await untilAnswered()
    expect(sum.times).toBe(0)
    const find = (words: string) =>
      userEvent.type(screen.getByRole('searchbox', { name: 'Search purchases' }), words)
    await find('grace')
    await waitFor(() =>
      expect(screen.getByText('$1,990.00').parentElement).toHaveTextContent('$1,990.00 paid'),
    )
    answerGet(SUM, makePurchaseSum({ kept: '1492.50', paid: '1990.00', refunded: '497.50' }))
    await find(' hopper')
    await waitFor(() =>
      expect(screen.getByText('$1,492.50').parentElement).toHaveTextContent(
        '$1,492.50 kept of $1,990.00 paid, $497.50 refunded',
      ),
    )
    await userEvent.click(screen.getByRole('button', { name: 'Clear all' }))
    await waitFor(() => expect(screen.queryByText('$1,492.50')).not.toBeInTheDocument())
  })

  test('a sum that does not come leaves the list as it is', async () => {
    answerList()
    refuseGet(SUM, 503, 'Away.')
    open('/admin/purchases?search=grace')
    expect(await screen.findByRole('table')).toBeVisible()
    await untilAnswered()
    expect(screen.queryByText(/ paid/)).not.toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Clear all' })).toBeVisible()
  })

  test('says when nobody has bought a cohort, and shows all again', async () => {
    answerList(makePurchasePage([]))
    answerGet('/api/admin/bootcamps/options', [makeAdminBootcamp()])
    const { router } = open('/admin/purchases?cohort=1')
    expect(await screen.findByText('No one has bought this cohort yet.')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
    expect(router.state.location.search).toBe('')
  })

  test('sorts by a column, the other way on a second press, and tells readers so', async () => {
    const asked = answerList()
    const { router } = open()
    await screen.findByRole('table')
    const header = (name: string) => screen.getByRole('columnheader', { name })
    expect(header('Date')).toHaveAttribute('aria-sort', 'descending')
    expect(header('Amount')).toHaveAttribute('aria-sort', 'none')
    await userEvent.click(within(header('Amount')).getByRole('button'))
    expect(header('Amount')).toHaveAttribute('aria-sort', 'ascending')
    await userEvent.click(within(header('Amount')).getByRole('button'))
    expect(header('Amount')).toHaveAttribute('aria-sort', 'descending')
    expect(router.state.location.search).toBe('?sort=amount')
    await waitFor(() => expect(asked.at(-1)).toBe('?search=&sort=amount&direction=desc&page=1'))
  })

  test('turns pages of twenty with at most five buttons', async () => {
    const asked = answerList(makePurchasePage([makePurchaseRow()], { total: 2001 }))
    open('/admin/purchases?page=50')
    const pages = await screen.findByRole('navigation', { name: 'Pages of purchases' })
    expect(
      within(pages)
        .getAllByRole('button')
        .map((button) => button.getAttribute('aria-label')),
    ).toEqual(['Previous page', 'Page 48', 'Page 49', 'Page 50', 'Page 51', 'Page 52', 'Next page'])
    await userEvent.click(within(pages).getByRole('button', { name: 'Page 52' }))
    await waitFor(() => expect(asked.at(-1)).toBe(`${USUAL}&page=52`))
  })

  test('says that a broad search finds more than it counts', async () => {
    answerList(makePurchasePage([makePurchaseRow()], { total: 1000, totalIsExact: false }))
    open('/admin/purchases?search=a')
    await waitFor(() =>
      expect(
        screen.getByText('1–1 of more than 1,000 purchases. Search more narrowly to see all.'),
      ).toBeVisible(),
    )
  })

  test('leads back from a page that does not exist', async () => {
    answerList(makePurchasePage([], { total: 30 }))
    const { router } = open('/admin/purchases?page=9')
    await waitFor(() => expect(screen.getByText("This page doesn't exist")).toBeVisible())
    await userEvent.click(screen.getByRole('button', { name: 'First page' }))
    expect(router.state.location.search).toBe('')
  })

  test('exports what is listed, and asks for the password where the server wants it', async () => {
    answerList()
    const asked: string[] = []
    const saved: string[] = []
    let isProven = false
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:file')
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      saved.push(this.download)
    })
    const ask = 'Please confirm your password to continue.'
    server.use(
      http.get(`${LIST}/export`, ({ request }) => {
        asked.push(new URL(request.url).search)
        if (isProven) return HttpResponse.text('Date,Customer')
        return HttpResponse.json(
          { code: 'password_required', message: ask, fields: { password: ask } },
          { status: 403 },
        )
      }),
      http.post(`${window.location.origin}/api/auth/confirm-password`, () => {
        isProven = true
        return HttpResponse.json({ message: 'Thank you.' })
      }),
    )
    renderWithApp(
      <ConfirmPasswordProvider>
        <PurchasesSection />
      </ConfirmPasswordProvider>,
      { at: '/admin/purchases?search=ada&status=completed&sort=amount' },
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Export CSV' }))
    await userEvent.type(await screen.findByLabelText('Password'), 'correct horse{Enter}')
    await waitFor(() => expect(saved).toHaveLength(1))
    expect(saved[0]).toMatch(/^purchases-\d{4}-\d\d-\d\d\.csv$/)
    expect(asked).toEqual(Array(2).fill('?search=ada&status=completed&sort=amount&direction=desc'))
    expect(await screen.findByRole('button', { name: 'Export CSV' })).toBeEnabled()
  })
})
