import { expect, test } from 'vitest'
import { upgradeWords } from './upgrade'

const missing = ['Advanced Bootcamp', 'AI Marketing Bootcamp', 'Third', 'Fourth'].map(
  (name, place) => ({ id: place + 2, name }),
)
const upgrade = {
  bundleName: 'Complete Bundle',
  bundlePrice: '2995.00',
  paid: '995.00',
  price: '2000.00',
  isPayable: true,
}

test.each([
  [1, 'Get Advanced Bootcamp for $2,000.00: $2,995.00 − $995.00 you paid'],
  [2, 'Get the other two for $2,000.00: $2,995.00 − $995.00 you paid'],
  [4, 'Get the other four for $2,000.00: $2,995.00 − $995.00 you paid'],
])('says what %i missing cost, and why', (count, words) => {
  expect(upgradeWords({ ...upgrade, missing: missing.slice(0, count) })).toBe(words)
})

test('a gift counts for nothing, so no sum is shown', () => {
  const gift = { ...upgrade, paid: '0.00', price: '2500.00', missing: missing.slice(0, 2) }
  expect(upgradeWords(gift)).toBe('Get the other two for $2,500.00')
})

test('with nothing left to pay it says what to do', () => {
  const paidUp = { ...upgrade, paid: '3000.00', price: '0.00', isPayable: false }
  expect(upgradeWords({ ...paidUp, missing: missing.slice(0, 2) })).toBe(
    "You've already paid the full price of Complete Bundle. Contact us, and we'll add the other bootcamps for you.",
  )
  expect(upgradeWords({ ...paidUp, missing: missing.slice(0, 1) })).toMatch(
    /we'll add Advanced Bootcamp for you\.$/,
  )
})
