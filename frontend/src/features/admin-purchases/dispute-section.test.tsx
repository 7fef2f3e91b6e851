import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { Route, Routes } from 'react-router'
import { beforeEach, describe, expect, test } from 'vitest'
import type { components } from '@/api/schema'
import { makeDispute, makePurchasePage, makePurchaseRow, makeStory } from '@/test/desk-purchases'
import { renderWithApp } from '@/test/render'
import { answerGet, refuseGet, server } from '@/test/server'
import { PurchasesSection } from './purchases-section'

const SEND = `${window.location.origin}/api/admin/disputes/9/evidence`
const EVIDENCE = 'What was bought\n---------------\nBeginner Bootcamp, $995.00.'
const REFUSED = 'The cardholder’s bank disputes this payment.'

/** What the purchase says of its dispute, in the list and in its story. */
function answerDisputed(given: Partial<components['schemas']['DisputeOut']> = {}) {
  const dispute = makeDispute(given)
  const open = dispute.isOpen ? dispute : null
  const row = makePurchaseRow({ dispute: open })
  const { actions } = makeStory()
  answerGet('/api/admin/purchases', makePurchasePage([row]))
  answerGet(
    '/api/admin/purchases/70',
    makeStory({
      row,
      disputes: [dispute],
      actions: { ...actions, refund: open ? REFUSED : null },
    }),
  )
  answerGet('/api/admin/disputes/9', { dispute, purchaseId: 70, evidence: EVIDENCE })
}

/** Takes what is sent, and answers so. */
function answerSending(message = '', status = 200) {
  const sent: unknown[] = []
  server.use(
    http.post(SEND, async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ message, fields: {} }, { status })
    }),
  )
  return sent
}

beforeEach(() => {
  sessionStorage.clear()
  answerGet('/api/admin/bootcamps', [])
  answerGet('/api/admin/reconciliation', { rows: [], total: 0 })
  answerDisputed()
})

const open = (path = '/admin/purchases/70') =>
  renderWithApp(
    <Routes>
      <Route path="/admin/purchases/*" element={<PurchasesSection />} />
    </Routes>,
    { at: path },
  )
const findSection = () => screen.findByRole('region', { name: 'Dispute' })
const findQuestion = () => screen.findByRole('alertdialog', { name: 'Send this to the bank?' })
const pressSend = async () =>
  userEvent.click(within(await findSection()).getByRole('button', { name: 'Send to the bank' }))

describe('the badge', () => {
  test.each([
    [{}, 'Disputed, answer by Nov 24'],
    [{ dueBy: '2020-11-24T17:00:00Z' }, 'Disputed, answer was due Nov 24'],
    [{ dueBy: null }, 'Disputed'],
    [{ evidenceSentAt: '2026-03-10T12:00:00Z' }, 'Disputed, answer sent'],
  ])('of %o says "%s" beside the status', async (given, words) => {
    answerDisputed(given)
    open('/admin/purchases')
    const table = await screen.findByRole('table', { name: 'Purchases' })
    expect(within(table).getByText(words)).toBeVisible()
    expect(within(table).getByText('Completed')).toBeVisible()
  })

  test('is gone when the bank has decided', async () => {
    answerDisputed({ isOpen: false, status: 'won', ending: 'Won: the payment stands' })
    open('/admin/purchases')
    const table = await screen.findByRole('table', { name: 'Purchases' })
    expect(within(table).queryByText(/Disputed/)).toBeNull()
  })
})

