/** Paying the price difference: the seat moves once it is paid, and stays where it is until then. */
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { answerCall } from '@/test/calls'
import { CARD_FORM, makePurchase, provider, resetCheckout } from '@/test/checkout'
import { makeUser } from '@/test/makers'
import { loadConfirmation, openApp } from '@/test/render'
import { answerGet, signIn } from '@/test/server'
import './move-payment-page'

const HOURS = {
  startDate: '2099-12-04T23:00:00Z',
  endDate: '2099-12-05T02:00:00Z',
  timezone: 'America/New_York',
}
const LATER = {
  startDate: '2099-12-18T23:00:00Z',
  endDate: '2099-12-19T02:00:00Z',
  timezone: 'America/New_York',
}
const DATE = {
  bootcampId: 8,
  name: 'Beginner Bootcamp',
  ...LATER,
  price: '1195.00',
  availableSeats: 3,
  refusal: '',
  note: '',
  toPay: '200.00',
}
const SEAT = {
  name: 'Beginner Bootcamp',
  ...HOURS,
  movesUntil: HOURS.startDate,
  movesLeft: 2,
  staysBecause: '',
  keptBecause: '',
  offer: null,
  dates: [DATE],
}
const PAYMENT = {
  clientSecret: 'pi_2_secret_2',
  paymentIntentId: 'pi_2',
  totalAmount: '200.00',
  email: 'grace@example.test',
  fullName: 'Grace Hopper',
}
const BEGIN = '/api/seat/move-payment'

beforeAll(loadConfirmation)
beforeEach(() => {
  resetCheckout()
  answerCall('post', '/api/seat/look', SEAT)
  answerCall('post', '/api/checkout/hold', { heldUntil: null })
  const bought = makePurchase({ invitationToken: null })
  const purchase = { ...bought.purchase, isMove: true, totalAmount: '200.00' }
  answerCall('post', '/api/complete-purchase', { ...bought, purchase })
})

async function pay() {
  await screen.findByText(CARD_FORM)
  await userEvent.click(screen.getByRole('checkbox', { name: /I accept the terms/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Pay $200.00' }))
}

test('shows both dates and the difference, takes the card, and says that the seat has moved', async () => {
  const { bodies } = answerCall('post', BEGIN, PAYMENT)
  openApp('/seat/token/pay/8')
  expect(await screen.findByRole('heading', { name: 'Move your seat' })).toBeVisible()
  const summary = await screen.findByRole('region', { name: 'Your move' })
  for (const words of [/Now/, /New date/, /Price difference\s*\$200\.00/]) {
    expect(summary).toHaveTextContent(words)
  }
  await screen.findByText(CARD_FORM)
  // Nobody is asked again for what was said when they bought.
  expect(screen.queryByRole('textbox', { name: 'Phone' })).toBeNull()
  expect(screen.queryByLabelText('Email')).toBeNull()
  await pay()
  expect(await screen.findByRole('heading', { name: 'Your seat has moved' })).toBeVisible()
  expect(screen.queryByText(/Create your free account/)).toBeNull()
  expect(bodies[0]).toMatchObject({ token: 'token', bootcampId: 8 })
  expect(provider.confirmPayment).toHaveBeenCalledWith(
    expect.objectContaining({
      confirmParams: expect.objectContaining({ receipt_email: 'grace@example.test' }),
    }),
  )
})

test('from the portal the same, for whoever is signed in', async () => {
  signIn(makeUser())
  answerGet('/api/user/seats/5/changes', SEAT)
  const { bodies } = answerCall('post', '/api/user/seats/5/move-payment', PAYMENT)
  openApp('/portal/seats/5/pay/8')
  await pay()
  expect(await screen.findByRole('heading', { name: 'Your seat has moved' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Access Your Portal' })).toBeVisible()
  expect(bodies[0]).toMatchObject({ bootcampId: 8 })
})

test('a declined card says that nothing was charged, and another can be tried', async () => {
  answerCall('post', BEGIN, PAYMENT)
  provider.confirmPayment.mockResolvedValue({
    error: { type: 'card_error', message: 'Your card was declined.' },
  })
  openApp('/seat/token/pay/8')
  await pay()
  expect(await screen.findByText(/You haven't been charged/)).toBeVisible()
  expect(screen.getByRole('heading', { name: 'Move your seat' })).toBeVisible()
})

test('a date that went meanwhile is said in words, with the way back', async () => {
  answerCall('post', BEGIN, { code: 'sold_out', message: 'x', fields: {} }, { status: 409 })
  openApp('/seat/token/pay/8')
  await waitFor(() => expect(screen.getByText('This date has just sold out.')).toBeVisible())
  expect(screen.getByRole('link', { name: 'Choose another date' })).toHaveAttribute(
    'href',
    '/seat/token',
  )
})

test.each([
  ['a date that is not on offer', { ...SEAT, dates: [] }],
  ['one that costs nothing more', { ...SEAT, dates: [{ ...DATE, toPay: '0.00' }] }],
])('%s is nothing to pay for', async (_, seat) => {
  answerCall('post', '/api/seat/look', seat)
  const { bodies } = answerCall('post', BEGIN, PAYMENT)
  openApp('/seat/token/pay/8')
  expect(await screen.findByRole('heading', { name: "Your seat hasn't moved" })).toBeVisible()
  expect(bodies).toEqual([])
})
