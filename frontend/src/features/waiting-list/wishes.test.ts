import { describe, expect, test } from 'vitest'
import { makeBootcamp, makeBundle } from '@/test/catalogue'
import { type Bootcamp, type Bundle, readWaiting } from './wishes'

const now = Date.parse('2026-05-01T12:00:00Z')
const full = makeBootcamp({ id: 11, availableSeats: 0 })
const alsoFull = makeBootcamp({ id: 12, availableSeats: 0, startDate: '2099-10-07T22:00:00Z' })
const open = makeBootcamp({ id: 13 })
const otherCourse = makeBootcamp({ id: 14, bootcampType: 'Launch', step: 2, availableSeats: 0 })
const bundle = makeBundle({ availableSeats: 0 })

const read = (query: string, bootcamps: Bootcamp[] = [], bundles: Bundle[] = []) =>
  readWaiting(new URLSearchParams(query), { bootcamps, bundles, now })

describe('a date that is full', () => {
  test('comes with the other full dates of its course, soonest first', () => {
    const { kind, ...rest } = read('bootcamp=11', [full, alsoFull, open, otherCourse])
    expect(kind).toBe('dates')
    expect(rest).toEqual({ dates: [alsoFull, full], asked: 11, bundle: undefined })
  })

  test('comes with a full bundle that it belongs to, and with no other', () => {
    const inIt = makeBootcamp({ id: 1, availableSeats: 0 })
    expect(read('bootcamp=1', [inIt], [bundle])).toMatchObject({ bundle: { id: bundle.id } })
    expect(read('bootcamp=11', [full], [bundle])).toMatchObject({ bundle: undefined })
    expect(read('bootcamp=1', [inIt], [makeBundle()])).toMatchObject({ bundle: undefined })
  })

  test('too close to its start has no list', () => {
    expect(read('bootcamp=11', [{ ...full, waitingList: false }])).toEqual({
      kind: 'interest',
      course: 'Build',
      isGone: true,
    })
  })
})

describe('what need not be waited for', () => {
  test('a date with a seat is bought', () => {
    expect(read('bootcamp=13', [open])).toEqual({
      kind: 'free',
      name: 'Beginner Bootcamp',
      checkout: '/checkout?bootcamp=13',
    })
  })

  test('so is a bundle', () => {
    const { id } = bundle
    expect(read(`bundle=${id}`, [], [makeBundle()])).toMatchObject({
      kind: 'free',
      checkout: `/checkout?bundle=${id}`,
    })
  })
})

test('a full bundle is waited for as a whole', () => {
  const query = `bundle=${bundle.id.toUpperCase()}`
  expect(read(query, [], [bundle])).toEqual({ kind: 'bundle', bundle })
})

describe('the next date of a course', () => {
  test.each([
    ['course=Launch', 'Launch'],
    ['course=Cooking', null],
    ['', null],
  ])('%j is about %s', (query, course) => {
    expect(read(query)).toEqual({ kind: 'interest', course, isGone: false })
  })

  test.each([
    ['a date that nobody knows', 'bootcamp=99', [], null],
    [
      'a date that has begun',
      'bootcamp=11',
      [{ ...full, startDate: '2026-05-01T11:00:00Z' }],
      'Build',
    ],
    ['a date that is off sale', 'bootcamp=11', [{ ...full, isActive: false }], 'Build'],
    ['a bundle that nobody knows', 'bundle=true', [], null],
  ])('takes the place of %s', (_, query, bootcamps, course) => {
    expect(read(query, bootcamps)).toEqual({ kind: 'interest', course, isGone: true })
  })
})