describe('an open dispute', () => {
  test('says what the bank wants and what we have, and no refund is offered', async () => {
    open()
    const section = await findSection()
    const drawer = screen.getByRole('dialog', { name: 'Grace Hopper' })
    expect(within(section).getByText('$995.00')).toBeVisible()
    expect(within(section).getByText('The buyer says they did not make this payment')).toBeVisible()
    expect(within(section).getByText(/^Nov 24 at /)).toBeVisible()
    const evidence = await within(section).findByRole('region', { name: 'What we have' })
    expect(evidence).toHaveTextContent('Beginner Bootcamp, $995.00.')
    expect(within(section).getByRole('link', { name: 'Download' })).toHaveAttribute(
      'href',
      '/api/admin/disputes/9/evidence.txt',
    )
    expect(within(drawer).getByText(REFUSED)).toBeVisible()
    expect(within(drawer).queryByRole('button', { name: 'Refund' })).toBeNull()
  })

  test('is answered after asking, with the note first', async () => {
    const sent = answerSending()
    open()
    await userEvent.type(
      within(await findSection()).getByLabelText('Your note'),
      ' She came to both evenings. ',
    )
    await pressSend()
    await userEvent.click(within(await findQuestion()).getByRole('button', { name: 'Cancel' }))
    expect(sent).toEqual([])
    await pressSend()
    answerDisputed({
      status: 'under_review',
      evidenceSentAt: '2026-03-10T12:00:00Z',
      answer: 'Evidence was already sent on Mar 10, 2026. The bank decides.',
    })
    await userEvent.click(
      within(await findQuestion()).getByRole('button', { name: 'Send to the bank' }),
    )
    expect(await screen.findByText('Sent to the bank')).toBeVisible()
    expect(sent).toEqual([{ note: 'She came to both evenings.' }])
    const section = await findSection()
    expect(
      await within(section).findByText('Sent on Mar 10, 2026. The bank is reviewing it.'),
    ).toBeVisible()
    expect(within(section).queryByRole('button', { name: 'Send to the bank' })).toBeNull()
    expect(within(section).getByRole('link', { name: 'Download' })).toBeVisible()
    expect(sessionStorage).toHaveLength(0)
  })

  test('says why it was not taken, and keeps the note', async () => {
    answerSending('The bank no longer accepts evidence for this dispute. Nothing was sent.', 409)
    const { unmount } = open()
    await userEvent.type(within(await findSection()).getByLabelText('Your note'), 'She came.')
    await pressSend()
    await userEvent.click(
      within(await findQuestion()).getByRole('button', { name: 'Send to the bank' }),
    )
    expect(await screen.findByText(/no longer accepts evidence/)).toBeVisible()
    unmount()
    open()
    expect(within(await findSection()).getByLabelText('Your note')).toHaveValue('She came.')
  })

  test('says so when nothing could be reached', async () => {
    server.use(http.post(SEND, () => HttpResponse.error()))
    open()
    await pressSend()
    await userEvent.click(
      within(await findQuestion()).getByRole('button', { name: 'Send to the bank' }),
    )
    expect(await screen.findByText('Error')).toBeVisible()
    expect(
      within(await findSection()).getByRole('button', { name: 'Send to the bank' }),
    ).toBeVisible()
  })

  test('offers another try where the evidence could not be loaded', async () => {
    refuseGet('/api/admin/disputes/9', 503, 'We are briefly away.')
    open()
    const section = await findSection()
    expect(await within(section).findByText('We are briefly away.')).toBeVisible()
    answerDisputed()
    await userEvent.click(within(section).getByRole('button', { name: 'Retry' }))
    expect(await within(section).findByText(/Beginner Bootcamp, \$995\.00/)).toBeVisible()
  })

  test('past its day says that it is too late', async () => {
    const late = 'The bank took an answer until Mar 2, 2026. It is too late to send one.'
    answerDisputed({ dueBy: '2026-03-02T17:00:00Z', answer: late })
    open()
    const section = await findSection()
    expect(within(section).getByText(late)).toBeVisible()
    expect(within(section).queryByLabelText('Your note')).toBeNull()
  })
})

test.each(['Won: the payment stands', 'Lost: the bank gave the money back to the buyer'])(
  'a decided dispute says "%s"',
  async (ending) => {
    answerDisputed({
      isOpen: false,
      ending,
      closedAt: '2026-04-01T12:00:00Z',
      answer: `The bank has decided. ${ending}.`,
    })
    open()
    const section = await findSection()
    expect(within(section).getByText(ending)).toBeVisible()
    expect(within(section).getByText('Apr 1, 2026')).toBeVisible()
    expect(within(section).queryByRole('button')).toBeNull()
  },
)

test('a refund that is refused at once is not called started', async () => {
  const row = makePurchaseRow()
  answerGet('/api/admin/purchases/70', makeStory({ row }))
  answerGet('/api/admin/purchases/70/refund-preview', {
    amount: '995.00',
    isFull: true,
    policy: '',
    effects: [],
  })
  const refused = "The refund wasn't made. The cardholder’s bank disputes the payment."
  server.use(
    http.post(`${window.location.origin}/api/admin/purchases/70/refund`, () =>
      HttpResponse.json({ message: refused, fields: {} }, { status: 409 }),
    ),
  )
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'Refund' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Refund $995.00' }))
  await waitFor(() => expect(screen.getByText(refused)).toBeVisible())
  expect(screen.queryByText('Refund started')).toBeNull()
})
