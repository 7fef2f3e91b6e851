/** What a buyer sees of a code, an early price and their end; and that nothing is charged unseen. */
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { answerCall } from '@/test/calls'
import { answerCatalogue, makeBundle } from '@/test/catalogue'
import {
  advanced,
  answerFacts,
  beginner,
  fillIn,
  makeUpgrade,
  provider,
  resetCheckout,
} from '@/test/checkout'
import {
  answerLater,
  bar,
  CREATE,
  codeLine,
  END,
  early,
  earlyQuote,
  expectTotal,
  lines,
  MINUTE,
  open,
  pass,
  paymentOf,
  plainQuote,
  QUOTE,
  regularLine,
  second,
  secondQuote,
  sellAt,
  shows,
  springQuote,
  stopBefore,
  summary,
  until,
} from '@/test/checkout-prices'
import { renderWithApp } from '@/test/render'
import { server, untilAnswered } from '@/test/server'
import { CheckoutPage } from './checkout-page'

beforeEach(() => {
  vi.useRealTimers()
  resetCheckout()
  answerFacts({ codesExist: true })
})

describe('a code', () => {
  test('that came with the link is a chip, lowers the price, and is what is paid', async () => {
    const quotes = answerCall('post', QUOTE, springQuote)
    const bodies = sellAt(() => springQuote)
    await open('/checkout?bootcamp=1&code=spring')
    expect(await screen.findByText('SPRING · 20% off')).toBeVisible()
    expect(lines()).toEqual(['$995.00', '-$199.00'])
    fillIn()
    await expectTotal('$796.00')
    expect(quotes.bodies).toEqual([
      { bootcampIds: [1], bundleId: null, chosenDates: [], code: 'SPRING' },
    ])
    expect(bodies).toMatchObject([{ code: 'SPRING', shownAmount: '796.00' }])
  })

  test('is forgotten by one click, in the address, too, and the keyboard stays there', async () => {
    answerCall('post', QUOTE, springQuote)
    const { router } = await open('/checkout?bootcamp=1&code=SPRING')
    await screen.findByText('SPRING · 20% off')
    await userEvent.click(screen.getByRole('button', { name: 'Remove code SPRING' }))
    await waitFor(() => expect(lines()).toEqual(['$995.00']))
    expect(router.state.location.search).toBe('?bootcamp=1')
    expect(screen.getByRole('button', { name: 'Have a code?' })).toHaveFocus()
  })

  test('can be typed, and is refused beside the field without costing anything', async () => {
    const refusal = "We don't recognize this code. Check the spelling."
    answerCall('post', QUOTE, { ...plainQuote, codeRefusal: refusal })
    const bodies = sellAt(() => plainQuote)
    const { router } = await open()
    fillIn()
    await userEvent.click(screen.getByRole('button', { name: 'Have a code?' }))
    const field = screen.getByLabelText('Discount code')
    expect(field).toHaveFocus()
    await userEvent.type(field, ' sprung {Enter}')
    expect(await screen.findByText(refusal)).toBeVisible()
    expect(router.state.location.search).toBe('?bootcamp=1&code=SPRUNG')
    expect(screen.getByLabelText('Discount code')).toHaveFocus()
    expect(screen.getByLabelText('Discount code')).toHaveAccessibleDescription(refusal)
    await expectTotal('$995.00')
    expect(bodies.every(({ code, shownAmount }) => !code && shownAmount === '995.00')).toBe(true)

    answerCall('post', QUOTE, springQuote)
    await userEvent.clear(screen.getByLabelText('Discount code'))
    await userEvent.type(screen.getByLabelText('Discount code'), 'spring')
    sellAt(() => springQuote)
    await userEvent.click(screen.getByRole('button', { name: 'Apply' }))
    expect(await screen.findByText('SPRING · 20% off')).toBeVisible()
    await expectTotal('$796.00')
  })

  test('is not asked for while none exists, nor for the rest of a bundle', async () => {
    answerFacts({ codesExist: false })
    const { unmount } = await open()
    await untilAnswered()
    expect(screen.queryByText('Have a code?')).toBeNull()
    unmount()
    answerFacts({ codesExist: true, ownedBootcampIds: [1], upgrades: [makeUpgrade()] })
    await open(`/checkout?bundle=${makeBundle().id}`)
    await within(summary()).findByText("You've already paid")
    expect(screen.queryByText('Have a code?')).toBeNull()
  })

  test('leaves the total alone while it is looked at', async () => {
    let answer: () => void = () => undefined
    server.use(
      http.post(`${window.location.origin}${QUOTE}`, async () => {
        await new Promise<void>((resolve) => {
          answer = resolve
        })
        return HttpResponse.json(springQuote)
      }),
    )
    await open('/checkout?bootcamp=1&code=SPRING')
    expect(await screen.findByText('SPRING')).toBeVisible()
    expect(within(bar()).getByText('$995.00')).toBeVisible()
    await waitFor(() => expect(answer).toHaveLength(1))
    answer()
    expect(await within(bar()).findByText('$796.00')).toBeVisible()
  })

  test('that could not be looked at says so, and the regular price is what is paid', async () => {
    answerCall('post', QUOTE, { message: 'Too many tries. Wait a minute.' }, { status: 429 })
    const bodies = sellAt(() => plainQuote)
    await open('/checkout?bootcamp=1&code=SPRING')
    expect(await screen.findByText('Too many tries. Wait a minute.')).toBeVisible()
    fillIn()
    await expectTotal('$995.00')
    expect(bodies[0]).not.toHaveProperty('code')
  })

  test('refused to this buyer is said, and the price without it is asked for', async () => {
    const sentence = 'This code is for another email address.'
    answerCall('post', QUOTE, springQuote)
    const bodies: { code?: string; email: string; shownAmount: string }[] = []
    server.use(
      http.post(`${window.location.origin}${CREATE}`, async ({ request }) => {
        const body = (await request.json()) as (typeof bodies)[number]
        bodies.push(body)
        if (!body.code) return HttpResponse.json(paymentOf('995.00', [regularLine]))
        return HttpResponse.json(
          { code: 'code_refused', message: sentence, fields: {} },
          { status: 409 },
        )
      }),
    )
    await open('/checkout?bootcamp=1&code=SPRING')
    await screen.findByText('SPRING · 20% off')
    answerCall('post', QUOTE, plainQuote)
    fillIn()
    expect(await screen.findByText(`${sentence} Nothing has been charged.`)).toBeVisible()
    expect(screen.getByLabelText('Discount code')).toHaveAccessibleDescription(sentence)
    const go = await screen.findByRole('button', { name: 'Continue with $995.00' })
    expect(within(bar()).getByText('$995.00')).toBeVisible()
    expect(bodies).toHaveLength(1)
    await userEvent.click(go)
    await expectTotal('$995.00')
    expect(bodies.slice(1)).toMatchObject([{ shownAmount: '995.00' }])
  })

  test('adds up on a bundle', async () => {
    const bundleLine = { kind: 'package', label: 'Complete Bundle', amount: '2995.00' }
    const off = { ...codeLine, amount: '-599.00' }
    answerCall('post', QUOTE, {
      ...springQuote,
      lines: [bundleLine, off],
      regularAmount: '2995.00',
      totalAmount: '2396.00',
    })
    await open('/checkout?bundle=true&code=SPRING')
    await screen.findByText('SPRING · 20% off')
    expect(lines()).toEqual(['$995.00', '$1,495.00', '$1,495.00', '-$990.00', '-$599.00'])
    expect(within(bar()).getByText('$2,396.00')).toBeVisible()
  })
})

