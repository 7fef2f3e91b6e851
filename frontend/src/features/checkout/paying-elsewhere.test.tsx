import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { keepLeaving, notPaid, readLeaving } from '@/lib/left-to-pay'
import { SMS_CONSENT_WORDS } from '@/lib/sms-consent'
import { answerCall } from '@/test/calls'
import { CARD_FORM, fillIn, makePurchase, provider, resetCheckout } from '@/test/checkout'
import { renderWithApp } from '@/test/render'
import { CheckoutPage } from './checkout-page'

const HOLD = '/api/checkout/hold'
const CANCELED = "You canceled the payment at Klarna. You haven't been charged."

beforeEach(() => {
  resetCheckout()
  answerCall('post', '/api/complete-purchase', makePurchase())
})

const phone = () => screen.getByRole('textbox', { name: 'Phone' })
const texts = () => screen.getByRole('checkbox', { name: SMS_CONSENT_WORDS })
const terms = () => screen.getByRole('checkbox', { name: /I accept the terms of service/ })
const pressPay = () => userEvent.click(screen.getByRole('button', { name: 'Pay $995.00' }))
const isBusy = () => screen.queryByText('Confirming your payment...') !== null

const showPage = (persisted: boolean) =>
  act(() => void window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted })))

async function open(state?: unknown) {
  const at = { pathname: '/checkout', search: '?bootcamp=1', state }
  const app = renderWithApp(<CheckoutPage />, { at })
  await screen.findByRole('region', { name: 'Order summary' })
  fillIn()
  await screen.findByText(CARD_FORM)
  return app
}

/** The provider takes the page to another one: it never answers. */
function leaveWith(method: string) {
  provider.submit.mockResolvedValue({ selectedPaymentMethod: method })
  provider.confirmPayment.mockReturnValue(new Promise(() => {}))
}

test.each([
  ['klarna', 'redirect'],
  ['affirm', 'redirect'],
  ['afterpay_clearpay', 'redirect'],
  ['card', 'card'],
  ['google_pay', 'card'],
  ['link', 'card'],
])('paying with %s asks for the hold of a %s', async (chosen, method) => {
  const held = answerCall('post', HOLD, { heldUntil: null })
  provider.submit.mockResolvedValue({ selectedPaymentMethod: chosen })
  await open()
  await userEvent.click(terms())
  await pressPay()
  await waitFor(() => expect(held.bodies).toMatchObject([{ method }]))
})

test('where the buyer leaves for another page, this tab remembers the place and what was typed', async () => {
  answerCall('post', HOLD, { heldUntil: null })
  leaveWith('klarna')
  window.history.replaceState(null, '', '/checkout?bootcamp=1')
  await open()
  await userEvent.type(phone(), '+1 555 010 9999')
  await userEvent.click(terms())
  await pressPay()
  await waitFor(() => expect(isBusy()).toBe(true))
  expect(readLeaving('pi_1')).toEqual({
    paymentIntentId: 'pi_1',
    from: '/checkout?bootcamp=1',
    phone: '+1 555 010 9999',
    smsConsent: false,
  })
  expect(readLeaving('pi_2')).toBeNull()
})

test("back by the browser's button the form can be used again", async () => {
  answerCall('post', HOLD, { heldUntil: null })
  leaveWith('klarna')
  await open()
  await userEvent.click(terms())
  await pressPay()
  await waitFor(() => expect(isBusy()).toBe(true))
  showPage(false)
  expect(isBusy()).toBe(true)
  showPage(true)
  await waitFor(() => expect(isBusy()).toBe(false))
  provider.submit.mockResolvedValue({ selectedPaymentMethod: 'card' })
  provider.confirmPayment.mockResolvedValue({ paymentIntent: { status: 'requires_capture' } })
  await pressPay()
  expect(await screen.findByText('Payment Successful')).toBeVisible()
})

test('back without having paid it is said, and what was typed is there', async () => {
  keepLeaving({
    paymentIntentId: 'pi_1',
    from: '/checkout?bootcamp=1',
    phone: '+1 555 010 9999',
    smsConsent: true,
  })
  await open(notPaid(CANCELED))
  expect(screen.getByText(CANCELED).closest('[role=alert]')).toHaveTextContent(
    'What you typed is still here. Try again, or choose another way to pay.',
  )
  expect(phone()).toHaveValue('+1 555 010 9999')
  expect(texts()).toBeChecked()
  // Agreed to with every payment.
  expect(terms()).not.toBeChecked()
  answerCall('post', HOLD, { heldUntil: null })
  await userEvent.click(terms())
  await pressPay()
  expect(await screen.findByText('Payment Successful')).toBeVisible()
  expect(screen.queryByText(CANCELED)).not.toBeInTheDocument()
})

test("another payment's number is nobody's here", async () => {
  keepLeaving({ paymentIntentId: 'pi_0', from: '/checkout', phone: '+1 555', smsConsent: true })
  await open()
  expect(phone()).toHaveValue('')
  expect(texts()).not.toBeChecked()
  expect(screen.queryByText(CANCELED)).not.toBeInTheDocument()
})

test('a refusal of what is no card does not ask for another card', async () => {
  answerCall('post', HOLD, { heldUntil: null })
  provider.submit.mockResolvedValue({ selectedPaymentMethod: 'klarna' })
  provider.confirmPayment.mockResolvedValue({
    error: { type: 'invalid_request_error', message: 'Klarna is not available.' },
  })
  const refusal = { code: 'not_charged', message: "You haven't been charged.", fields: {} }
  answerCall('post', '/api/complete-purchase', refusal, { status: 409 })
  await open()
  await userEvent.click(terms())
  await pressPay()
  expect(await screen.findByText(/Try another way to pay\. You haven't been charged/)).toBeVisible()
})
