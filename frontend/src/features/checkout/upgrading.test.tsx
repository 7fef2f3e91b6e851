import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { answerCall } from '@/test/calls'
import { answerCatalogue, makeBundle } from '@/test/catalogue'
import {
  advanced,
  answerFacts,
  BEGINNER,
  BUNDLE,
  beginner,
  fillIn,
  makeUpgrade,
  packageBox,
  payment,
  resetCheckout,
} from '@/test/checkout'
import { renderWithApp } from '@/test/render'
import { CheckoutPage } from './checkout-page'

const BUNDLE_ID = makeBundle().id
const open = (at = '/checkout') => renderWithApp(<CheckoutPage />, { at })
const card = () => within(screen.getByRole('region', { name: 'The complete bundle' }))
const summary = () => screen.getByRole('region', { name: 'Order summary' })

beforeEach(() => {
  resetCheckout()
  answerFacts({ ownedBootcampIds: [1], upgrades: [makeUpgrade()] })
})

test('an owner of a part sees the price of the rest, and why it is that', async () => {
  open()
  expect(await packageBox(BUNDLE)).toBeEnabled()
  expect(card().getByText('$2,000')).toBeVisible()
  expect(card().getByText('$2,995.00 − $995.00 you paid')).toBeVisible()
  expect(card().getByText(/^You already have \d of 3$/)).toBeVisible()
  expect(card().getByText(/which you own/)).toHaveTextContent('Beginner Bootcamp, which you own')
  // Apart, the two would cost $2,990.
  expect(card().getByText('Save $990')).toBeVisible()
  expect(screen.getByRole('checkbox', { name: BEGINNER })).toBeDisabled()
})

test('the order lists what is missing, the price, and what was paid', async () => {
  const asked = answerCall('post', '/api/create-payment-intent', {
    ...payment,
    totalAmount: '2000.00',
  })
  open()
  await userEvent.click(await packageBox(BUNDLE))
  expect(summary()).toHaveTextContent('The rest of Complete Bundle')
  expect(within(summary()).queryByText('Beginner Bootcamp')).not.toBeInTheDocument()
  expect(within(summary()).getByText('AI Marketing Bootcamp')).toBeVisible()
  expect(summary()).toHaveTextContent('Bundle price$2,995.00')
  expect(summary()).toHaveTextContent("You've already paid-$995.00")
  expect(summary()).toHaveTextContent('Total$2,000.00')
  fillIn()
  await waitFor(() => expect(asked.bodies).toHaveLength(1))
  expect(asked.bodies[0]).toMatchObject({ bootcampIds: [], bundleId: BUNDLE_ID })
})

test('only what is missing must have seats and lie ahead', async () => {
  const bundle = makeBundle({ availableSeats: 0 })
  const past = '2001-01-01T00:00:00Z'
  const bootcamps = bundle.bootcamps.map((member) =>
    member.id === 1 ? { ...member, availableSeats: 0, startDate: past } : member,
  )
  answerCatalogue([beginner, advanced], [{ ...bundle, bootcamps }])
  open()
  expect(await packageBox(BUNDLE)).toBeEnabled()
})

test('a rest that is sold out says so', async () => {
  const bundle = makeBundle({ availableSeats: 0 })
  const bootcamps = bundle.bootcamps.map((member) => ({
    ...member,
    availableSeats: member.id === 3 ? 0 : 5,
  }))
  answerCatalogue([beginner, advanced], [{ ...bundle, bootcamps }])
  open()
  expect(await packageBox(BUNDLE)).toBeDisabled()
  expect(card().getByText('Sold out')).toBeVisible()
})

test('with everything owned, other dates included, the bundle cannot be bought', async () => {
  answerFacts({ ownedBootcampIds: [77, 78, 79], ownedBundleIds: [BUNDLE_ID] })
  open()
  expect(await packageBox(BUNDLE)).toBeDisabled()
  expect(card().getByText('You already own this')).toBeVisible()
})

test('with nothing left to pay it says what to do instead', async () => {
  answerFacts({
    ownedBootcampIds: [1],
    upgrades: [makeUpgrade({ paid: '3000.00', price: '0.00', isPayable: false })],
  })
  open(`/checkout?bundle=${BUNDLE_ID}`)
  const notice = await screen.findByRole('alert')
  expect(notice).toHaveTextContent(
    "You've already paid the full price of Complete Bundle. Contact us, and we'll add the other bootcamps for you.",
  )
  expect(screen.getByRole('link', { name: 'Contact us' })).toHaveAttribute(
    'href',
    '/contact?subject=The%20rest%20of%20Complete%20Bundle',
  )
})