describe('an early price', () => {
  beforeEach(() => {
    answerCatalogue([{ ...early, isStruck: true }, advanced], [makeBundle()])
    answerCall('post', QUOTE, earlyQuote)
  })

  function endIt() {
    answerCatalogue([beginner, advanced], [makeBundle()])
    answerCall('post', QUOTE, plainQuote)
  }

  test('says until when, counts down at its end, and then the price is the regular one', async () => {
    stopBefore(12)
    renderWithApp(<CheckoutPage />, { at: '/checkout?bootcamp=1' })
    await shows('Early price until Wed, Nov 20 at 11:59 PM EST, then $995.00.')
    expect(lines()).toEqual(['$995.00', '-$200.00'])
    expect(screen.getByText('$995', { selector: 's' })).toBeVisible()
    pass(3 * MINUTE)
    await shows(/^This price ends in/)
    // What is seen counts the seconds; what is spoken stays as it was.
    const spoken = () => screen.getByText('This price ends in less than 15 minutes.')
    expect(spoken()).toHaveAttribute('role', 'status')
    const seen = () => screen.getByText(/^\d\d:\d\d$/).textContent
    const before = seen()
    pass(MINUTE)
    expect(seen()).not.toBe(before)
    expect(spoken()).toBeInTheDocument()
    endIt()
    pass(9 * MINUTE)
    await shows('The early price has ended.')
    await until(() => lines().join() === '$995.00')
    expect(within(bar()).getByText('$995.00')).toBeVisible()
  })

  test('is followed by the next one, with its own end', async () => {
    const first = { ...early, priceThen: '895.00' }
    answerCatalogue([first, advanced], [makeBundle()])
    stopBefore(12)
    renderWithApp(<CheckoutPage />, { at: '/checkout?bootcamp=1' })
    await shows('Early price until Wed, Nov 20 at 11:59 PM EST, then $895.00.')
    const { answer } = answerLater(QUOTE, secondQuote)
    pass(12 * MINUTE)
    // Before anybody has answered, whatever the list says.
    await until(() => lines().join() === '$995.00,-$100.00')
    expect(within(bar()).getByText('$895.00')).toBeVisible()
    answerCatalogue([second, advanced], [makeBundle()])
    answer()
    const words = 'Early price until Sat, Nov 23 at 11:59 PM EST, then $995.00.'
    // The list is asked for every quarter of a minute.
    await until(() => {
      pass(50)
      return screen.queryAllByText(words).length > 0
    })
    expect(within(bar()).getByText('$895.00')).toBeVisible()
    answerCall('post', QUOTE, plainQuote)
    pass(3 * 24 * 60 * MINUTE)
    await shows('The early price has ended.')
    expect(within(bar()).getByText('$995.00')).toBeVisible()
  })

  test('that was begun to be paid is kept, and then another is asked for', async () => {
    stopBefore(5)
    let now = { ...earlyQuote, priceUntil: new Date(Date.parse(END) + 10 * MINUTE).toISOString() }
    const bodies = sellAt(() => now)
    renderWithApp(<CheckoutPage />, { at: '/checkout?bootcamp=1' })
    await shows('-$200.00')
    fillIn()
    await until(() => screen.queryByRole('button', { name: 'Pay $795.00' }) !== null)
    endIt()
    pass(6 * MINUTE)
    // The list has the regular price, this order its own.
    await until(() => screen.queryAllByText('$995').length > 0)
    expect(screen.getByRole('button', { name: 'Pay $795.00' })).toBeVisible()
    expect(within(bar()).getByText('$795.00')).toBeVisible()
    expect(bodies).toHaveLength(1)

    now = { ...plainQuote, priceUntil: END }
    pass(10 * MINUTE)
    await shows('The price is now $995.00. Nothing has been charged.')
    expect(screen.queryByRole('button', { name: /^Pay \$/ })).toBeNull()
    await until(() => screen.queryByRole('button', { name: 'Continue with $995.00' }) !== null)
    pass(5 * MINUTE)
    expect(bodies.map(({ shownAmount }) => shownAmount)).toEqual(['795.00', '795.00'])
    act(() => screen.getByRole('button', { name: 'Continue with $995.00' }).click())
    await until(() => screen.queryByRole('button', { name: 'Pay $995.00' }) !== null)
    expect(bodies.map(({ shownAmount }) => shownAmount)).toEqual(['795.00', '795.00', '995.00'])
    expect(within(bar()).getByText('$995.00')).toBeVisible()
    expect(provider.forms).toEqual(['secret 795.00', 'secret 995.00'])
  })

  test('stays disputed whoever the buyer says they are', async () => {
    const bodies = sellAt(() => plainQuote)
    await open()
    fillIn()
    expect(
      await screen.findByText('The price is now $995.00. Nothing has been charged.'),
    ).toBeVisible()
    endIt()
    fillIn({ email: 'other@example.test' })
    await new Promise((resolve) => setTimeout(resolve, 800))
    expect(bodies).toHaveLength(1)
    expect(screen.getByText('The price is now $995.00. Nothing has been charged.')).toBeVisible()
  })
})

