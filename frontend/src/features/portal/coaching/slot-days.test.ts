import { describe, expect, test } from 'vitest'
import { dayKey, dayName, weekName, weeksOf } from './slot-days'

const labels = (slots: string[], zone: string) =>
  weeksOf(slots, zone)
    .flat()
    .filter(({ times }) => times.length > 0)
    .map(({ key, times }) => [key, ...times.map(({ label }) => label)])

describe('free moments on the clocks of a zone', () => {
  test('a moment lies on whichever day the zone is in', () => {
    expect(dayKey('2026-11-20T02:30:00Z', 'America/New_York')).toBe('2026-11-19')
    expect(dayKey('2026-11-20T02:30:00Z', 'Australia/Sydney')).toBe('2026-11-20')
    expect(dayName('2026-11-20T02:30:00Z', 'America/New_York')).toBe('Thursday, November 19')
  })

  test('weeks run from Monday to Sunday, the empty days between included', () => {
    const weeks = weeksOf(['2026-11-18T14:00:00Z', '2026-11-24T14:00:00Z'], 'UTC')
    expect(weeks.map(weekName)).toEqual(['Nov 16 – Nov 22', 'Nov 23 – Nov 29'])
    expect(weeks[0]?.map(({ weekday, number }) => `${weekday} ${number}`)).toEqual([
      'Mon 16',
      'Tue 17',
      'Wed 18',
      'Thu 19',
      'Fri 20',
      'Sat 21',
      'Sun 22',
    ])
    expect(weeks.flat().map(({ times }) => times.length)).toEqual([
      0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0,
    ])
  })

  test('one hour of a coach in New York is read right everywhere as the clocks change', () => {
    // Nine in New York: the days around the change in March, and around that in November.
    const slots = [
      '2026-03-07T14:00:00Z',
      '2026-03-08T13:00:00Z',
      '2026-10-31T13:00:00Z',
      '2026-11-01T14:00:00Z',
    ]
    const read = (zone: string) => labels(slots, zone).map(([key, label]) => `${key} ${label}`)
    expect(read('America/New_York')).toEqual([
      '2026-03-07 9:00 AM',
      '2026-03-08 9:00 AM',
      '2026-10-31 9:00 AM',
      '2026-11-01 9:00 AM',
    ])
    expect(read('Australia/Sydney')).toEqual([
      '2026-03-08 1:00 AM',
      '2026-03-09 12:00 AM',
      '2026-11-01 12:00 AM',
      '2026-11-02 1:00 AM',
    ])
    expect(read('Africa/Lagos')).toEqual([
      '2026-03-07 3:00 PM',
      '2026-03-08 2:00 PM',
      '2026-10-31 2:00 PM',
      '2026-11-01 3:00 PM',
    ])
    expect(read('UTC')).toEqual([
      '2026-03-07 2:00 PM',
      '2026-03-08 1:00 PM',
      '2026-10-31 1:00 PM',
      '2026-11-01 2:00 PM',
    ])
  })

  test('an hour that comes twice can be told apart', () => {
    const slots = ['2026-11-01T04:30:00Z', '2026-11-01T05:30:00Z', '2026-11-01T06:30:00Z']
    expect(labels(slots, 'America/New_York')).toEqual([
      ['2026-11-01', '12:30 AM', '1:30 AM (UTC−4)', '1:30 AM (UTC−5)'],
    ])
  })

  test('nothing free is no week at all', () => {
    expect(weeksOf([], 'UTC')).toEqual([])
  })
})
