import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answerCatalogue, makeBootcamp, makeBundle } from '@/test/catalogue'
import { advanced, answerFacts, laterBeginner, resetCheckout } from '@/test/checkout'
import { renderWithApp } from '@/test/render'
import { CheckoutPage } from './checkout-page'

beforeEach(resetCheckout)

const onHold = { availableSeats: 0, heldSeats: 2 }
const open = (at: string) => renderWithApp(<CheckoutPage />, { at })

test('a date whose seats are only on hold says that one may come back', async () => {
  answerFacts({ holdSeconds: 300 })
  answerCatalogue([makeBootcamp(onHold), laterBeginner, advanced], [])
  open('/checkout?bootcamp=1')
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'All seats in Beginner Bootcamp on Oct 8 are on hold right now. One may free up within 5 minutes.',
  )
  expect(screen.getByText('On hold')).toBeVisible()
  expect(screen.queryByText(/sold out/i)).not.toBeInTheDocument()
  // Another date is one click away all the same.
  expect(screen.getByRole('button', { name: /Beginner Bootcamp.*Oct 10/ })).toBeVisible()
})

test.each([
  [
    'on hold where its full member is',
    onHold,
    'All seats in Complete Bundle are on hold right now.',
  ],
  [
    'sold out where a member is',
    { availableSeats: 0, heldSeats: 0 },
    'Complete Bundle is sold out.',
  ],
])('a bundle is %s', async (_, seats, words) => {
  const bundle = makeBundle({ availableSeats: 0 })
  const [first, ...others] = bundle.bootcamps
  const members = [{ ...(first as (typeof others)[number]), ...seats }, ...others]
  answerCatalogue([advanced], [{ ...bundle, bootcamps: members }])
  open('/checkout?bundle=true')
  expect(await screen.findByRole('alert')).toHaveTextContent(words)
})