describe('sales that are not open', () => {
  test('say when they will be, and nothing can be paid', async () => {
    const salesOpenAt = '2099-01-05T14:00:00Z'
    answerCatalogue([{ ...beginner, isActive: false, salesOpenAt }], [])
    await open()
    const words = 'Sales open Mon, Jan 5 at 9:00 AM EST'
    expect(await screen.findByText(`${words}.`)).toBeVisible()
    expect(screen.getByText(words)).toBeVisible()
    expect(screen.getByText('Not on sale yet')).toBeVisible()
  })

  test('say that they have closed', async () => {
    answerCatalogue([{ ...beginner, isActive: false, salesCloseAt: '2026-01-05T14:00:00Z' }], [])
    await open()
    expect(await screen.findByText('Sales have closed for Beginner Bootcamp.')).toBeVisible()
    expect(screen.getByText('Sales have closed')).toBeVisible()
  })
})

test('a price that ended at the Pay click is said and asked for', async () => {
  let price = { ...plainQuote }
  const bodies = sellAt(() => price)
  answerCall(
    'post',
    '/api/checkout/hold',
    {
      code: 'price_changed',
      message: "The price you saw has ended. You haven't been charged.",
      fields: {},
    },
    { status: 409 },
  )
  answerCall('post', QUOTE, { ...plainQuote, totalAmount: '1095.00', lines: [] })
  await open()
  fillIn()
  const payButton = await screen.findByRole('button', { name: 'Pay $995.00' })
  await userEvent.click(screen.getByRole('checkbox', { name: /terms/i }))
  price = {
    ...plainQuote,
    totalAmount: '1095.00',
    lines: [{ ...regularLine, amount: '1095.00' }],
  }
  await userEvent.click(payButton)
  await userEvent.click(await screen.findByRole('button', { name: 'Continue with $1,095.00' }))
  await expectTotal('$1,095.00')
  expect(provider.confirmPayment).not.toHaveBeenCalled()
  expect(bodies.map(({ shownAmount }) => shownAmount)).toEqual(['995.00', '995.00', '1095.00'])
})
