import { describe, expect, test } from 'vitest'
import { codeAlone, codeIn, withCode } from './discount-code'
import {
  earlyWords,
  hasEnded,
  isEarly,
  nextChange,
  type Priced,
  plainPrice,
  priceAt,
  pricedAt,
  salesState,
  salesWords,
} from './prices'

const ZONE = 'America/New_York'
const END = '2026-11-21T04:59:00Z'
const early = (given: Partial<Priced> = {}): Priced => ({
  price: '795.00',
  regularPrice: '995.00',
  priceUntil: END,
  priceSeatsLeft: null,
  priceThen: null,
  priceAfterSeats: null,
  isStruck: false,
  ...given,
})

describe('an early price', () => {
  test.each([
    [early(), 'until Fri, Nov 20 at 11:59 PM EST, then $995'],
    [early({ priceUntil: null, priceSeatsLeft: 2 }), 'for the next 2 seats, then $995'],
    [early({ priceUntil: null, priceSeatsLeft: 1 }), 'for the next seat, then $995'],
    [
      early({ priceSeatsLeft: 2 }),
      'until Fri, Nov 20 at 11:59 PM EST or for the next 2 seats, then $995',
    ],
    [early({ priceThen: '895.00' }), 'until Fri, Nov 20 at 11:59 PM EST, then $895'],
    [
      early({
        priceUntil: null,
        priceSeatsLeft: 2,
        priceThen: '895.00',
        priceAfterSeats: '895.00',
      }),
      'for the next 2 seats, then $895',
    ],
    [
      early({ priceSeatsLeft: 2, priceThen: '995.00', priceAfterSeats: '895.00' }),
      'until Fri, Nov 20 at 11:59 PM EST, then $995, or for the next 2 seats, then $895',
    ],
    // The same price goes on by another rule: for its buyer nothing ends.
    [early({ priceThen: '795.00' }), ''],
    [early({ priceUntil: null }), ''],
    [early({ price: '995.00' }), ''],
  ])('says until when, and what it costs then', (priced, words) => {
    expect(earlyWords(priced, ZONE)).toBe(words)
  })

  test('has ended at its moment, not before', () => {
    expect(hasEnded(early(), Date.parse(END) - 1)).toBe(false)
    expect(hasEnded(early(), Date.parse(END))).toBe(true)
    expect(hasEnded(early({ priceUntil: null }), Date.parse(END))).toBe(false)
  })
})

describe('what it costs', () => {
  const first = early({ priceThen: '895.00', isStruck: true })
  const end = Date.parse(END)

  test('is the price that follows from the very end of the first', () => {
    expect(priceAt(first, end - 1)).toBe('795.00')
    expect(priceAt(first, end)).toBe('895.00')
    expect(pricedAt(first, end - 1)).toBe(first)
    const next = pricedAt(first, end)
    expect(next).toMatchObject({ price: '895.00', regularPrice: '995.00', priceUntil: null })
    expect(next.isStruck).toBe(false)
    expect(isEarly(next)).toBe(true)
    expect(earlyWords(next, ZONE)).toBe('')
    // Without another it is the regular one.
    expect(priceAt(early(), end)).toBe('995.00')
  })

  test('stays where no rule applies', () => {
    const plain = plainPrice('795.00')
    expect(isEarly(plain)).toBe(false)
    expect(earlyWords(plain, ZONE)).toBe('')
    expect(hasEnded(plain, end)).toBe(false)
    expect(priceAt(plain, end)).toBe('795.00')
    expect(pricedAt(plain, end)).toBe(plain)
    expect(nextChange([plain], 0)).toBeNull()
  })
})

describe('sales', () => {
  const window = { salesOpenAt: '2026-11-23T14:00:00Z', salesCloseAt: '2026-11-30T14:00:00Z' }
  const at = (iso: string, offset = 0) => Date.parse(iso) + offset

  test('are open from the first moment to before the last', () => {
    expect(salesState(window, at(window.salesOpenAt, -1))).toBe('notYet')
    expect(salesState(window, at(window.salesOpenAt))).toBe('open')
    expect(salesState(window, at(window.salesCloseAt, -1))).toBe('open')
    expect(salesState(window, at(window.salesCloseAt))).toBe('closed')
    expect(salesState({ salesOpenAt: null, salesCloseAt: null }, 0)).toBe('open')
  })

  test('say when they open, and that they have closed', () => {
    const offered = { ...window, timezone: ZONE }
    expect(salesWords(offered, 0)).toBe('Sales open Mon, Nov 23 at 9:00 AM EST')
    expect(salesWords(offered, at(window.salesOpenAt))).toBe('')
    expect(salesWords(offered, at(window.salesCloseAt))).toBe('Sales have closed')
  })

  test('and prices tell when time changes something next', () => {
    const offered = [{ priceUntil: END }, { priceUntil: null, ...window }]
    expect(nextChange(offered, 0)).toBe(Date.parse(END))
    expect(nextChange(offered, Date.parse(END))).toBe(at(window.salesOpenAt))
    expect(nextChange(offered, at(window.salesCloseAt))).toBeNull()
  })
})

test('a code is read as the server compares it, and rides along', () => {
  expect(codeIn(`?code=CREDIT7Q.${'0F'.repeat(10)}`)).toBe(`CREDIT7Q.${'0F'.repeat(10)}`)
  expect(codeAlone('CREDIT7Q.0F0F')).toBe('CREDIT7Q')
  expect(codeIn('?bootcamp=1&code=%20spring ')).toBe('SPRING')
  expect(codeIn('?bootcamp=1')).toBe('')
  expect(withCode('/checkout', 'A&B')).toBe('/checkout?code=A%26B')
  expect(withCode('/checkout?bootcamp=1', 'SPRING')).toBe('/checkout?bootcamp=1&code=SPRING')
  expect(withCode('/checkout', '')).toBe('/checkout')
})
