import { describe, expect, test } from 'vitest'
import { bundleSavings, datesToShow, isOpen, nextOpen, priceOfEverything } from './offer'

const now = Date.parse('2026-05-01T12:00:00Z')

function bootcamp(id: number, given: Partial<Parameters<typeof isOpen>[0]> = {}) {
  return {
    id,
    name: 'Beginner Bootcamp',
    step: 1,
    course: `${given.step ?? 1} ${(given.name ?? 'Beginner Bootcamp').toLowerCase()}`,
    price: '995.00',
    availableSeats: 20,
    startDate: `2026-05-${String(id + 1).padStart(2, '0')}T18:00:00Z`,
    ...given,
  }
}

const ids = (bootcamps: { id: number }[]) => bootcamps.map(({ id }) => id)

describe('the next dates', () => {
  test('come soonest first and leave out what has started', () => {
    const started = bootcamp(9, { startDate: '2026-05-01T12:00:00Z' })
    expect(ids(datesToShow([bootcamp(3), started, bootcamp(1)], now, 2))).toEqual([1, 3])
  })

  test('include an open one, however many are sold out before it', () => {
    const soldOut = [1, 2, 3].map((id) => bootcamp(id, { availableSeats: 0 }))
    expect(ids(datesToShow([...soldOut, bootcamp(4)], now, 2))).toEqual([1, 4])
    expect(nextOpen([...soldOut, bootcamp(4)], now)?.id).toBe(4)
  })

  test('may all be sold out', () => {
    const soldOut = [1, 2].map((id) => bootcamp(id, { availableSeats: 0 }))
    expect(ids(datesToShow(soldOut, now, 2))).toEqual([1, 2])
    expect(nextOpen(soldOut, now)).toBeUndefined()
  })

  test('a started bootcamp with seats is not open', () => {
    expect(isOpen(bootcamp(1), now)).toBe(true)
    expect(isOpen(bootcamp(1), Date.parse(bootcamp(1).startDate))).toBe(false)
  })
})

describe('the price of everything', () => {
  test('is told from memory when nothing is known', () => {
    expect(priceOfEverything(undefined)).toBe(398500)
    expect(priceOfEverything([])).toBe(398500)
  })

  test('counts every bootcamp once, however many dates it has', () => {
    const launch = bootcamp(3, { step: 2, name: 'Advanced Bootcamp', price: '1500.00' })
    const extra = bootcamp(4, { name: 'Weekend Bootcamp', price: '100.00' })
    expect(priceOfEverything([bootcamp(1), bootcamp(2), launch, extra])).toBe(259500)
  })
})

describe('what a bundle saves', () => {
  const members = [{ price: '995.00' }, { price: '1495.00' }, { price: '1495.00' }]

  test('is the sum of its members less its price', () => {
    expect(bundleSavings({ price: '2995.00', bootcamps: members })).toEqual({
      separately: 398500,
      saved: 99000,
    })
  })

  test('is never less than nothing', () => {
    expect(bundleSavings({ price: '4000.00', bootcamps: members }).saved).toBe(0)
  })
})
