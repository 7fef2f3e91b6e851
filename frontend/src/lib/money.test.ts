import { describe, expect, test } from 'vitest'
import { formatCents, sumCents, toCents } from './money'

describe('toCents', () => {
  test.each([
    ['995.00', 99500],
    ['1495', 149500],
    ['0.1', 10],
    ['19.99', 1999],
    ['-5.05', -505],
  ])('%s is %i cents', (amount, cents) => {
    expect(toCents(amount)).toBe(cents)
  })

  test.each(['', 'free', '1,495.00', '1.005', 'NaN'])('refuses %j', (amount) => {
    expect(() => toCents(amount)).toThrow('Not an amount of money')
  })
})

test('sums are exact', () => {
  expect(sumCents([{ price: '0.10' }, { price: '0.20' }])).toBe(30)
})

describe('formatCents', () => {
  test.each([
    [99500, '$995'],
    [149500, '$1,495'],
    [123456789, '$1,234,567.89'],
    [99550, '$995.50'],
    [5, '$0.05'],
    [-2500, '-$25'],
  ])('%i reads %s', (cents, text) => {
    expect(formatCents(cents)).toBe(text)
  })

  test('writes the cents always on a bill', () => {
    expect(formatCents(99500, { exact: true })).toBe('$995.00')
  })
})
