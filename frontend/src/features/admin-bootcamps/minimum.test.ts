/** How many it takes to run, and until when to decide. */
import { expect, test } from 'vitest'
import { makeAdminBootcamp } from '@/test/admin-catalogue'
import { changePayload, createPayload, likeThis, valuesOf } from './bootcamp-form'
import { type BootcampValues, bootcampSchema } from './bootcamp-schema'

const limited = makeAdminBootcamp({ minSeats: 8, decideBy: '2099-10-01T22:00:00Z' })
const values = valuesOf(limited)

function problems(given: Partial<BootcampValues>) {
  const known = { taken: 0, hasOwnMeeting: false, refusesPast: false }
  const { error } = bootcampSchema(known).safeParse({ ...values, ...given })
  return error?.issues.map(({ path, message }) => [path[0], message]) ?? []
}

test('is shown on the clocks of the class, and not sent again unchanged', () => {
  expect(values).toMatchObject({ minSeats: '8', decideBy: '2099-10-01T18:00' })
  expect(changePayload(values, limited)).not.toHaveProperty('minSeats')
  expect(changePayload(values, limited)).not.toHaveProperty('decideBy')
})

test('sends what was typed, and empty fields take it away', () => {
  const typed = { ...values, minSeats: '6', decideBy: '2099-10-02T18:00' }
  const sent = { minSeats: 6, decideBy: '2099-10-02T22:00:00.000Z' }
  expect(changePayload(typed, limited)).toMatchObject(sent)
  expect(createPayload(typed)).toMatchObject(sent)
  const emptied = { ...values, minSeats: '', decideBy: '' }
  expect(changePayload(emptied, limited)).toMatchObject({ minSeats: null, decideBy: null })
  expect(createPayload(emptied)).not.toHaveProperty('minSeats')
})

test('the minimum goes along to another date of its kind, the day to decide does not', () => {
  expect(likeThis(limited)).toMatchObject({ minSeats: '8', decideBy: '' })
})

test.each([
  [{}, []],
  [{ minSeats: '', decideBy: '' }, []],
  [{ minSeats: '20' }, []],
  [{ minSeats: '21' }, [['minSeats', 'Enter a number from 1 to 20']]],
  [{ minSeats: '0' }, [['minSeats', 'Enter a number from 1 to 20']]],
  [{ minSeats: 'six' }, [['minSeats', 'Enter a number from 1 to 20']]],
  [{ minSeats: '' }, [['minSeats', 'Enter the minimum too']]],
])('%o', (given, expected) => {
  expect(problems(given)).toEqual(expected)
})
