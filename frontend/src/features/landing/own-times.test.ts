import { describe, expect, test } from 'vitest'
import { asOfWords, nextStartWords, yourHours } from './own-times'

const NEXT = { at: '2026-10-08T22:00:00Z', zone: 'America/New_York' }
const HOURS = {
  startDate: '2026-10-08T22:00:00Z',
  endDate: '2026-10-09T01:00:00Z',
  timezone: 'America/New_York',
}

describe('the next start', () => {
  test.each([
    [null, 'Next start: Thu, Oct 8 at 6:00 PM EDT', 'Next: Thu, Oct 8 at 6:00 PM EDT'],
    ['America/Toronto', 'Next start: Thu, Oct 8 at 6:00 PM EDT', 'Next: Thu, Oct 8 at 6:00 PM EDT'],
    [
      'America/Los_Angeles',
      'Next start: Thu, Oct 8 at 6:00 PM EDT · 3:00 PM your time',
      'Next: Thu, Oct 8 at 3:00 PM your time',
    ],
    [
      'Asia/Kolkata',
      'Next start: Thu, Oct 8 at 6:00 PM EDT · Fri, Oct 9 at 3:30 AM your time',
      'Next: Fri, Oct 9 at 3:30 AM your time',
    ],
  ])('on the clock of %s', (own, wide, narrow) => {
    expect(nextStartWords(NEXT, own)).toEqual({ wide, narrow })
  })
})

describe('the hours of a date', () => {
  test.each([
    [null, ''],
    ['America/Toronto', ''],
    ['Europe/London', '11:00 PM – 2:00 AM +1 day your time'],
    ['Asia/Kolkata', 'Fri, Oct 9 at 3:30 – 6:30 AM your time'],
  ])('on the clock of %s', (own, words) => {
    expect(yourHours(HOURS, own)).toBe(words)
  })
})

describe('the moment of a count', () => {
  const at = '2026-10-08T18:03:02Z'

  test.each([
    [null, ''],
    ['America/New_York', ', as of 14:03:02'],
    ['Europe/London', ', as of 19:03:02'],
    ['Asia/Kolkata', ', as of 23:33:02'],
  ])('on the clock of %s', (own, words) => {
    expect(asOfWords(at, own)).toBe(words)
  })
})
