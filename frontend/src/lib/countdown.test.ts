import { describe, expect, test } from 'vitest'
import { formatCountdown, spokenCountdown } from './countdown'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

describe('formatCountdown', () => {
  test.each([
    [3 * DAY + 4 * HOUR, '3 days 4 hours'],
    [DAY + HOUR + 59 * MINUTE, '1 day 1 hour'],
    [2 * DAY, '2 days'],
    [DAY - SECOND, '23:59:59'],
    [4 * HOUR + 12 * MINUTE + 33 * SECOND, '04:12:33'],
    [HOUR, '01:00:00'],
    [12 * MINUTE + 5 * SECOND, '12:05'],
    [SECOND, '00:01'],
    // A started second counts whole, so that the last one shown is 00:01 and not 00:00.
    [1, '00:01'],
    [0, '00:00'],
    [-5 * SECOND, '00:00'],
  ])('%i ms is %s', (left, words) => {
    expect(formatCountdown(left)).toBe(words)
  })
})

describe('spokenCountdown', () => {
  test('says the same until something has really changed', () => {
    const said = new Set<string>()
    for (let left = 2 * DAY; left >= 0; left -= SECOND) said.add(spokenCountdown(left))
    expect([...said]).toEqual([
      '2 days',
      '1 day',
      'less than a day',
      'less than an hour',
      'less than 15 minutes',
      'less than 5 minutes',
      'less than a minute',
    ])
  })
})
