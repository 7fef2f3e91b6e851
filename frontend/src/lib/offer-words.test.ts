import { expect, test } from 'vitest'
import { hoursLive, ofCourse, seatsEach } from './offer'

const lasting = (minutes: number) => ({
  startDate: '2026-11-26T23:00:00Z',
  endDate: new Date(Date.parse('2026-11-26T23:00:00Z') + minutes * 60_000).toISOString(),
})

test.each([
  [180, '3 hours live'],
  [60, '1 hour live'],
  [90, '1.5 hours live'],
  [45, '45 minutes live'],
  [100, '100 minutes live'],
])('%i minutes are said as %s', (minutes, words) => {
  expect(hoursLive(lasting(minutes))).toBe(words)
})

test('without a bootcamp the specified words stand', () => {
  expect([hoursLive(), seatsEach(), seatsEach([])]).toEqual([
    '3 hours live',
    'Twenty seats each',
    'Twenty seats each',
  ])
})

test('seats are those of the bootcamps, and not promised where they differ', () => {
  expect(seatsEach([{ maxSeats: 20 }, { maxSeats: 20 }])).toBe('Twenty seats each')
  expect(seatsEach([{ maxSeats: 4 }])).toBe('Four seats each')
  expect(seatsEach([{ maxSeats: 35 }])).toBe('35 seats each')
  expect(seatsEach([{ maxSeats: 20 }, { maxSeats: 4 }])).toBe('')
})

test('another course in the same step is no further date of this one', () => {
  const make = (id: number, name: string) => ({
    id,
    name,
    step: 1,
    price: '995.00',
    availableSeats: 1,
    startDate: '2026-11-26T23:00:00Z',
  })
  const all = [make(1, 'Beginner'), make(2, 'Test Beginner'), make(3, 'Beginner')]
  expect(ofCourse(all, { name: 'Beginner' }).map(({ id }) => id)).toEqual([1, 3])
})
