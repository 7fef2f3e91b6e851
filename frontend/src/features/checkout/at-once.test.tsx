import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { unbroken } from '@/lib/dates'
import { makeBundle } from '@/test/catalogue'
import {
  answerFacts,
  BEGINNER,
  BUNDLE,
  CARD_FORM,
  fillIn,
  packageBox,
  provider,
  resetCheckout,
} from '@/test/checkout'
import { renderWithApp } from '@/test/render'
import { server } from '@/test/server'
import { CheckoutPage } from './checkout-page'

const open = (at = '/checkout?bootcamp=1') => renderWithApp(<CheckoutPage />, { at })

function writeKeyIntoPage(key: string) {
  const meta = document.createElement('meta')
  meta.name = 'payment-key'
  meta.content = key
  document.head.append(meta)
}

beforeEach(resetCheckout)
afterEach(() => document.querySelector('meta[name=payment-key]')?.remove())

test('the provider starts with the key in the page, before the server has answered', async () => {
  writeKeyIntoPage('pk_test_1')
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  server.use(
    http.get(`${window.location.origin}/api/checkout`, async () => {
      await answered
      return HttpResponse.json({
        publishableKey: 'pk_test_1',
        holdSeconds: 600,
        ownedBootcampIds: [],
        hold: null,
        lastPurchase: null,
      })
    }),
  )
  open()
  await waitFor(() => expect(provider.load).toHaveBeenCalledOnce())
  answer()
  await packageBox(BEGINNER)
  fillIn()
  expect(await screen.findByText(CARD_FORM)).toBeVisible()
  // The answer brings the same key: nothing is loaded twice.
  expect(provider.load.mock.calls).toEqual([['pk_test_1']])
})

test('a page that was built with another key follows the server', async () => {
  writeKeyIntoPage('pk_test_old')
  answerFacts({ publishableKey: 'pk_test_new' })
  open()
  await waitFor(() => expect(provider.load).toHaveBeenCalledWith('pk_test_new'))
  expect(provider.load).toHaveBeenLastCalledWith('pk_test_new')
})

test('without a key in the page the provider waits for the server', async () => {
  open()
  await packageBox(BEGINNER)
  await waitFor(() => expect(provider.load).toHaveBeenCalled())
  expect(provider.load.mock.calls).toEqual([['pk_test_1']])
})

test.each([
  [
    '/checkout?bootcamp=1',
    BEGINNER,
    unbroken('Beginner Bootcamp · Thu, Oct 8 at 6:00 PM – 9:00 PM EDT'),
  ],
  ['/checkout?bundle=true', BUNDLE, `${BUNDLE} · ${makeBundle().bootcamps.length} bootcamps`],
])('%s: what is paid for stands beside the card', async (at, box, words) => {
  open(at)
  await packageBox(box)
  const panel = within(screen.getByRole('region', { name: 'Payment' }))
  expect(panel.queryByText(CARD_FORM)).toBeNull()
  fillIn()
  expect(await panel.findByText(CARD_FORM)).toBeVisible()
  expect(
    panel.getByText((_, node) => node?.tagName === 'P' && node.textContent === words),
  ).toBeVisible()
})
