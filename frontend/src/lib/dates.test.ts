import { describe, expect, test } from 'vitest'
import {
  formatDay,
  formatMoment,
  formatOwnHours,
  formatOwnTime,
  formatRange,
  formatViewerRange,
  formatWeekday,
} from './dates'

describe('formatMoment', () => {
  test.each([
    ['2025-10-09T22:00:00Z', 'America/New_York', 'Oct 9 at 6:00 PM EDT'],
    ['2025-12-05T14:00:00Z', 'America/New_York', 'Dec 5 at 9:00 AM EST'],
    ['2026-03-08T06:30:00Z', 'America/New_York', 'Mar 8 at 1:30 AM EST'],
    ['2026-03-08T07:30:00Z', 'America/New_York', 'Mar 8 at 3:30 AM EDT'],
    ['2026-11-01T05:30:00Z', 'America/New_York', 'Nov 1 at 1:30 AM EDT'],
    ['2026-11-01T06:30:00Z', 'America/New_York', 'Nov 1 at 1:30 AM EST'],
    ['2026-01-15T22:05:00Z', 'Australia/Sydney', 'Jan 16 at 9:05 AM AEDT'],
    ['2026-06-15T22:05:00Z', 'Australia/Sydney', 'Jun 16 at 8:05 AM AEST'],
    ['2026-06-15T23:30:00Z', 'Africa/Lagos', 'Jun 16 at 12:30 AM WAT'],
    ['2026-06-15T12:00:00Z', 'UTC', 'Jun 15 at 12:00 PM UTC'],
    ['2026-06-15T00:00:00Z', 'UTC', 'Jun 15 at 12:00 AM UTC'],
    ['2026-06-15T04:30:00Z', 'Asia/Mumbai', 'Jun 15 at 10:00 AM IST'],
    ['2026-01-15T21:00:00Z', 'America/Sao_Paulo', 'Jan 15 at 6:00 PM BRT'],
    ['2026-07-15T21:00:00Z', 'America/Mexico_City', 'Jul 15 at 3:00 PM CST'],
    ['2026-09-01T00:00:00+09:00', 'Asia/Tokyo', 'Sep 1 at 12:00 AM JST'],
  ])('%s in %s reads %s', (at, zone, text) => {
    expect(formatMoment(at, zone)).toBe(text)
  })

  test('a zone the browser does not know is told in UTC and does not break the page', () => {
    expect(formatMoment('2026-06-15T12:00:00Z', 'Moon/Tycho')).toBe('Jun 15 at 12:00 PM Tycho')
  })
})

test('formatDay says which day it is there', () => {
  expect(formatDay('2026-06-15T22:05:00Z', 'Australia/Sydney')).toBe('Jun 16')
})

test.each([
  ['2025-10-09T22:00:00Z', 'America/New_York', 'Thu'],
  ['2025-10-09T22:00:00Z', 'Asia/Kolkata', 'Fri'],
  ['2026-03-08T06:59:59Z', 'America/New_York', 'Sun'],
  ['2026-03-08T04:59:59Z', 'America/New_York', 'Sat'],
  ['2026-11-01T05:30:00Z', 'America/New_York', 'Sun'],
  ['2028-02-29T12:00:00Z', 'UTC', 'Tue'],
])('%s is in %s a %s', (at, zone, weekday) => {
  expect(formatWeekday(at, zone)).toBe(weekday)
})

describe('formatRange', () => {
  test('on one day names it once', () => {
    expect(formatRange('2025-10-09T22:00:00Z', '2025-10-10T01:00:00Z', 'America/New_York')).toBe(
      'Oct 9 at 6:00 PM – 9:00 PM EDT',
    )
  })

  test('the same hours can cross midnight in another zone', () => {
    expect(formatRange('2025-10-09T22:00:00Z', '2025-10-10T01:00:00Z', 'UTC')).toBe(
      'Oct 9 at 10:00 PM – Oct 10 at 1:00 AM UTC',
    )
  })

  test('the same day of another year is another day', () => {
    expect(formatRange('2025-10-09T22:00:00Z', '2026-10-09T23:00:00Z', 'UTC')).toBe(
      'Oct 9 at 10:00 PM – Oct 9 at 11:00 PM UTC',
    )
  })

  test('across the change of the clocks, each end has its own letters', () => {
    expect(formatRange('2026-11-01T04:30:00Z', '2026-11-01T07:30:00Z', 'America/New_York')).toBe(
      'Nov 1 at 12:30 AM EDT – 2:30 AM EST',
    )
  })
})

