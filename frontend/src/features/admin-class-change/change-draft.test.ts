import { describe, expect, test } from 'vitest'
import { makeAdminBootcamp } from '@/test/admin-catalogue'
import {
  chooseByProblem,
  dateProblem,
  newDraft,
  shownChooseBy,
  wantedOf,
  withEnd,
  withStart,
} from './change-draft'

/** Thu, Oct 8, 2099, 6:00 to 9:00 PM in New York. */
const bootcamp = makeAdminBootcamp()
const zone = bootcamp.timezone
const at = (iso: string) => Date.parse(iso)
const NOW = at('2099-10-01T12:20:00Z')
const cancel = newDraft(bootcamp, 'cancel', '')
const move = newDraft(bootcamp, 'move', '')

describe('choose-by', () => {
  test('is five days away, on a full hour', () => {
    expect(shownChooseBy(cancel, zone, NOW)).toBe('2099-10-06T08:00')
  })

  test('is never later than a day before a moved class', () => {
    const soon = withStart(move, { startDate: '2099-10-05' }, zone)
    expect(shownChooseBy(soon, zone, NOW)).toBe('2099-10-04T18:00')
    const late = withStart(move, { startDate: '2099-11-20' }, zone)
    expect(shownChooseBy(late, zone, NOW)).toBe('2099-10-06T08:00')
  })

  test('leaves time to choose where the new start is within a day', () => {
    const tomorrow = withStart(move, { startDate: '2099-10-02', startTime: '07:00' }, zone)
    expect(shownChooseBy(tomorrow, zone, NOW)).toBe('2099-10-01T10:00')
    expect(chooseByProblem(tomorrow, zone, NOW)).toBeNull()
  })

  test('stays as typed, and follows the new date only while untouched', () => {
    const typed = { ...move, chooseBy: '2099-10-03T12:00' }
    const moved = withStart(typed, { startDate: '2099-12-24' }, zone)
    expect(shownChooseBy(moved, zone, NOW)).toBe('2099-10-03T12:00')
  })

  test.each([
    ['', 'Enter a date and a time that exist'],
    ['2099-10-01T08:00', 'Choose a time in the future'],
    ['2099-10-12T18:00', 'This has to be before the new start'],
    ['2099-10-12T17:00', null],
  ])('%s of a class that moves to Oct 12, 6 PM: %s', (chooseBy, problem) => {
    const moved = withStart({ ...move, chooseBy }, { startDate: '2099-10-12' }, zone)
    expect(chooseByProblem(moved, zone, NOW)).toBe(problem)
  })
})

describe('a new date', () => {
  test('keeps the length of the class, over midnight too', () => {
    const moved = withStart(move, { startDate: '2099-10-12', startTime: '22:30' }, zone)
    expect(moved).toMatchObject({ endDate: '2099-10-13', endTime: '01:30' })
  })

  test('keeps the length while the start is half typed, and the one set by hand', () => {
    const half = withStart(move, { startDate: '' }, zone)
    expect(withStart(half, { startDate: '2099-10-12' }, zone)).toMatchObject({
      endDate: '2099-10-12',
      endTime: '21:00',
    })
    const longer = withEnd(move, { endTime: '22:00' }, zone)
    expect(withStart(longer, { startTime: '10:00' }, zone)).toMatchObject({ endTime: '14:00' })
  })

  test.each([
    [{}, 'This is the date it has now'],
    [{ startDate: '' }, 'Enter a date and a time that exist'],
    [{ startDate: '2099-09-30', endDate: '2099-09-30' }, 'Choose a date in the future'],
    [{ startDate: '2099-10-12' }, 'It has to end after it starts'],
    [{ startDate: '2099-10-12', endDate: '2099-10-12' }, null],
  ])('%o: %s', (given, problem) => {
    expect(dateProblem({ ...move, ...given }, bootcamp, NOW)).toBe(problem)
    expect(dateProblem({ ...cancel, ...given }, bootcamp, NOW)).toBeNull()
  })
})

test('a date before choose-by, and one of another course, is offered only by hand', () => {
  const sooner = {
    ...bootcamp,
    id: 8,
    startDate: '2099-10-05T22:00:00Z',
    freeSeats: 3,
    isSameCourse: true,
  }
  const later = {
    ...bootcamp,
    id: 9,
    startDate: '2099-10-22T22:00:00Z',
    freeSeats: 3,
    isSameCourse: true,
  }
  const another = { ...later, id: 10, isSameCourse: false }
  const known = { alternatives: [sooner, later, another], now: NOW }
  expect(wantedOf(cancel, zone, known).alternativeIds).toEqual([9])
  expect(wantedOf({ ...cancel, leftOut: [] }, zone, known).alternativeIds).toEqual([8, 9, 10])
})

test('what is sent: no date when canceled, and only the dates that are offered', () => {
  const alternatives = [8, 9].map((id) => ({ ...bootcamp, id, freeSeats: 3, isSameCourse: true }))
  const draft = { ...cancel, leftOut: [9], words: ' Sorry. ', offersCredit: false }
  expect(wantedOf(draft, zone, { alternatives, now: NOW })).toEqual({
    kind: 'cancel',
    startDate: null,
    endDate: null,
    alternativeIds: [8],
    words: 'Sorry.',
    chooseBy: '2099-10-06T12:00:00.000Z',
    offersCredit: false,
  })
  const moved = withStart(move, { startDate: '2099-10-12' }, zone)
  expect(wantedOf(moved, zone, { alternatives: [], now: NOW })).toMatchObject({
    startDate: '2099-10-12T22:00:00.000Z',
    endDate: '2099-10-13T01:00:00.000Z',
  })
})
