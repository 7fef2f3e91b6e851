import { describe, expect, test } from 'vitest'
import { makeBootcamp } from '@/test/catalogue'
import {
  type BundlePart,
  chosenDates,
  hasChoice,
  type Member,
  outOfOrder,
  partsOf,
  pick,
  whyNot,
} from './bundle-dates'

/** Three live hours on a day of October. */
const onDay = (id: number, step: number, day: number, more = {}) =>
  makeBootcamp({
    id,
    step,
    name: `Step ${step}`,
    startDate: `2099-10-${String(day).padStart(2, '0')}T18:00:00Z`,
    endDate: `2099-10-${String(day).padStart(2, '0')}T21:00:00Z`,
    ...more,
  })

function member(id: number, step: number, ...dateIds: number[]): Member {
  const { startDate, availableSeats, heldSeats, isActive } = makeBootcamp()
  const seats = { availableSeats, heldSeats, isActive }
  return { id, name: `Step ${step}`, price: '995.00', step, startDate, ...seats, dateIds }
}

const members = [member(1, 1, 1, 11), member(2, 2, 2, 12), member(3, 3, 3)]
const nothing = { now: 0, wanted: [], heldIn: [], owned: [] }
const idsOf = (parts: readonly BundlePart[]) => parts.map(({ date }) => date?.id)

/** Steps 1 to 3 on the 10th, 20th and 30th; others as given. */
const offered = (...others: ReturnType<typeof onDay>[]) => [
  onDay(1, 1, 10),
  onDay(2, 2, 20),
  onDay(3, 3, 30),
  ...others,
]

describe('what is found for the buyer', () => {
  test('is the earliest date of each step', () => {
    const parts = partsOf(members, offered(onDay(11, 1, 5), onDay(12, 2, 25)), nothing)
    expect(idsOf(parts)).toEqual([11, 2, 3])
    expect(chosenDates(parts)).toEqual([{ memberId: 1, bootcampId: 11 }])
    expect(hasChoice(parts)).toBe(true)
  })

  test('comes after the step before', () => {
    // The earliest second step would be before the first.
    expect(idsOf(partsOf(members, offered(onDay(12, 2, 8)), nothing))).toEqual([1, 2, 3])
  })

  test('is not the last seat where a later date has more', () => {
    const last = onDay(11, 1, 5, { availableSeats: 1 })
    expect(idsOf(partsOf(members, offered(last), nothing))).toEqual([1, 2, 3])
    expect(idsOf(partsOf(members, offered(last), { ...nothing, heldIn: [11] }))).toEqual([11, 2, 3])
    const allLast = offered(last).map((one) => ({ ...one, availableSeats: 1 }))
    expect(idsOf(partsOf(members, allLast, nothing))).toEqual([11, 2, 3])
  })

  test('has a free seat, or one that this buyer holds', () => {
    const early = onDay(11, 1, 5, { availableSeats: 0 })
    expect(idsOf(partsOf(members, offered(early), nothing))).toEqual([1, 2, 3])
    expect(idsOf(partsOf(members, offered(early), { ...nothing, heldIn: [11] }))).toEqual([
      11, 2, 3,
    ])
  })

  test('has not begun', () => {
    const now = Date.parse('2099-10-06T00:00:00Z')
    const parts = partsOf(members, offered(onDay(11, 1, 5)), { ...nothing, now })
    expect(idsOf(parts)).toEqual([1, 2, 3])
    expect(parts[0]?.dates.map(({ id }) => id)).toEqual([1])
  })

  test('does not begin within the day, unless there is no other', () => {
    const now = Date.parse('2099-10-09T20:00:00Z')
    const soon = { ...nothing, now }
    expect(idsOf(partsOf(members, offered(onDay(11, 1, 12)), soon))).toEqual([11, 2, 3])
    expect(idsOf(partsOf(members, offered(), soon))).toEqual([1, 2, 3])
  })

  test('takes another date where the own one is full', () => {
    const full = offered(onDay(11, 1, 12)).map((one) =>
      one.id === 1 ? { ...one, availableSeats: 0 } : one,
    )
    expect(idsOf(partsOf(members, full, nothing))).toEqual([11, 2, 3])
  })

  test('comes after a step that is owned already', () => {
    const missing = [member(2, 2, 2, 12)]
    const parts = partsOf(missing, offered(onDay(12, 2, 8)), { ...nothing, owned: [1] })
    expect(idsOf(parts)).toEqual([2])
  })

  test('is out of order before it is nothing', () => {
    const full = offered(onDay(12, 2, 8)).map((one) =>
      one.id === 2 ? { ...one, availableSeats: 0 } : one,
    )
    const parts = partsOf(members, full, nothing)
    expect(idsOf(parts)).toEqual([1, 12, 3])
    expect(outOfOrder(parts)?.map((part) => part.member.id)).toEqual([2, 1])
  })

  test('is nothing but the own date where the bundle has no other', () => {
    const parts = partsOf(members, offered(), nothing)
    expect(hasChoice(parts)).toBe(false)
    expect(chosenDates(parts)).toEqual([])
  })

  test('is no choice where the other date is sold out', () => {
    const parts = partsOf(members, offered(onDay(12, 2, 25, { availableSeats: 0 })), nothing)
    expect(hasChoice(parts)).toBe(false)
  })

  test('is a different date for each of two bootcamps of one kind', () => {
    const two = [member(1, 1, 1, 11), member(11, 1, 1, 11)]
    const parts = partsOf(two, offered(onDay(11, 1, 5)), nothing)
    expect(idsOf(parts)).toEqual([11, 1])
  })
})

