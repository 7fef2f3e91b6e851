/** A payment that was begun keeps its price, through a reload too. */
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { answerCall } from '@/test/calls'
import { answerFacts, fillIn, resetCheckout } from '@/test/checkout'
import {
  bar,
  END,
  earlyLine,
  expectTotal,
  lines,
  MINUTE,
  open,
  pass,
  plainQuote,
  QUOTE,
  regularLine,
  sellAt,
  shows,
  springQuote,
  stopBefore,
  until,
} from '@/test/checkout-prices'
import { renderWithApp } from '@/test/render'
import { untilAnswered } from '@/test/server'
import { CheckoutPage } from './checkout-page'

beforeEach(() => {
  vi.useRealTimers()
  resetCheckout()
})

describe('a price that is kept', () => {
  const keptLines = [regularLine, earlyLine]
  const begun = {
    bootcampIds: [1],
    bundleId: null,
    seatsIn: [1],
    code: '',
    totalAmount: '795.00',
    lines: keptLines as { kind: 'package' | 'early'; label: string; amount: string }[],
    priceUntil: new Date(Date.now() + 10 * MINUTE).toISOString(),
  }
  const keptQuote = { ...plainQuote, lines: keptLines, totalAmount: '795.00' }

  test('is shown and charged after a reload, though the list has another by now', async () => {
    answerFacts({ begun })
    const bodies = sellAt(() => keptQuote)
    await open()
    // Before anything is typed, too.
    await waitFor(() => expect(lines()).toEqual(['$995.00', '-$200.00']))
    expect(within(bar()).getByText('$795.00')).toBeVisible()
    fillIn()
    await expectTotal('$795.00')
    expect(bodies).toMatchObject([{ shownAmount: '795.00' }])
  })

  test('is asked about after a reload where the server charges another', async () => {
    answerFacts({ begun })
    const bodies = sellAt(() => plainQuote)
    answerCall('post', QUOTE, plainQuote)
    await open()
    fillIn()
    await screen.findByText('The price is now $995.00. Nothing has been charged.')
    await userEvent.click(await screen.findByRole('button', { name: 'Continue with $995.00' }))
    await expectTotal('$995.00')
    expect(bodies.map(({ shownAmount }) => shownAmount)).toEqual(['795.00', '995.00'])
  })

  test('with a code stays, though the code has ended since', async () => {
    const withCode = { ...begun, code: 'SPRING', totalAmount: '796.00', lines: springQuote.lines }
    answerFacts({ begun: withCode as typeof begun, codesExist: true })
    answerCall('post', QUOTE, { ...plainQuote, codeRefusal: 'This code has expired.' })
    const bodies = sellAt(() => springQuote)
    await open('/checkout?bootcamp=1&code=SPRING')
    fillIn()
    await expectTotal('$796.00')
    expect(screen.queryByText('This code has expired.')).toBeNull()
    expect(bodies).toMatchObject([{ code: 'SPRING', shownAmount: '796.00' }])
    // Without the code it is another order.
    answerCall('post', QUOTE, plainQuote)
    sellAt(() => plainQuote)
    await userEvent.click(screen.getByRole('button', { name: 'Remove code SPRING' }))
    await expectTotal('$995.00')
  })

  test('is nothing to whoever buys something else, or would pay less by now', async () => {
    answerFacts({ begun: { ...begun, bootcampIds: [4], seatsIn: [4] } })
    const { unmount } = await open()
    await untilAnswered()
    expect(lines()).toEqual(['$995.00'])
    unmount()
    answerFacts({ begun: { ...begun, totalAmount: '1095.00' } })
    await open()
    await untilAnswered()
    expect(lines()).toEqual(['$995.00'])
  })

  test('ends by itself while nothing has been typed', async () => {
    stopBefore(5)
    answerFacts({ begun: { ...begun, priceUntil: END } })
    renderWithApp(<CheckoutPage />, { at: '/checkout?bootcamp=1' })
    await until(() => screen.queryAllByText('-$200.00').length > 0)
    pass(5 * MINUTE)
    await shows('The early price has ended.')
    expect(lines()).toEqual(['$995.00'])
  })
})
