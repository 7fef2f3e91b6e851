import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { delay, HttpResponse, http } from 'msw'
import { describe, expect, test } from 'vitest'
import type { components } from '@/api/schema'
import { failToRefresh, renderWithApp } from '@/test/render'
import { answerGet, refuseGet, server } from '@/test/server'
import { ReconciliationSection } from './reconciliation-section'

type Mismatch = components['schemas']['MismatchOut']
const BOARD = '/api/admin/reconciliation'

function makeMismatch(given: Partial<Mismatch> = {}): Mismatch {
  return {
    key: 'found/completed-without-all-its-seats/70',
    kind: 'completed without all its seats',
    title: 'Paid without a seat',
    detail: 'The purchase is completed, but one of its seats is missing.',
    since: '2026-03-02T12:00:00Z',
    purchaseId: 70,
    customer: 'Grace Hopper',
    repair: 'Give a seat or refund',
    needsNote: false,
    ...given,
  }
}

const answerBoard = (...rows: Mismatch[]) => answerGet(BOARD, { rows, total: rows.length })

function answerRepair(body: object, status = 200) {
  const sent: unknown[] = []
  server.use(
    http.post(`${window.location.origin}${BOARD}/repair`, async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json(body, { status })
    }),
  )
  return sent
}

const open = () => renderWithApp(<ReconciliationSection />, { at: '/admin/reconciliation' })
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const confirm = async (name: string) =>
  userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name }))

describe('the reconciliation board', () => {
  test('stays, with a note being written, when a refresh fails', async () => {
    answerBoard(makeMismatch({ needsNote: true }))
    open()
    await press('Give a seat or refund')
    const note = within(await screen.findByRole('dialog')).getByRole('textbox')
    await userEvent.type(note, 'Called her')
    await failToRefresh()
    expect(note).toBeInTheDocument()
    expect(note).toHaveValue('Called her')
  })

  test('is green when everything agrees', async () => {
    answerBoard()
    open()
    await waitFor(() => expect(screen.getByText('No issues found')).toBeVisible())
    expect(screen.queryByRole('list', { name: 'Issues' })).not.toBeInTheDocument()
  })

  test('says what is wrong, whose it is and since when, with one button each', async () => {
    answerBoard(
      makeMismatch(),
      makeMismatch({ key: 'break/3', title: 'Double payment', since: null }),
    )
    open()
    const rows = within(await screen.findByRole('list', { name: 'Issues' })).getAllByRole(
      'listitem',
    )
    expect(rows).toHaveLength(2)
    const [first] = rows
    if (!first) throw new Error('There is no row')
    expect(within(first).getByRole('heading', { name: 'Paid without a seat' })).toBeVisible()
    expect(within(first).getByRole('link', { name: 'Grace Hopper, FR-000070' })).toHaveAttribute(
      'href',
      '/admin/purchases/70',
    )
    expect(within(first).getAllByRole('button')).toHaveLength(1)
    expect(screen.getByText('2 issues')).toBeVisible()
  })

  test('mends after asking, and looks again', async () => {
    answerBoard(makeMismatch())
    const sent = answerRepair({ message: 'The seat has been given.', isMended: true })
    open()
    await press('Give a seat or refund')
    answerBoard()
    await confirm('Give a seat or refund')
    await waitFor(() => expect(screen.getByText('Fixed')).toBeVisible())
    expect(screen.getByText('The seat has been given.')).toBeVisible()
    expect(sent).toEqual([{ key: 'found/completed-without-all-its-seats/70', note: '' }])
    await waitFor(() => expect(screen.getByText('No issues found')).toBeVisible())
  })

  test.each([
    ['the words of the server', { message: 'It still does not agree.', fields: {} }],
    ['words of its own', {}],
  ])('reports a failure with %s', async (_, body) => {
    answerBoard(makeMismatch())
    answerRepair(body, 409)
    open()
    await press('Give a seat or refund')
    await confirm('Give a seat or refund')
    const words = 'message' in body ? body.message : 'Failed to fix the issue'
    await waitFor(() => expect(screen.getByText(words ?? '')).toBeVisible())
    expect(screen.getByRole('button', { name: 'Give a seat or refund' })).toBeVisible()
  })

  test('asks what was decided where only a person can', async () => {
    answerBoard(makeMismatch({ needsNote: true, repair: 'Dismiss', purchaseId: null }))
    const sent = answerRepair({ message: 'Dismissed.', isMended: true })
    open()
    await press('Dismiss')
    const form = await screen.findByRole('form', { name: 'Dismiss' })
    await userEvent.click(within(form).getByRole('button', { name: 'Dismiss' }))
    expect(within(form).getByText('Enter a note.')).toBeVisible()
    expect(sent).toEqual([])
    await userEvent.type(within(form).getByLabelText('Note'), 'Paid by bank.{Enter}')
    await waitFor(() => expect(screen.getByText('Fixed')).toBeVisible())
    expect(sent).toEqual([
      { key: 'found/completed-without-all-its-seats/70', note: 'Paid by bank.' },
    ])
  })

  test('holds the place while comparing, and offers another try', async () => {
    server.use(http.get(`${window.location.origin}${BOARD}`, () => delay('infinite')))
    const { unmount } = open()
    expect(screen.getByText('Comparing payments, seats and messages')).toBeInTheDocument()
    unmount()
    refuseGet(BOARD, 503, 'We are briefly away.')
    open()
    await waitFor(() => expect(screen.getByText("The board couldn't be loaded")).toBeVisible())
    answerBoard()
    await press('Retry')
    await waitFor(() => expect(screen.getByText('No issues found')).toBeVisible())
  })
})
