import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { answerCall, refuseCall } from '@/test/calls'
import { answerCatalogue, makeBundle } from '@/test/catalogue'
import {
  advanced,
  answerFacts,
  BUNDLE,
  beginner,
  fillIn,
  laterBeginner,
  makeUpgrade,
  packageBox,
  payment,
  resetCheckout,
} from '@/test/checkout'
import { pickFrom } from '@/test/forms'
import { renderWithApp } from '@/test/render'
import { CheckoutPage } from './checkout-page'

const THURSDAY = 'Thu, Oct 8 at 6:00 PM – 9:00 PM EDT'
const SATURDAY = 'Sat, Oct 10 at 9:00 AM – 12:00 PM EDT'
const bundleId = makeBundle().id

/** Beginner has two dates; the other bootcamps have one each. */
function bundleWithDates(given: Partial<ReturnType<typeof makeBundle>> = {}) {
  const bundle = makeBundle(given)
  const bootcamps = bundle.bootcamps.map((member) => ({
    ...member,
    step: member.id,
    dateIds: member.id === 1 ? [1, 4] : [member.id],
  }))
  return { ...bundle, bootcamps }
}

const summary = () => screen.getByRole('region', { name: 'Order summary' })
/** With the lists that open, which come after what is chosen in them. */
const dates = async () => {
  const region = await screen.findByRole('region', { name: 'Your dates' })
  await waitFor(() => expect(within(region).queryByRole('combobox', { busy: true })).toBeNull())
  return region
}
const pick = async (name: string, option: string) =>
  pickFrom(within(await dates()).getByRole('combobox', { name }), option)
const open = (at = `/checkout?bundle=${bundleId}`) => renderWithApp(<CheckoutPage />, { at })

beforeEach(() => {
  resetCheckout()
  answerCatalogue([beginner, laterBeginner, advanced], [bundleWithDates()])
})

test('the earliest date is chosen, stands in the order, and nothing but the bundle is sent', async () => {
  const asked = answerCall('post', '/api/create-payment-intent', payment)
  open()
  expect(
    within(await dates()).getByRole('combobox', { name: 'Beginner Bootcamp' }),
  ).toHaveTextContent(THURSDAY)
  // In the bundle's own card, above its price in the order.
  const order = summary().compareDocumentPosition(await dates())
  expect(order).toBe(Node.DOCUMENT_POSITION_PRECEDING)
  expect((await dates()).parentElement).toContainElement(await packageBox(BUNDLE))
  // Where there is one date it is told, not asked.
  expect(within(await dates()).getAllByRole('combobox')).toHaveLength(1)
  expect(summary()).toHaveTextContent(`Beginner Bootcamp${THURSDAY}$995.00`)
  fillIn()
  await waitFor(() => expect(asked.bodies).toHaveLength(1))
  expect(asked.bodies[0]).not.toHaveProperty('chosenDates')
})

test('another date is in the order, in the payment, and no dearer', async () => {
  const asked = answerCall('post', '/api/create-payment-intent', {
    ...payment,
    totalAmount: '2995.00',
  })
  open()
  await dates()
  await pick('Beginner Bootcamp', SATURDAY)
  expect(summary()).toHaveTextContent(`Beginner Bootcamp${SATURDAY}$995.00`)
  expect(summary()).not.toHaveTextContent(THURSDAY)
  fillIn()
  await waitFor(() => expect(asked.bodies).toHaveLength(1))
  expect(asked.bodies[0]).toMatchObject({
    bootcampIds: [],
    bundleId,
    chosenDates: [{ memberId: 1, bootcampId: 4 }],
  })
  expect(summary()).toHaveTextContent('Total$2,995.00')
})

test('a changed date asks for another payment, and back again for another', async () => {
  const asked = answerCall('post', '/api/create-payment-intent', payment)
  open()
  await dates()
  fillIn()
  await waitFor(() => expect(asked.bodies).toHaveLength(1))
  await pick('Beginner Bootcamp', SATURDAY)
  await waitFor(() => expect(asked.bodies).toHaveLength(2))
  await pick('Beginner Bootcamp', THURSDAY)
  await waitFor(() => expect(asked.bodies).toHaveLength(3))
  expect(asked.bodies.map((body) => (body as { chosenDates?: unknown }).chosenDates)).toEqual([
    undefined,
    [{ memberId: 1, bootcampId: 4 }],
    undefined,
  ])
})

test('the address keeps the choice, and gives it up with the bundle', async () => {
  open(`/checkout?bundle=${bundleId}&dates=4`)
  await dates()
  expect(summary()).toHaveTextContent(SATURDAY)
  await userEvent.click(await packageBox(BUNDLE))
  expect(screen.queryByRole('region', { name: 'Your dates' })).not.toBeInTheDocument()
  await userEvent.click(await packageBox(BUNDLE))
  await dates()
  expect(summary()).toHaveTextContent(THURSDAY)
})

