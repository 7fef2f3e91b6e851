import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { makeSummary } from '@/test/admin-catalogue'
import { makeReceipt } from '@/test/billing'
import { makeUser } from '@/test/makers'
import { openApp } from '@/test/render'
import { answerGet, refuseGet, signIn } from '@/test/server'

const RECEIPT = '/api/admin/purchases/7/receipt'
const AT = '/admin/purchases/7/receipt'

beforeEach(() => {
  signIn(makeUser({ role: 'ADMIN' }))
  answerGet('/api/admin/summary', makeSummary())
})

test('is the buyer’s own, and prints alone', async () => {
  answerGet(RECEIPT, makeReceipt())
  openApp(AT)
  const sheet = within(await screen.findByRole('article', { name: 'Receipt FR-000007' }))
  expect(sheet.getByText('Ada Lovelace')).toBeVisible()
  expect(sheet.getByText('Tax ID: 12-3456789')).toBeVisible()
  expect(document.title).toBe('Receipt FR-000007 · Purchases · Admin · Build Lab')
  expect(screen.getByRole('link', { name: 'Back to purchase' })).toHaveAttribute(
    'href',
    '/admin/purchases/7',
  )
  const paper = document.querySelector('body > [data-print-sheet]')
  expect(paper).toHaveTextContent('FR-000007')
  const print = vi.fn()
  vi.stubGlobal('print', print)
  await userEvent.click(screen.getByRole('button', { name: 'Print or save as PDF' }))
  expect(print).toHaveBeenCalledOnce()
})

test('says when there is none, and when it could not be loaded', async () => {
  refuseGet(RECEIPT, 503, 'We are briefly away.')
  openApp(AT)
  expect(await screen.findByText("The receipt couldn't be loaded")).toBeVisible()
  refuseGet(RECEIPT, 404, 'Not found')
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('Receipt not found')).toBeVisible()
})

test('is not for a role without money', async () => {
  signIn(makeUser({ role: 'SUPPORT' }))
  openApp(AT)
  expect(await screen.findByRole('heading', { name: 'Receipt FR-000007' })).toBeVisible()
  expect(screen.queryByRole('article')).not.toBeInTheDocument()
})
