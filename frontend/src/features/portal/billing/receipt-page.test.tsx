import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { makeReceipt } from '@/test/billing'
import { makeUser } from '@/test/makers'
import { openApp } from '@/test/render'
import { answerGet, refuseGet, signIn } from '@/test/server'

const RECEIPT = '/api/user/purchases/7/receipt'

async function openReceipt(given: Parameters<typeof makeReceipt>[0] = {}) {
  signIn(makeUser())
  answerGet(RECEIPT, makeReceipt(given))
  openApp('/portal/billing/7')
  await waitFor(() => expect(screen.getByRole('article')).toBeVisible())
  return within(screen.getByRole('article', { name: 'Receipt FR-000007' }))
}

const rows = () =>
  screen.getAllByRole('row').map((row) =>
    within(row)
      .getAllByRole(row.closest('thead') ? 'columnheader' : 'cell')
      .map((cell) => cell.textContent),
  )

test('names both sides, the tax number, every line and the total', async () => {
  const sheet = await openReceipt()
  for (const words of [
    'Build Lab LLC',
    '1 Main Street, Springfield',
    'Tax ID: 12-3456789',
    'Ada Lovelace',
    'ada@example.test',
    'FR-000007',
    'Mar 2, 2026',
    'Visa ending in 4242',
  ]) {
    expect(sheet.getByText(words)).toBeVisible()
  }
  expect(document.title).toBe('Receipt · Build Lab')
  expect(rows()).toEqual([
    ['Description', 'Amount'],
    ['Beginner Bootcamp', '$995.00'],
    ['Advanced Bootcamp', '$1,495.00'],
    ['Bundle discount', '-$500.00'],
    ['Total', '$1,990.00 USD'],
  ])
})

test('counts what has come back', async () => {
  await openReceipt({
    refundedAmount: '90.00',
    paidAmount: '1900.00',
    refunds: [
      {
        id: 1,
        amount: '90.00',
        status: 'succeeded',
        words: 'Refunded on Mar 4, 2026',
        requestedAt: '2026-03-03T12:00:00Z',
        settledAt: '2026-03-04T12:00:00Z',
      },
    ],
  })
  expect(rows().slice(-2)).toEqual([
    ['Refunded on Mar 4, 2026', '-$90.00'],
    ['Paid after refunds', '$1,900.00 USD'],
  ])
})

test('says that a refund is under way', async () => {
  const sheet = await openReceipt({ isRefunding: true })
  expect(sheet.getByText(/A refund is in progress/)).toBeVisible()
})

test('is printed by the browser', async () => {
  const print = vi.fn()
  vi.stubGlobal('print', print)
  await openReceipt()
  await userEvent.click(screen.getByRole('button', { name: 'Print or save as PDF' }))
  expect(print).toHaveBeenCalledOnce()
  vi.unstubAllGlobals()
})

test('that is not there leads back to the billing', async () => {
  signIn(makeUser())
  refuseGet(RECEIPT, 404, 'Not found.')
  openApp('/portal/billing/7')
  await waitFor(() => expect(screen.getByText('Receipt not found')).toBeVisible())
})

test('that could not be loaded is asked for again', async () => {
  signIn(makeUser())
  refuseGet(RECEIPT, 503, 'Briefly away.')
  openApp('/portal/billing/7')
  await waitFor(() => expect(screen.getByText("The receipt couldn't be loaded")).toBeVisible())
  answerGet(RECEIPT, makeReceipt())
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(screen.getByRole('article')).toBeVisible())
})
