import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cohortDay, cohortName } from './cohorts'

const at = (startDate: string) => ({ startDate, timezone: 'America/New_York' })

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-16T12:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

test('a cohort is named by its course and the day it begins there', () => {
  expect(cohortName('Beginner Bootcamp', at('2026-11-27T00:00:00Z'))).toBe(
    'Beginner Bootcamp · Thu, Nov 26',
  )
})

test('another year is said, on the clock of the class', () => {
  expect(cohortDay(at('2027-01-01T02:00:00Z'))).toBe('Thu, Dec 31')
  expect(cohortDay(at('2027-01-02T02:00:00Z'))).toBe('Fri, Jan 1, 2027')
  expect(cohortDay(at('2025-11-27T00:00:00Z'))).toBe('Wed, Nov 26, 2025')
})

test('a bundle has no day of its own', () => {
  expect(cohortName('Complete Bundle', null)).toBe('Complete Bundle')
})