test('a bundle whose own date is full is sold on the other', async () => {
  answerCatalogue(
    [{ ...beginner, availableSeats: 0 }, laterBeginner, advanced],
    [bundleWithDates({ availableSeats: 0 })],
  )
  const asked = answerCall('post', '/api/create-payment-intent', payment)
  open('/checkout')
  await userEvent.click(await packageBox(BUNDLE))
  expect(summary()).toHaveTextContent(SATURDAY)
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  // There is nothing to choose, and it is kept all the same: this buyer's own hold takes the last seat.
  expect(screen.queryByRole('region', { name: 'Your dates' })).not.toBeInTheDocument()
  const signIn = screen.getByRole('link', { name: 'Sign in' })
  await waitFor(() => expect(signIn).toHaveAttribute('href', expect.stringContaining('dates')))
  fillIn()
  await waitFor(() => expect(asked.bodies).toHaveLength(1))
  expect(asked.bodies[0]).toMatchObject({ chosenDates: [{ memberId: 1, bootcampId: 4 }] })
})

test('a chosen date that is full is named, and another is asked for', async () => {
  answerCatalogue(
    [beginner, { ...laterBeginner, availableSeats: 0 }, advanced],
    [bundleWithDates()],
  )
  open(`/checkout?bundle=${bundleId}&dates=4`)
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Beginner Bootcamp on Sat, Oct 10 is sold out. Choose another date for it.',
  )
  expect(screen.queryByText('You can choose instead:')).not.toBeInTheDocument()
  expect(within(await dates()).getByText('Sold out')).toBeVisible()
  await pick('Beginner Bootcamp', THURSDAY)
  await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument())
})

test('a date that the server refuses is refused in its words', async () => {
  const words = 'Beginner Bootcamp on Sat, Oct 10 at 9:00 AM EDT is sold out.'
  refuseCall('post', '/api/create-payment-intent', 409, words)
  open(`/checkout?bundle=${bundleId}&dates=4`)
  await dates()
  fillIn()
  expect(await screen.findByText("We couldn't start your payment")).toBeVisible()
  expect(screen.getAllByText(words).length).toBeGreaterThan(0)
})

test('a seat held on the chosen date is known again after a reload', async () => {
  const heldUntil = new Date(Date.now() + 600_000).toISOString()
  answerFacts({ hold: { bootcampIds: [], bundleId, seatsIn: [2, 3, 4], heldUntil } })
  answerCatalogue(
    [beginner, { ...laterBeginner, availableSeats: 0 }, advanced],
    [bundleWithDates()],
  )
  open(`/checkout?bundle=${bundleId}&dates=4`)
  expect(await screen.findByText('Your seats are held')).toBeVisible()
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  expect(within(await dates()).queryByText('Sold out')).not.toBeInTheDocument()
})

test('of the rest of a bundle only what is missing has dates', async () => {
  answerFacts({ ownedBootcampIds: [1], upgrades: [makeUpgrade()] })
  const laterAdvanced = {
    ...advanced,
    id: 22,
    startDate: '2099-11-25T23:00:00Z',
    endDate: '2099-11-26T02:00:00Z',
  }
  const bundle = bundleWithDates()
  const bootcamps = bundle.bootcamps.map((member) =>
    member.id === 2 ? { ...member, dateIds: [2, 22] } : member,
  )
  answerCatalogue([beginner, laterBeginner, advanced, laterAdvanced], [{ ...bundle, bootcamps }])
  const asked = answerCall('post', '/api/create-payment-intent', payment)
  open()
  expect(within(await dates()).getAllByRole('combobox')).toHaveLength(1)
  await pick('Advanced Bootcamp', 'Wed, Nov 25 at 6:00 PM – 9:00 PM EST')
  expect(summary()).toHaveTextContent('Wed, Nov 25 at 6:00 PM')
  fillIn()
  await waitFor(() => expect(asked.bodies).toHaveLength(1))
  expect(asked.bodies[0]).toMatchObject({ chosenDates: [{ memberId: 2, bootcampId: 22 }] })
})

test('where every bootcamp has one date nothing is asked', async () => {
  answerCatalogue([beginner, laterBeginner, advanced], [makeBundle()])
  open()
  await packageBox(BUNDLE)
  expect(summary()).toHaveTextContent(THURSDAY)
  expect(screen.queryByRole('region', { name: 'Your dates' })).not.toBeInTheDocument()
})
