/** A seat that can change: by the emailed link, and as an offer. */
import { focusManager } from '@tanstack/react-query'
import { act, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { makeEntry, makeRefunding, notCovered, ON_ITS_WAY } from '@/test/billing'
import { failToRefresh, openApp } from '@/test/render'
import { server } from '@/test/server'

const HOURS = {
  startDate: '2026-12-04T23:00:00Z',
  endDate: '2026-12-05T02:00:00Z',
  timezone: 'America/New_York',
}
const SEAT = {
  name: 'Beginner Bootcamp',
  ...HOURS,
  movesUntil: '2026-12-02T23:00:00Z',
  movesLeft: 2,
  staysBecause: '',
  keptBecause: '',
  offer: null,
  dates: [
    {
      bootcampId: 8,
      name: 'Beginner Bootcamp',
      startDate: '2026-12-18T23:00:00Z',
      endDate: '2026-12-19T02:00:00Z',
      timezone: 'America/New_York',
      price: '895.00',
      availableSeats: 1,
      toPay: '0.00',
      refusal: '',
      note: "This date costs $100.00 less. The difference isn't refunded.",
    },
    {
      bootcampId: 9,
      name: 'Beginner Bootcamp',
      startDate: '2027-01-15T23:00:00Z',
      endDate: '2027-01-16T02:00:00Z',
      timezone: 'America/New_York',
      price: '995.00',
      availableSeats: 0,
      toPay: '0.00',
      refusal: 'This date is sold out.',
      note: '',
    },
  ],
}

const REFUNDING = {
  ...makeRefunding(),
  refund: { ...notCovered(ON_ITS_WAY), amount: '0.00' },
}

function answerSeat(seat: object = SEAT, purchase: object = makeEntry()) {
  server.use(
    http.post('*/api/seat/look', () => HttpResponse.json(seat)),
    http.post('*/api/seat/purchase', () => HttpResponse.json(purchase)),
  )
}

const refuse = (code: string, message: string, status: number) => () =>
  HttpResponse.json({ code, message, fields: {} }, { status })

test('two clicks move the seat, and what it means for the money is said before', async () => {
  answerSeat()
  const moves: unknown[] = []
  server.use(
    http.post('*/api/seat/move', async ({ request }) => {
      moves.push(await request.json())
      return HttpResponse.json({ message: 'Moved', name: 'Beginner Bootcamp', ...HOURS })
    }),
  )
  const user = userEvent.setup()
  openApp('/seat/token')
  const [first, full] = await screen.findAllByRole('radio')
  expect(full).toBeDisabled()
  expect(screen.getByText('This date is sold out.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Move my seat' })).toBeDisabled()
  await user.click(first as HTMLElement)
  expect(screen.getByText(/The difference isn't refunded/)).toBeVisible()
  expect(moves).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Move my seat' }))
  expect(await screen.findByRole('heading', { name: 'Your seat has moved' })).toBeVisible()
  expect(moves).toEqual([{ token: 'token', bootcampId: 8 }])
})

test('a dearer date says what it costs, and leads to paying it', async () => {
  const note = "Price difference $200.00, paid now. Your seat moves once it's paid."
  answerSeat({ ...SEAT, dates: [{ ...SEAT.dates[0], price: '1195.00', toPay: '200.00', note }] })
  const user = userEvent.setup()
  openApp('/seat/token')
  const date = await screen.findByRole('radio')
  expect(date).toHaveAccessibleDescription('1 seat left · $200.00 more')
  await user.click(date)
  expect(screen.getByText(note)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Move my seat' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Pay $200.00 and move' })).toHaveAttribute(
    'href',
    '/seat/token/pay/8',
  )
})