describe('formatViewerRange', () => {
  const session = ['2025-10-09T22:00:00Z', '2025-10-10T01:00:00Z', 'America/New_York'] as const

  test('tells the hours on the viewer’s clock', () => {
    expect(formatViewerRange(...session, 'America/Los_Angeles')).toBe('Oct 9 at 3:00 PM – 6:00 PM')
    expect(formatViewerRange(...session, 'Asia/Mumbai')).toBe('Oct 10 at 3:30 AM – 6:30 AM')
  })

  test.each([
    ['UTC', 'Oct 9 at 10:00 PM – 1:00 AM +1 day'],
    ['Europe/London', 'Oct 9 at 11:00 PM – 2:00 AM +1 day'],
    ['Asia/Kolkata', 'Oct 10 at 3:30 AM – 6:30 AM'],
    ['Asia/Calcutta', 'Oct 10 at 3:30 AM – 6:30 AM'],
  ])('in %s reads %s', (viewer, hours) => {
    expect(formatViewerRange(...session, viewer)).toBe(hours)
  })

  test('says nothing to whoever wants no second clock', () => {
    expect(formatViewerRange(...session, null)).toBeNull()
  })

  test('the last day of a year is followed by the next day', () => {
    const night = ['2026-12-31T21:00:00Z', '2027-01-01T00:00:00Z', 'America/New_York'] as const
    expect(formatViewerRange(...night, 'Europe/Paris')).toBe('Dec 31 at 10:00 PM – 1:00 AM +1 day')
  })

  test('names a second date only when it takes one', () => {
    const weekend = ['2025-10-10T22:00:00Z', '2025-10-12T01:00:00Z', 'America/New_York'] as const
    expect(formatViewerRange(...weekend, 'UTC')).toBe('Oct 10 at 10:00 PM – Oct 12 at 1:00 AM')
  })

  test.each(['America/New_York', 'America/Toronto'])('says nothing in %s', (viewer) => {
    expect(formatViewerRange(...session, viewer)).toBeNull()
  })

  test('speaks when only one end differs', () => {
    // New York turns its clocks back during these hours; Lima never does.
    const night = ['2026-11-01T06:30:00Z', '2026-11-01T08:30:00Z', 'America/New_York'] as const
    expect(formatViewerRange(...night, 'America/Lima')).toBeNull()
    const across = ['2026-11-01T05:30:00Z', '2026-11-01T08:30:00Z', 'America/New_York'] as const
    expect(formatViewerRange(...across, 'America/Lima')).toBe('Nov 1 at 12:30 AM – 3:30 AM')
  })
})

describe('a session on the day the clocks change', () => {
  test.each([
    [
      'New York skips an hour',
      ['2026-03-08T06:00:00Z', '2026-03-08T09:00:00Z', 'America/New_York'],
      'Mar 8 at 1:00 AM EST – 5:00 AM EDT',
      'Mar 8 at 7:00 AM – 10:00 AM',
    ],
    [
      'New York repeats an hour',
      ['2026-11-01T05:00:00Z', '2026-11-01T08:00:00Z', 'America/New_York'],
      'Nov 1 at 1:00 AM EDT – 3:00 AM EST',
      'Nov 1 at 6:00 AM – 9:00 AM',
    ],
    [
      'Sydney repeats an hour',
      ['2026-04-04T15:00:00Z', '2026-04-04T18:00:00Z', 'Australia/Sydney'],
      'Apr 5 at 2:00 AM AEDT – 4:00 AM AEST',
      'Apr 4 at 4:00 PM – 7:00 PM',
    ],
    [
      'UTC does not notice',
      ['2026-11-01T05:00:00Z', '2026-11-01T08:00:00Z', 'UTC'],
      'Nov 1 at 5:00 AM – 8:00 AM UTC',
      'Nov 1 at 6:00 AM – 9:00 AM',
    ],
  ] as const)('where %s, there and for a reader in Lagos', (_, [start, end, zone], there, here) => {
    expect(formatRange(start, end, zone)).toBe(there)
    expect(formatViewerRange(start, end, zone, 'Africa/Lagos')).toBe(here)
  })

  test('a reader whose own clocks change sees the hours on their own clock', () => {
    const session = ['2026-03-08T06:00:00Z', '2026-03-08T09:00:00Z', 'Africa/Lagos'] as const
    expect(formatRange(...session)).toBe('Mar 8 at 7:00 AM – 10:00 AM WAT')
    expect(formatViewerRange(...session, 'America/New_York')).toBe('Mar 8 at 1:00 AM – 5:00 AM')
  })
})

describe('formatOwnHours', () => {
  const session = ['2025-10-09T22:00:00Z', '2025-10-10T01:00:00Z', 'America/New_York'] as const

  test.each([
    ['America/Los_Angeles', '3:00 – 6:00 PM'],
    ['America/Denver', '4:00 – 7:00 PM'],
    ['Europe/London', '11:00 PM – 2:00 AM +1 day'],
    ['Asia/Kolkata', 'Fri, Oct 10 at 3:30 – 6:30 AM'],
    ['America/Toronto', null],
    [null, null],
  ])('in %s reads %s', (own, hours) => {
    expect(formatOwnHours(...session, own)).toBe(hours)
  })

  test('names the half of the day twice where it changes', () => {
    const noon = ['2025-10-09T22:00:00Z', '2025-10-10T01:00:00Z', 'UTC'] as const
    expect(formatOwnHours(...noon, 'Pacific/Honolulu')).toBe('12:00 – 3:00 PM')
    expect(formatOwnHours(...noon, 'Pacific/Pago_Pago')).toBe('11:00 AM – 2:00 PM')
  })
})

test.each([
  ['America/Los_Angeles', '3:00 PM'],
  ['Asia/Kolkata', 'Fri, Oct 10 at 3:30 AM'],
  ['America/Toronto', null],
  [null, null],
])('formatOwnTime in %s is %s', (own, time) => {
  expect(formatOwnTime('2025-10-09T22:00:00Z', 'America/New_York', own)).toBe(time)
})
