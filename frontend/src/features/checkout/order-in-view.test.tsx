import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { answerCatalogue, makeBootcamp } from '@/test/catalogue'
import {
  ADVANCED,
  BEGINNER,
  BUNDLE,
  CARD_FORM,
  emailField,
  fillIn,
  LATER,
  laterBeginner,
  nameField,
  packageBox,
  resetCheckout,
} from '@/test/checkout'
import { renderWithApp } from '@/test/render'
import { CheckoutPage } from './checkout-page'

const open = (at = '/checkout') => renderWithApp(<CheckoutPage />, { at })
const summary = () => screen.getByRole('region', { name: 'Order summary' })

beforeEach(resetCheckout)

describe('somebody who came for one thing', () => {
  const change = () => screen.queryByRole('button', { name: 'Change' })
  const isListed = (name: string) => screen.queryByRole('checkbox', { name }) !== null

  test('what the address chose is all there is of the list, until it is to be changed', async () => {
    open('/checkout?bootcamp=1')
    await packageBox(BEGINNER)
    expect([BUNDLE, LATER, ADVANCED].filter(isListed)).toEqual([])
    await userEvent.click(screen.getByRole('button', { name: 'Change' }))
    const all = [BUNDLE, BEGINNER, LATER, ADVANCED]
    expect(all.filter(isListed)).toEqual(all)
    expect(change()).not.toBeInTheDocument()
    // Choosing does not fold it up again under somebody's finger.
    await userEvent.click(await packageBox(ADVANCED))
    await waitFor(async () => expect(await packageBox(ADVANCED)).toBeChecked())
    expect(isListed(BEGINNER)).toBe(true)
  })

  test('the whole list is there when nothing was chosen, or when it cannot be bought', async () => {
    const { unmount } = open()
    await packageBox(BEGINNER)
    expect(change()).not.toBeInTheDocument()
    unmount()
    answerCatalogue([makeBootcamp({ availableSeats: 0 }), laterBeginner], [])
    open('/checkout?bootcamp=1')
    await packageBox(LATER)
    expect(change()).not.toBeInTheDocument()
  })

  test('the list that opens again takes the keyboard along', async () => {
    open('/checkout?bootcamp=1')
    await packageBox(BEGINNER)
    const change = screen.getByRole('button', { name: 'Change' })
    change.focus()
    await userEvent.keyboard('{Enter}')
    expect(screen.queryByRole('button', { name: 'Change' })).not.toBeInTheDocument()
    await userEvent.tab()
    expect(await packageBox(BUNDLE)).toHaveFocus()
  })

  test('the order comes with the list, not before it', async () => {
    open('/checkout?bootcamp=1')
    expect(screen.getByText('Loading the bootcamps...')).toBeInTheDocument()
    expect(screen.queryByRole('region', { name: 'Order summary' })).not.toBeInTheDocument()
    await packageBox(BEGINNER)
    expect(summary()).toHaveTextContent('Total$995.00')
  })
})

// On a wide window the step stands in the summary, elsewhere in the bar at the lower edge.
describe.each([
  ['the summary', 'Order summary'],
  ['the bar', 'Your order'],
])('the next step in %s', (_, region) => {
  const place = () => within(screen.getByRole('region', { name: region }))

  test('is missing while nothing is chosen', async () => {
    open()
    await packageBox(BEGINNER)
    expect(screen.queryByRole('button', { name: 'Continue' })).not.toBeInTheDocument()
  })

  test('leads to the first field that is missing', async () => {
    open('/checkout?bootcamp=1')
    await packageBox(BEGINNER)
    const next = place().getByRole('button', { name: 'Continue' })
    await userEvent.click(next)
    expect(emailField()).toHaveFocus()
    await userEvent.keyboard('grace@example.test')
    await userEvent.click(next)
    expect(nameField()).toHaveFocus()
  })
})

test('beside the form only its own button and the one in the bar pay', async () => {
  open('/checkout?bootcamp=1')
  await packageBox(BEGINNER)
  fillIn()
  await screen.findByText(CARD_FORM)
  const bar = within(screen.getByRole('region', { name: 'Your order' }))
  expect(within(summary()).queryByRole('button', { name: 'Continue' })).not.toBeInTheDocument()
  await userEvent.click(bar.getByRole('button', { name: 'Continue' }))
  expect(screen.getByRole('region', { name: 'Payment' })).toHaveFocus()
  await userEvent.click(screen.getByRole('checkbox', { name: /I accept the terms/ }))
  expect(bar.getByRole('button', { name: 'Pay' })).toHaveAttribute('form', 'payment-form')
  expect(screen.getAllByRole('button', { name: /^Pay/ })).toHaveLength(2)
  expect(within(summary()).queryByRole('button', { name: /^Pay/ })).not.toBeInTheDocument()
})

test('what one asks oneself before pressing Pay is answered beside the button', async () => {
  open('/checkout?bootcamp=1')
  await packageBox(BEGINNER)
  fillIn()
  await screen.findByText(CARD_FORM)
  const form = within(screen.getByRole('form', { name: 'Payment' }))
  expect(form.getByText('Secured by Stripe. We never see your card details.')).toBeVisible()
  expect(form.getByText('100% refund if you ask before your first session ends.')).toBeVisible()
})