test('a seat that went meanwhile leaves the old one, in words', async () => {
  answerSeat()
  server.use(
    http.post('*/api/seat/move', () =>
      HttpResponse.json(
        { code: 'sold_out', message: 'Beginner Bootcamp is sold out.', fields: {} },
        { status: 409 },
      ),
    ),
  )
  const user = userEvent.setup()
  openApp('/seat/token')
  await user.click((await screen.findAllByRole('radio'))[0] as HTMLElement)
  await user.click(screen.getByRole('button', { name: 'Move my seat' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Beginner Bootcamp is sold out.')
  expect(screen.getByRole('button', { name: 'Move my seat' })).toBeEnabled()
})

test('offers the seat to somebody, and takes the offer back', async () => {
  answerSeat()
  const offer = { name: 'Fay Friend', email: 'fay@example.test', expiresAt: HOURS.startDate }
  server.use(
    http.post('*/api/seat/hand-over', () => HttpResponse.json({ ...SEAT, offer })),
    http.post('*/api/seat/take-back', () => HttpResponse.json(SEAT)),
  )
  const user = userEvent.setup()
  openApp('/seat/token')
  await user.click(await screen.findByRole('button', { name: 'Send the offer' }))
  expect(await screen.findByText('Enter their name')).toBeVisible()
  await user.type(screen.getByLabelText('Their name'), 'Fay Friend')
  await user.type(screen.getByLabelText('Their email'), 'fay@example.test')
  await user.click(screen.getByRole('button', { name: 'Send the offer' }))
  expect(await screen.findByText(/The seat is yours until/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Withdraw the offer' }))
  expect(await screen.findByRole('button', { name: 'Send the offer' })).toBeVisible()
})

test('what became of the offer is shown when somebody comes back to the tab', async () => {
  answerSeat()
  const offer = { name: 'Fay Friend', email: 'fay@example.test', expiresAt: HOURS.startDate }
  server.use(http.post('*/api/seat/hand-over', () => HttpResponse.json({ ...SEAT, offer })))
  const user = userEvent.setup()
  openApp('/seat/token')
  await user.type(await screen.findByLabelText('Their name'), 'Fay Friend')
  await user.type(screen.getByLabelText('Their email'), 'fay@example.test')
  await user.click(screen.getByRole('button', { name: 'Send the offer' }))
  expect(await screen.findByRole('button', { name: 'Withdraw the offer' })).toBeVisible()
  answerSeat({ ...SEAT, keptBecause: 'Fay Friend has accepted this seat.' })
  act(() => focusManager.setFocused(false))
  act(() => focusManager.setFocused(true))
  expect(await screen.findByText('Fay Friend has accepted this seat.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Withdraw the offer' })).toBeNull()
  focusManager.setFocused(undefined)
})

test('a refresh that fails leaves the page and what was typed; a refusal takes it away', async () => {
  answerSeat()
  openApp('/seat/token')
  await userEvent.type(await screen.findByLabelText('Their name'), 'Fay')
  await failToRefresh()
  expect(screen.getByLabelText('Their name')).toHaveValue('Fay')
  server.use(
    http.post('*/api/seat/look', () =>
      HttpResponse.json(
        { code: 'gone', message: 'The seat is gone.', fields: {} },
        { status: 410 },
      ),
    ),
  )
  act(() => focusManager.setFocused(false))
  act(() => focusManager.setFocused(true))
  expect(await screen.findByText('The seat is gone.')).toBeVisible()
  focusManager.setFocused(undefined)
})

test('says why a seat stays, and still lets it be handed over', async () => {
  answerSeat({ ...SEAT, dates: [], staysBecause: 'This seat has moved twice.' })
  openApp('/seat/token')
  expect(await screen.findByText('This seat has moved twice.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Move my seat' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Send the offer' })).toBeVisible()
})

test('a guest sees what a refund brings, says yes once more, and sees what became of it', async () => {
  answerSeat()
  const asked: unknown[] = []
  server.use(
    http.post('*/api/seat/refund', async ({ request }) => {
      asked.push(await request.json())
      const words = 'This seat is no longer yours.'
      answerSeat({ ...SEAT, staysBecause: words, keptBecause: words }, REFUNDING)
      return HttpResponse.json({ message: ON_ITS_WAY, purchase: REFUNDING })
    }),
  )
  const user = userEvent.setup()
  openApp('/seat/token')
  expect(await screen.findByText(/Covered until Dec 3/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Request a refund' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Request a refund' }))
  expect(dialog.getByText(/\$995.00 will be refunded to Visa ending in 4242/)).toBeVisible()
  expect(dialog.getByText(/You'll lose your seat/)).toBeVisible()
  expect(asked).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Refund $995.00' }))
  expect(await screen.findByText('Refund requested')).toBeVisible()
  expect(asked).toEqual([{ token: 'token', reason: '' }])
  const card = screen.getByRole('heading', { name: 'Get a refund' }).parentElement as HTMLElement
  expect(await within(card).findByText(ON_ITS_WAY)).toBeVisible()
  expect(within(card).queryByRole('button')).toBeNull()
  expect(await screen.findByText('This seat is no longer yours.')).toBeVisible()
  expect(screen.queryByRole('heading', { name: 'Hand over your seat' })).toBeNull()
})

test('what the policy does not cover is said, with somebody to ask', async () => {
  answerSeat(SEAT, makeEntry({ refund: notCovered('Your first session is over.') }))
  openApp('/seat/token')
  expect(await screen.findByText('Your first session is over.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Request a refund' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Contact us' })).toHaveAttribute(
    'href',
    '/contact?subject=Refund%20of%20FR-000007',
  )
})

test('who took over a seat, or has an account, is told where refunds are asked for', async () => {
  answerSeat()
  const words = 'Only the person who paid for this seat can ask for a refund.'
  server.use(http.post('*/api/seat/purchase', refuse('forbidden', words, 403)))
  const { unmount } = openApp('/seat/token')
  expect(await screen.findByText(words)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
  unmount()
  server.use(http.post('*/api/seat/purchase', refuse('has_account', 'In an account.', 409)))
  openApp('/seat/other')
  expect(await screen.findByRole('link', { name: 'Open Billing' })).toBeVisible()
})

test('terms that could not be loaded are asked for again', async () => {
  answerSeat()
  server.use(http.post('*/api/seat/purchase', () => HttpResponse.error()))
  const user = userEvent.setup()
  openApp('/seat/token')
  const retry = await screen.findByRole('button', { name: 'Retry' })
  answerSeat()
  await user.click(retry)
  expect(await screen.findByText(/Covered until Dec 3/)).toBeVisible()
})

test('an offer is accepted by a button, and a dead one says so', async () => {
  const look = () =>
    HttpResponse.json({
      giver: 'Gil Giver',
      recipient: 'Fay Friend',
      name: 'Beginner Bootcamp',
      ...HOURS,
      expiresAt: HOURS.startDate,
    })
  let accepted = 0
  const accept = () => {
    accepted += 1
    return HttpResponse.json({
      message: 'Yours',
      name: 'Beginner Bootcamp',
      ...HOURS,
      hasAccount: false,
    })
  }
  server.use(http.post('*/api/seat-offer/look', look))
  const user = userEvent.setup()
  openApp('/seat-offer/token')
  const button = await screen.findByRole('button', { name: 'Accept the seat' })
  await failToRefresh()
  server.use(http.post('*/api/seat-offer/accept', accept))
  expect(accepted).toBe(0)
  await user.click(button)
  expect(await screen.findByRole('heading', { name: 'The seat is yours' })).toBeVisible()
  expect(accepted).toBe(1)
})

test('a link of before says that it is over', async () => {
  server.use(
    http.post('*/api/seat-offer/look', () =>
      HttpResponse.json(
        { code: 'gone', message: 'This offer is no longer open.', fields: {} },
        { status: 410 },
      ),
    ),
  )
  openApp('/seat-offer/token')
  expect(await screen.findByRole('heading', { name: 'This offer is over' })).toBeVisible()
  expect(screen.getByText('This offer is no longer open.')).toBeVisible()
})
