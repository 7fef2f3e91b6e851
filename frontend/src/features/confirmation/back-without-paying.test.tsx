import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { keepLeaving, notPaidIn } from '@/lib/left-to-pay'
import { answerCall, refuseCall } from '@/test/calls'
import { resetCheckout } from '@/test/checkout'
import { makePurchaseAnswer } from '@/test/purchases'
import { openApp } from '@/test/render'
import { answerGet } from '@/test/server'

const COMPLETE = '/api/complete-purchase'
const FAILED =
  '/confirmation?payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_2&redirect_status=failed'
const CANCELED = "You canceled the payment at Klarna. You haven't been charged."

beforeEach(() => {
  resetCheckout()
  answerGet('/api/auth/methods', { openid: false, openidName: '', google: false })
  answerGet('/api/check-user-exists/guest%40example.test', { exists: false })
})

const leave = (from = '/checkout?bootcamp=1', paymentIntentId = 'pi_1') =>
  keepLeaving({ paymentIntentId, from, phone: '', smsConsent: false })

const refuse = (code: string, message: string) =>
  answerCall('post', COMPLETE, { code, message, fields: {} }, { status: 409 })

const heading = (name: string) => screen.findByRole('heading', { level: 1, name })

test('whoever canceled is back at the form they left, and told in the server’s words', async () => {
  leave()
  const refused = refuse('not_charged', CANCELED)
  const { router } = openApp(FAILED)
  await heading('Choose Your Bootcamp')
  const { pathname, search, state } = router.state.location
  expect(pathname + search).toBe('/checkout?bootcamp=1')
  expect(notPaidIn(state)).toBe(CANCELED)
  expect(screen.getAllByText(CANCELED).length).toBeGreaterThan(0)
  expect(await screen.findByText('Payment Failed')).toBeVisible()
  expect(refused.bodies).toMatchObject([{ paymentIntentId: 'pi_1', clientSecret: 'pi_1_secret_2' }])
  // Going back must not lead to the result again.
  expect(router.state.historyAction).toBe('REPLACE')
})

test('the address may be wrong: what is paid is shown as paid', async () => {
  leave()
  answerCall('post', COMPLETE, makePurchaseAnswer())
  openApp(FAILED)
  await heading('Your seat is reserved')
})

test('where the seat is gone meanwhile, that is said instead', async () => {
  leave()
  const words = "Beginner Bootcamp has just sold out. You haven't been charged."
  refuse('sold_out', words)
  openApp(FAILED)
  await heading("Your purchase wasn't completed")
  expect(await screen.findByText(words)).toBeVisible()
})

test('a payment that the server does not know is the failure that the address says', async () => {
  leave()
  refuseCall('post', COMPLETE, 404, "We can't find this payment.")
  openApp(FAILED)
  await heading("Your payment didn't go through")
})

test.each([
  ['another payment', () => leave('/checkout', 'pi_0')],
  ['another site', () => leave('//elsewhere.example/checkout')],
])('a tab that left for %s is not led there', async (_, left) => {
  left()
  const { bodies } = answerCall('post', COMPLETE, makePurchaseAnswer())
  const { router } = openApp(FAILED)
  await heading("Your payment didn't go through")
  expect(bodies).toEqual([])
  await waitFor(() => expect(router.state.location.search).not.toContain('secret'))
})
