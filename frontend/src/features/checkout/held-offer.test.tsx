import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as dates from '@/lib/dates'
import { keepTypedBuyer } from '@/lib/typed-buyer'
import { answerCall } from '@/test/calls'
import { answerCatalogue, makeBootcamp, makeBundle } from '@/test/catalogue'
import {
  CARD_FORM,
  emailField,
  laterBeginner,
  makePurchase,
  nameField,
  payment,
  provider,
  resetCheckout,
} from '@/test/checkout'
import { renderWithApp } from '@/test/render'
import { answerGet, refuseGet } from '@/test/server'
import { makeOffer } from '@/test/waiting-list'
import { CheckoutPage } from './checkout-page'

const OFFER = '/api/offers/token'
const CREATE = '/api/create-payment-intent'
const HOLD = '/api/checkout/hold'

beforeEach(() => {
  resetCheckout()
  vi.spyOn(dates, 'viewerZone').mockReturnValue('Europe/London')
  // Full for everybody else.
  answerCatalogue([makeBootcamp({ availableSeats: 0 }), laterBeginner], [makeBundle()])
  answerCall('post', HOLD, { heldUntil: null })
  answerCall('post', '/api/complete-purchase', makePurchase())
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  sessionStorage.clear()
})

const open = () => renderWithApp(<CheckoutPage />, { at: '/checkout?offer=token' })
const seat = () => within(screen.getByRole('region', { name: 'Your seat' }))
const payButton = () => screen.getByRole('button', { name: 'Pay $995.00' })

async function pressPay() {
  await screen.findByText(CARD_FORM)
  await userEvent.click(screen.getByRole('checkbox', { name: /I accept the terms/ }))
  await userEvent.click(payButton())
}

describe('an open offer', () => {
  test('is the only thing to buy, for the person it is held for, until its time', async () => {
    keepTypedBuyer(null, { email: 'other@example.test', fullName: 'Somebody Else' })
    answerGet(OFFER, makeOffer())
    const calls = answerCall('post', CREATE, payment)
    open()
    expect(await screen.findByRole('heading', { name: 'Take Your Seat' })).toBeVisible()
    expect(await screen.findByRole('region', { name: 'Your seat' })).toBeVisible()
    expect(seat().getByText(/^Held for you until/)).toHaveTextContent(
      'Fri, May 1 at 8:00 PM your time',
    )
    expect(screen.queryByRole('checkbox', { name: /Beginner|Bundle/ })).not.toBeInTheDocument()
    await waitFor(() => expect(emailField()).toHaveValue('grace@example.test'))
    expect(nameField()).toHaveValue('Grace Hopper')
    expect(screen.getByRole('region', { name: 'Order summary' })).toHaveTextContent('$995.00')
    await screen.findByText(CARD_FORM)
    expect(screen.getByText(/^Your seat is held for/)).toHaveTextContent(/01:00:00|59:\d\d/)
    expect(calls.bodies).toMatchObject([
      { offer: 'token', bootcampIds: [1], bundleId: null, email: 'grace@example.test' },
    ])
  })

  test('is paid for like anything else', async () => {
    answerGet(OFFER, makeOffer())
    const { router } = open()
    await screen.findByRole('region', { name: 'Your seat' })
    await pressPay()
    await waitFor(() => expect(router.state.location.pathname).toBe('/confirmation'))
  })

  test('of a bundle buys the bundle', async () => {
    const bundle = makeBundle({ availableSeats: 0 })
    answerCatalogue([], [bundle])
    const given = { bootcampId: null, bundleId: bundle.id, name: bundle.name, price: '2995.00' }
    answerGet(OFFER, makeOffer(given))
    const calls = answerCall('post', CREATE, { ...payment, totalAmount: '2995.00' })
    open()
    await screen.findByText(CARD_FORM)
    expect(calls.bodies).toMatchObject([{ offer: 'token', bootcampIds: [], bundleId: bundle.id }])
  })

  test('survives a declined card: the seat is still held', async () => {
    answerGet(OFFER, makeOffer())
    provider.confirmPayment.mockResolvedValueOnce({
      error: { type: 'card_error', message: 'Your card was declined.' },
    })
    open()
    await screen.findByRole('region', { name: 'Your seat' })
    await pressPay()
    expect(await screen.findByRole('alert')).toHaveTextContent(
      "Your card was declined.Try another card. You haven't been charged, and your seat is still held.",
    )
    expect(payButton()).toBeEnabled()
    expect(screen.queryByText(/no longer held/)).not.toBeInTheDocument()
  })

  test('leads back to where it can be passed on', async () => {
    answerGet(OFFER, makeOffer())
    open()
    await screen.findByRole('region', { name: 'Your seat' })
    expect(seat().getByRole('link', { name: 'No, thank you' })).toHaveAttribute(
      'href',
      '/offer/token',
    )
  })
})

