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
  payment,
  provider,
  resetCheckout,
} from '@/test/checkout'
import { renderWithApp } from '@/test/render'
import { server, untilAnswered } from '@/test/server'
import { CheckoutPage } from './checkout-page'

const CREATE = '/api/create-payment-intent'
const QUOTE = '/api/quote'

const regularLine = { kind: 'package', label: 'Beginner Bootcamp', amount: '995.00' }
const earlyLine = { kind: 'early', label: 'Early price', amount: '-200.00' }
const codeLine = { kind: 'code', label: 'Code SPRING', amount: '-199.00' }
const spring = { code: 'SPRING', label: '20% off' }
const plainQuote = {
  lines: [regularLine],
  regularAmount: '995.00',
  totalAmount: '995.00',
  priceUntil: null as string | null,
  priceSeatsLeft: null,
  isStruck: false,
  code: null as typeof spring | null,
  codeRefusal: null as string | null,
}
const springQuote = {
  ...plainQuote,
  lines: [regularLine, codeLine],
  totalAmount: '796.00',
  code: spring,
}

const paymentOf = (totalAmount: string, lines: object[], priceUntil: string | null = null) => ({
  ...payment,
  clientSecret: `secret ${totalAmount}`,
  totalAmount,
  lines,
  priceUntil,
})

/** A server that sells at one price only, as ours does. */
function sellAt(price: () => { totalAmount: string; lines: object[]; priceUntil?: string | null }) {
  const bodies: { shownAmount: string; code?: string }[] = []
  server.use(
    http.post(`${window.location.origin}${CREATE}`, async ({ request }) => {
      const body = (await request.json()) as (typeof bodies)[number]
      bodies.push(body)
      const { totalAmount, lines, priceUntil = null } = price()
      if (body.shownAmount !== totalAmount) {
        const message = `The price is now $${totalAmount}.`
        return HttpResponse.json({ code: 'price_changed', message, fields: {} }, { status: 409 })
      }
      return HttpResponse.json(paymentOf(totalAmount, lines, priceUntil))
    }),
  )
  return bodies
}

const summary = () => screen.getByRole('region', { name: 'Order summary' })
const bar = () => screen.getByRole('region', { name: 'Your order' })

async function open(at = '/checkout?bootcamp=1') {
  const app = renderWithApp(<CheckoutPage />, { at })
  await screen.findByRole('region', { name: 'Order summary' })
  return app
}

/** Everywhere the same. */
async function expectTotal(total: string) {
  expect(await screen.findByRole('button', { name: `Pay ${total}` })).toBeVisible()
  expect(within(bar()).getByText(total)).toBeVisible()
  const [, shown] = within(summary()).getByText('Total').parentElement?.children ?? []
  expect(shown).toHaveTextContent(total)
}

const lines = () =>
  within(summary())
    .getAllByRole('listitem')
    .map((item) => item.lastElementChild?.textContent)

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

const END = '2030-11-21T04:59:00Z'
const MINUTE = 60_000

/** Half an hour before the end of the early price; requests go on in real time. */
function stopBefore(minutes: number) {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
    now: Date.parse(END) - minutes * MINUTE,
  })
}

async function until(condition: () => boolean) {
  for (let turn = 0; turn < 3000 && !condition(); turn += 1) {
    await act(async () => {
      await new Promise((resolve) => setImmediate(resolve))
      vi.advanceTimersByTime(1)
    })
  }
  expect(condition()).toBe(true)
}
const shows = (text: string | RegExp) => until(() => screen.queryAllByText(text).length > 0)
const pass = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds))

const early = { ...beginner, price: '795.00', regularPrice: '995.00', priceUntil: END }
const earlyQuote = {
  ...plainQuote,
  lines: [regularLine, earlyLine],
  totalAmount: '795.00',
  priceUntil: END as string | null,
}

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
