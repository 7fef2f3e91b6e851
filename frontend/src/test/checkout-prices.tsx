/** Prices with rules for tests of the checkout: what the server says of one, and a clock that stands. */
import { act, screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, vi } from 'vitest'
import { CheckoutPage } from '@/features/checkout/checkout-page'
import { beginner, payment } from './checkout'
import { renderWithApp } from './render'
import { server } from './server'

export const CREATE = '/api/create-payment-intent'
export const QUOTE = '/api/quote'

export const regularLine = { kind: 'package', label: 'Beginner Bootcamp', amount: '995.00' }
export const earlyLine = { kind: 'early', label: 'Early price', amount: '-200.00' }
export const codeLine = { kind: 'code', label: 'Code SPRING', amount: '-199.00' }
export const spring = { code: 'SPRING', label: '20% off' }
export const plainQuote = {
  lines: [regularLine],
  regularAmount: '995.00',
  totalAmount: '995.00',
  priceUntil: null as string | null,
  priceSeatsLeft: null,
  isStruck: false,
  code: null as typeof spring | null,
  codeRefusal: null as string | null,
}
export const springQuote = {
  ...plainQuote,
  lines: [regularLine, codeLine],
  totalAmount: '796.00',
  code: spring,
}

export const paymentOf = (
  totalAmount: string,
  lines: object[],
  priceUntil: string | null = null,
) => ({
  ...payment,
  clientSecret: `secret ${totalAmount}`,
  totalAmount,
  lines,
  priceUntil,
})

/** A server that sells at one price only, as ours does. */
export function sellAt(
  price: () => { totalAmount: string; lines: object[]; priceUntil?: string | null },
) {
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

export const summary = () => screen.getByRole('region', { name: 'Order summary' })
export const bar = () => screen.getByRole('region', { name: 'Your order' })

export async function open(at = '/checkout?bootcamp=1') {
  const app = renderWithApp(<CheckoutPage />, { at })
  await screen.findByRole('region', { name: 'Order summary' })
  return app
}

/** Everywhere the same. */
export async function expectTotal(total: string) {
  expect(await screen.findByRole('button', { name: `Pay ${total}` })).toBeVisible()
  expect(within(bar()).getByText(total)).toBeVisible()
  const [, shown] = within(summary()).getByText('Total').parentElement?.children ?? []
  expect(shown).toHaveTextContent(total)
}

export const lines = () =>
  within(summary())
    .getAllByRole('listitem')
    .map((item) => item.lastElementChild?.textContent)

export const END = '2030-11-21T04:59:00Z'
export const MINUTE = 60_000

/** Half an hour before the end of the early price; requests go on in real time. */
export function stopBefore(minutes: number) {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
    now: Date.parse(END) - minutes * MINUTE,
  })
}

export async function until(condition: () => boolean) {
  for (let turn = 0; turn < 3000 && !condition(); turn += 1) {
    await act(async () => {
      await new Promise((resolve) => setImmediate(resolve))
      vi.advanceTimersByTime(1)
    })
  }
  expect(condition()).toBe(true)
}
export const shows = (text: string | RegExp) => until(() => screen.queryAllByText(text).length > 0)
export const pass = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds))

export const early = { ...beginner, price: '795.00', regularPrice: '995.00', priceUntil: END }
export const earlyQuote = {
  ...plainQuote,
  lines: [regularLine, earlyLine],
  totalAmount: '795.00',
  priceUntil: END as string | null,
}

const SECOND_END = '2030-11-24T04:59:00Z'
export const second = { ...early, price: '895.00', priceUntil: SECOND_END }
export const secondQuote = {
  ...earlyQuote,
  lines: [regularLine, { ...earlyLine, amount: '-100.00' }],
  totalAmount: '895.00',
  priceUntil: SECOND_END,
}

/** The server takes its time. */
export function answerLater(path: string, body: object) {
  let answer: () => void = () => undefined
  const asked = new Promise<void>((resolve) => {
    answer = resolve
  })
  server.use(
    http.post(`${window.location.origin}${path}`, async () => {
      await asked
      return HttpResponse.json(body)
    }),
  )
  return { answer: () => answer() }
}