describe('an offer that ends', () => {
  test('while somebody types says so in place of the form, and that nothing was charged', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    answerGet(OFFER, makeOffer({ expiresAt: '2026-05-01T18:02:00Z' }))
    open()
    await screen.findByText(CARD_FORM)
    fireEvent.change(nameField(), { target: { value: 'Grace B. Hopper' } })
    answerGet(OFFER, makeOffer({ state: 'expired' }))
    await act(() => vi.advanceTimersByTimeAsync(121_000))
    expect(await screen.findByRole('alert')).toHaveTextContent(
      "The time to take this seat is over. You haven't been charged.",
    )
    expect(screen.queryByText(CARD_FORM)).not.toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'See open dates' })).toHaveAttribute(
      'href',
      '/checkout',
    )
    expect(nameField()).toHaveValue('Grace B. Hopper')
  })

  test('at the Pay click is told, and asked for again', async () => {
    answerGet(OFFER, makeOffer())
    const refusal = { code: 'offer_over', message: 'This offer is no longer open.', fields: {} }
    answerCall('post', HOLD, refusal, { status: 410 })
    open()
    await screen.findByRole('region', { name: 'Your seat' })
    await screen.findByText(CARD_FORM)
    answerGet(OFFER, makeOffer({ state: 'expired' }))
    await pressPay()
    expect(await screen.findByText(/^The time to take this seat is over/)).toBeVisible()
  })

  test.each([
    ['taken', 'This seat is already yours.', 'Go to My Bootcamps'],
    ['declined', "You've passed this seat on.", 'See open dates'],
    ['expired', "The time to take this seat is over. You haven't been charged.", 'See open dates'],
  ] as const)('and was %s before', async (state, words, link) => {
    answerGet(OFFER, makeOffer({ state }))
    const calls = answerCall('post', CREATE, payment)
    open()
    expect(await screen.findByRole('alert')).toHaveTextContent(words)
    expect(screen.getByRole('link', { name: link })).toBeVisible()
    expect(calls.bodies).toEqual([])
  })
})

describe('an offer that is none', () => {
  test('says so and leads to the open dates', async () => {
    refuseGet(OFFER, 404, "We don't recognize this link.")
    open()
    expect(await screen.findByRole('alert')).toHaveTextContent("We don't recognize this link.")
    expect(screen.getByRole('link', { name: 'See open dates' })).toBeVisible()
  })

  test('can be asked for again where the server was away', async () => {
    refuseGet(OFFER, 503, 'Away')
    open()
    expect(await screen.findByText("Your seat couldn't be loaded")).toBeVisible()
    answerGet(OFFER, makeOffer())
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('region', { name: 'Your seat' })).toBeVisible()
  })

  test('of a class that is no longer on sale', async () => {
    answerCatalogue([laterBeginner], [])
    answerGet(OFFER, makeOffer())
    open()
    expect(await screen.findByRole('alert')).toHaveTextContent('no longer on sale')
  })
})