describe('what was chosen', () => {
  test('stays chosen, also when it has sold out since', () => {
    const dates = offered(onDay(11, 1, 5), onDay(12, 2, 25, { availableSeats: 0 }))
    expect(idsOf(partsOf(members, dates, { ...nothing, wanted: [1, 12] }))).toEqual([1, 12, 3])
  })

  test('moves later steps that no longer fit, and only those', () => {
    const dates = offered(onDay(11, 1, 22), onDay(12, 2, 25))
    const parts = partsOf(members, dates, { ...nothing, wanted: [1, 2, 3] })
    const [first] = parts as [BundlePart]
    const wanted = pick(parts, first, onDay(11, 1, 22))
    expect(wanted).toEqual([3, 11])
    expect(idsOf(partsOf(members, dates, { ...nothing, wanted }))).toEqual([11, 12, 3])
  })

  test('leaves the steps before as they are', () => {
    const dates = offered(onDay(12, 2, 8))
    const parts = partsOf(members, dates, nothing)
    const second = parts[1] as BundlePart
    const wanted = pick(parts, second, onDay(12, 2, 8))
    expect(idsOf(partsOf(members, dates, { ...nothing, wanted }))).toEqual([1, 12, 3])
  })
})

describe('what cannot be chosen says why', () => {
  const dates = offered(
    onDay(11, 1, 30),
    onDay(12, 2, 25, { availableSeats: 0 }),
    onDay(13, 2, 26, { availableSeats: 0, heldSeats: 1 }),
    onDay(14, 2, 10),
    onDay(15, 1, 20),
  )
  const several = [member(1, 1, 1, 11, 15), member(2, 2, 2, 12, 13, 14), member(3, 3, 3)]
  const parts = partsOf(several, dates, nothing)
  const reason = (place: number, id: number) => {
    const part = parts[place] as BundlePart
    return whyNot(parts, part, part.dates.find((date) => date.id === id) as (typeof dates)[number])
  }

  test.each([
    [1, 12, 'sold out'],
    [1, 13, 'on hold'],
    [1, 14, 'overlaps with Step 1'],
    // The third step has no other date that could give way; the second has.
    [0, 11, 'overlaps with Step 3'],
    [0, 15, ''],
    [1, 2, ''],
  ])('step %i, date %i: %s', (place, id, words) => {
    expect(reason(place, id)).toBe(words)
  })
})
