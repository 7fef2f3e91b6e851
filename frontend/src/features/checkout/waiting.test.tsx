import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { answerCall } from '@/test/calls'
import { answerCatalogue, makeBootcamp, makeBundle } from '@/test/catalogue'
import {
  advanced,
  answerFacts,
  BEGINNER,
  BUNDLE,
  CARD_FORM,
  fillIn,
  laterBeginner,
  packageBox,
  resetCheckout,
} from '@/test/checkout'
import { renderWithApp } from '@/test/render'
import { CheckoutPage } from './checkout-page'

beforeEach(resetCheckout)

const open = (at: string) => renderWithApp(<CheckoutPage />, { at })
const full = makeBootcamp({ availableSeats: 0 })
const WAIT = /^Notify me if a seat opens up/

const boxOf = async (name: string) => within((await packageBox(name)).parentElement as HTMLElement)

describe('in the list of packages', () => {
  test('a full date and a full bundle lead to their waiting lists, an open date to none', async () => {
    const bundle = makeBundle({ availableSeats: 0 })
    answerCatalogue([full, laterBeginner, advanced], [bundle])
    open('/checkout')
    expect((await boxOf(BEGINNER)).getByRole('link', { name: WAIT })).toHaveAttribute(
      'href',
      '/waiting?bootcamp=1',
    )
    expect(
      (await boxOf(BUNDLE)).getByRole('link', { name: 'Notify me if seats open up' }),
    ).toHaveAttribute('href', `/waiting?bundle=${bundle.id}`)
    expect(screen.getAllByRole('link', { name: /^Notify me/ })).toHaveLength(2)
  })

  test('a seat that this buyer holds is not waited for', async () => {
    answerFacts({
      hold: {
        bootcampIds: [1],
        bundleId: null,
        seatsIn: [1],
        heldUntil: new Date(Date.now() + 300_000).toISOString(),
      },
    })
    answerCatalogue([{ ...full, heldSeats: 1 }, laterBeginner], [])
    open('/checkout')
    const box = await boxOf(BEGINNER)
    expect(await box.findByText('Your seat is held')).toBeVisible()
    expect(box.queryByRole('link', { name: WAIT })).not.toBeInTheDocument()
  })

  test('a full date without a list leads nowhere', async () => {
    answerCatalogue([{ ...full, waitingList: false }, laterBeginner], [])
    open('/checkout')
    await packageBox(BEGINNER)
    expect(screen.queryByRole('link', { name: WAIT })).not.toBeInTheDocument()
  })
})

describe('in place of the form', () => {
  test.each([
    ['sold out', { availableSeats: 0, heldSeats: 0 }, 'is sold out'],
    ['on hold', { availableSeats: 0, heldSeats: 1 }, 'are on hold right now'],
  ])('a date that is %s offers its list beside the other dates', async (_, seats, words) => {
    answerCatalogue([makeBootcamp(seats), laterBeginner], [])
    open('/checkout?bootcamp=1')
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent(words)
    const notice = within(alert.parentElement as HTMLElement)
    expect(notice.getByRole('link', { name: WAIT })).toHaveAttribute('href', '/waiting?bootcamp=1')
    expect(notice.getByRole('button', { name: /Oct 10/ })).toBeVisible()
  })
})

describe('at the Pay click', () => {
  async function pressPay() {
    fillIn()
    await screen.findByText(CARD_FORM)
    await userEvent.click(screen.getByRole('checkbox', { name: /I accept the terms/ }))
    await userEvent.click(screen.getByRole('button', { name: 'Pay $995.00' }))
  }

  test.each([
    ['sold_out', 'This date has just sold out.'],
    ['seat_held', 'Someone is paying for the last seat.'],
  ])('a refusal %s leads to the list, and nothing was charged', async (code, words) => {
    const refusal = { code, message: 'Someone is paying for the last seat.', fields: {} }
    answerCall('post', '/api/checkout/hold', refusal, { status: 409 })
    open('/checkout?bootcamp=1')
    await packageBox(BEGINNER)
    await pressPay()
    // The list of dates still says that there is a seat; the server knows better.
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent(words)
    expect(alert).toHaveTextContent("You haven't been charged")
    expect(within(alert).getByRole('link', { name: WAIT })).toHaveAttribute(
      'href',
      '/waiting?bootcamp=1',
    )
  })

  test('another refusal leads to no list', async () => {
    const refusal = { code: 'not_on_sale', message: 'It has started.', fields: {} }
    answerCall('post', '/api/checkout/hold', refusal, { status: 409 })
    open('/checkout?bootcamp=1')
    await packageBox(BEGINNER)
    await pressPay()
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('It has started.')
    expect(within(alert).queryByRole('link')).not.toBeInTheDocument()
  })
})
