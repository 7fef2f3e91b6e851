import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { answerCall } from '@/test/calls'
import {
  BEGINNER,
  CARD_FORM,
  fillIn,
  makePurchase,
  packageBox,
  provider,
  resetCheckout,
} from '@/test/checkout'
import { renderWithApp } from '@/test/render'
import { server } from '@/test/server'
import { CheckoutPage } from './checkout-page'

const HOLD = '/api/checkout/hold'
const AWAY = "We're briefly unavailable. Please try again in a few seconds."

beforeEach(resetCheckout)

/** A server that has no room for the first ones who ask for a seat. */
function answerHold({ after, headers }: { after: number; headers?: Record<string, string> }) {
  const asked = { times: 0 }
  server.use(
    http.post(`${window.location.origin}${HOLD}`, () => {
      asked.times += 1
      if (asked.times > after) return HttpResponse.json({ heldUntil: null })
      const body = { code: 'unavailable', message: AWAY, fields: {} }
      return HttpResponse.json(body, { status: 503, ...(headers ? { headers } : {}) })
    }),
  )
  return asked
}

async function pay() {
  const app = renderWithApp(<CheckoutPage />, { at: '/checkout?bootcamp=1' })
  await packageBox(BEGINNER)
  fillIn()
  await screen.findByText(CARD_FORM)
  await userEvent.click(screen.getByRole('checkbox', { name: /I accept the terms of service/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Pay $995.00' }))
  return app
}

test('in a crowd the Pay click asks again when it is told to, and then buys', async () => {
  const asked = answerHold({ after: 2, headers: { 'Retry-After': '0' } })
  answerCall('post', '/api/complete-purchase', makePurchase())
  const { router } = await pay()
  await waitFor(() => expect(router.state.location.pathname).toBe('/confirmation'))
  expect(asked.times).toBe(3)
})

test.each([
  ['does not say when', undefined],
  ['means later than anybody waits', { 'Retry-After': '30' }],
])('a server that is away and %s is told to the buyer', async (_, headers) => {
  const asked = answerHold({ after: 1, ...(headers ? { headers } : {}) })
  await pay()
  expect(await screen.findByRole('alert')).toHaveTextContent("We're briefly unavailable.")
  expect(asked.times).toBe(1)
  expect(provider.confirmPayment).not.toHaveBeenCalled()
})
