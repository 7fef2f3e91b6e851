import { expect, test } from 'vitest'
import { coursesOfStep, hoursLive, seatsEach } from './offer'

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

test('another course in the same step has dates of its own, after the usual one of the step', () => {
  const make = (id: number, name: string, day: number, step = 1) => ({
    id,
    name,
    step,
    course: `${step} ${name.toLowerCase()}`,
    price: '995.00',
    availableSeats: 1,
    startDate: `2026-11-${day}T23:00:00Z`,
  })
  const all = [
    make(1, 'Novel', 11),
    make(2, 'Beginner Bootcamp', 12),
    make(3, 'NOVEL', 13),
    make(4, 'Novel', 14, 2),
    make(5, 'Poetry', 10),
    make(6, 'Novel', 1),
  ]
  const courses = coursesOfStep(all, 1, Date.parse('2026-11-05T00:00:00Z'))
  expect(courses.map((dates) => dates.map(({ id }) => id))).toEqual([[2], [5], [1, 3]])
})
