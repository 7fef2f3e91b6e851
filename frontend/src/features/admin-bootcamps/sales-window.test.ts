import { expect, test } from 'vitest'
import { makeAdminBootcamp } from '@/test/admin-catalogue'
import { changePayload, createPayload, likeThis, valuesOf } from './bootcamp-form'
import { bootcampSchema } from './bootcamp-schema'

const limited = makeAdminBootcamp({
  salesOpenAt: '2099-09-01T13:00:00Z',
  salesCloseAt: '2099-10-08T21:00:00Z',
})
const values = valuesOf(limited)

test('is shown on the clocks of the class, and not sent again unchanged', () => {
  expect([values.salesOpenAt, values.salesCloseAt]).toEqual([
    '2099-09-01T09:00',
    '2099-10-08T17:00',
  ])
  expect(changePayload(values, limited)).not.toHaveProperty('salesOpenAt')
  expect(changePayload(values, limited)).not.toHaveProperty('salesCloseAt')
})

test('sends what was typed, and an empty field takes the limit away', () => {
  const changed = { ...values, salesOpenAt: '', salesCloseAt: '2099-10-08T18:00' }
  expect(changePayload(changed, limited)).toMatchObject({
    salesOpenAt: null,
    salesCloseAt: '2099-10-08T22:00:00.000Z',
  })
  expect(createPayload(changed)).toMatchObject({ salesCloseAt: '2099-10-08T22:00:00.000Z' })
})

test('moves with the zone, as the schedule does', () => {
  const moved = changePayload({ ...values, timezone: 'America/Denver' }, limited)
  expect(moved).toMatchObject({ salesOpenAt: '2099-09-01T15:00:00.000Z' })
})

test('belongs to its own date, and closes after it opens', () => {
  expect(likeThis(limited)).toMatchObject({ salesOpenAt: '', salesCloseAt: '' })
  const known = { taken: 0, hasOwnMeeting: false, refusesPast: false }
  const backwards = bootcampSchema(known).safeParse({
    ...values,
    salesCloseAt: values.salesOpenAt,
  })
  expect(backwards.error?.issues.map(({ path, message }) => [path[0], message])).toEqual([
    ['salesCloseAt', 'Sales must close after they open'],
  ])
})
