import { describe, expect, test } from 'vitest'
import { instantOf, isTooLong, localTimeAt } from './local-times'

const instant = (date: string, time: string, zone: string) =>
  instantOf({ date, time }, zone)?.toISOString() ?? null

describe('the instant at which a zone shows a time', () => {
  test.each([
    ['2026-10-09', '18:00', 'America/New_York', '2026-10-09T22:00:00.000Z'],
    ['2026-12-05', '09:00', 'America/New_York', '2026-12-05T14:00:00.000Z'],
    ['2026-07-01', '19:00', 'America/Denver', '2026-07-02T01:00:00.000Z'],
    ['2026-07-01', '00:15', 'Asia/Mumbai', '2026-06-30T18:45:00.000Z'],
    ['2026-01-15', '09:00', 'Australia/Sydney', '2026-01-14T22:00:00.000Z'],
    ['2026-01-15', '09:00', 'UTC', '2026-01-15T09:00:00.000Z'],
    // Right before and right after an hour that is skipped.
    ['2026-03-08', '01:59', 'America/New_York', '2026-03-08T06:59:00.000Z'],
    ['2026-03-08', '03:00', 'America/New_York', '2026-03-08T07:00:00.000Z'],
  ])('%s %s in %s is %s', (date, time, zone, iso) => {
    expect(instant(date, time, zone)).toBe(iso)
    expect(localTimeAt(iso, zone)).toEqual({ date, time })
  })

  test.each([
    ['2026-03-08', '02:00', 'America/New_York'],
    ['2026-03-08', '02:59', 'America/New_York'],
    ['2026-03-29', '01:30', 'Europe/London'],
    ['2026-10-04', '02:30', 'Australia/Sydney'],
  ])('%s %s does not exist in %s', (date, time, zone) => {
    expect(instant(date, time, zone)).toBeNull()
  })

  test('is the first of two when the clocks go back', () => {
    expect(instant('2026-11-01', '01:30', 'America/New_York')).toBe('2026-11-01T05:30:00.000Z')
  })

  test.each([
    ['', '19:00'],
    ['2026-10-09', ''],
    ['2026-02-30', '19:00'],
    ['2026-10-09', '24:30'],
    ['tomorrow', '19:00'],
  ])('is none for “%s” at “%s”', (date, time) => {
    expect(instant(date, time, 'UTC')).toBeNull()
  })
})

test.each([
  ['2026-07-01', '2026-07-01', '20:00', '2026-07-01', '20:01'],
  // The clocks go back, and ahead.
  ['2026-10-31', '2026-11-01', '07:00', '2026-11-01', '07:01'],
  ['2026-03-07', '2026-03-08', '09:00', '2026-03-08', '09:01'],
])('a class may last 12 hours, and no minute longer: %s', (day, endDay, end, lateDay, late) => {
  const zone = 'America/New_York'
  const begins = day === endDay ? '08:00' : '20:00'
  const start = instantOf({ date: day, time: begins }, zone) as Date
  expect(isTooLong(start, instantOf({ date: endDay, time: end }, zone) as Date)).toBe(false)
  expect(isTooLong(start, instantOf({ date: lateDay, time: late }, zone) as Date)).toBe(true)
})
