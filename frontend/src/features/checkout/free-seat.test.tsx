import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { viewerZone } from '@/lib/dates'
import { answerCall, refuseCall } from '@/test/calls'
import { answerCatalogue, makeBootcamp } from '@/test/catalogue'
import { buyer, emailField, fillIn, makePurchase, provider, resetCheckout } from '@/test/checkout'
import { answerConfirmation } from '@/test/purchases'
import { loadConfirmation, openApp } from '@/test/render'

const ORDER = '/api/free-seat'
const CREATE = '/api/create-payment-intent'
const evening = makeBootcamp({ name: 'Open Evening', price: '0.00', regularPrice: '0.00' })
const waiting = {
  status: 'confirm',
  email: buyer.email,
  heldUntil: '2099-05-01T18:30:00Z',
  completed: null,
}

beforeAll(loadConfirmation)
beforeEach(() => {
  resetCheckout()
  answerCatalogue([evening], [])
})

const button = () => screen.findByRole('button', { name: 'Get my free seat' })
const accept = async () =>
  userEvent.click(await screen.findByRole('checkbox', { name: /^I accept the/ }))

async function open() {
  const app = openApp('/checkout?bootcamp=1')
  await screen.findByRole('form', { name: 'Free seat' })
  return app
}

async function order() {
  await open()
  fillIn()
  await accept()
  await userEvent.click(await button())
}

describe('what costs nothing', () => {
  test('asks for no card, says Free, and waits for name, email and terms', async () => {
    const payments = answerCall('post', CREATE, {})
    await open()
    expect(screen.getByRole('region', { name: 'Order summary' })).toHaveTextContent('TotalFree')
    expect(await button()).toBeDisabled()
    expect(screen.getByText(/Enter your email and name/)).toBeVisible()
    fillIn()
    expect(await screen.findByText('Accept the terms to continue.')).toBeVisible()
    await accept()
    expect(await button()).toBeEnabled()
    expect(payments.bodies).toEqual([])
    expect(provider.forms).toEqual([])
    expect(screen.queryByText(/you'll get a 100% refund/)).not.toBeInTheDocument()
  })

  test('is ordered, and the email has to be confirmed', async () => {
    const { bodies } = answerCall('post', ORDER, waiting)
    await order()
    expect(await screen.findByRole('heading', { name: 'Check your email' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Continue' })).not.toBeInTheDocument()
    expect(screen.getByText(/We sent a link to/)).toHaveTextContent(buyer.email)
    expect(screen.getByText(/We sent a link to/).closest('[tabindex]')).toHaveFocus()
    expect(bodies).toEqual([
      {
        bootcampIds: [1],
        bundleId: null,
        chosenDates: [],
        code: '',
        ...buyer,
        timezone: viewerZone(),
        termsVersion: '2026-11',
      },
    ])
  })

  test('the email is asked for again, and the address corrected', async () => {
    const { bodies } = answerCall('post', ORDER, waiting)
    await order()
    await userEvent.click(await screen.findByRole('button', { name: 'Send it again' }))
    expect(await screen.findByText(/^Done\. If the last one/)).toBeVisible()
    expect(bodies).toHaveLength(2)
    await userEvent.click(screen.getByRole('button', { name: 'Change the address' }))
    expect(emailField()).toHaveFocus()
    fillIn({ email: 'other@example.test' })
    expect(await button()).toBeVisible()
    expect(screen.queryByRole('heading', { name: 'Check your email' })).not.toBeInTheDocument()
  })

  test('belongs to a proven account at once', async () => {
    const completed = makePurchase({ invitationToken: null })
    answerCall('post', ORDER, { ...waiting, status: 'completed', heldUntil: null, completed })
    answerConfirmation()
    await order()
    expect(await screen.findByRole('heading', { name: 'Your seat is reserved' })).toBeVisible()
  })

  test('a refusal is said, and the form stays as it is', async () => {
    refuseCall('post', ORDER, 409, 'You already have a seat in Open Evening.')
    await order()
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'You already have a seat in Open Evening.',
    )
    await waitFor(async () => expect(await button()).toBeEnabled())
  })
})
