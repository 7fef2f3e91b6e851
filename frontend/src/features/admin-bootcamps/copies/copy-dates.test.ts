import { describe, expect, test } from 'vitest'
import { makeAdminBootcamp } from '@/test/admin-catalogue'
import { copyDate, firstProposal, withCount } from './copy-dates'

const bootcamp = makeAdminBootcamp({
  startDate: '2026-10-22T22:00:00Z',
  endDate: '2026-10-23T01:30:00Z',
  timezone: 'America/New_York',
})
const BEFORE = Date.parse('2026-10-01T00:00:00Z')

describe('the first date proposed', () => {
  test('is a week later at the same time of day', () => {
    expect(firstProposal(bootcamp, BEFORE)).toEqual({ date: '2026-10-29', time: '18:00' })
  })

  test('is ahead, however long ago the original was, and on the same day of the week', () => {
    const now = Date.parse('2026-11-20T00:00:00Z')
    expect(firstProposal(bootcamp, now)).toEqual({ date: '2026-11-26', time: '18:00' })
  })
})

test('as many as wanted are a week apart, and those there are stay', () => {
  const own = { date: '2026-11-03', time: '09:30' }
  expect(withCount([own], 3)).toEqual([
    own,
    { date: '2026-11-10', time: '09:30' },
    { date: '2026-11-17', time: '09:30' },
  ])
  expect(withCount(withCount([own], 3), 1)).toEqual([own])
})

describe('a date', () => {
  test('keeps the hour on the wall when the clocks change, and carries the end', () => {
    const before = copyDate({ date: '2026-10-29', time: '18:00' }, bootcamp, BEFORE)
    const after = copyDate({ date: '2026-11-05', time: '18:00' }, bootcamp, BEFORE)
    expect([before.startDate, before.endDate]).toEqual([
      '2026-10-29T22:00:00.000Z',
      '2026-10-30T01:30:00.000Z',
    ])
    expect([after.startDate, after.endDate]).toEqual([
      '2026-11-05T23:00:00.000Z',
      '2026-11-06T02:30:00.000Z',
    ])
  })

  test.each([
    ['an hour that is skipped', '2027-03-14', '02:30'],
    ['no day at all', '2027-02-30', '18:00'],
    ['half typed', '', '18:00'],
  ])('that is %s is none', (_, date, time) => {
    expect(copyDate({ date, time }, bootcamp, BEFORE).startDate).toBeNull()
  })

  test('that is over says so', () => {
    const local = { date: '2026-09-01', time: '18:00' }
    expect(copyDate(local, bootcamp, BEFORE).isPast).toBe(true)
  })
})
