/** How much of a class its certificate asks for. */
import { expect, test } from 'vitest'
import { makeAdminBootcamp } from '@/test/admin-catalogue'
import { changePayload, createPayload, likeThis, valuesOf } from './bootcamp-form'
import { bootcampSchema } from './bootcamp-schema'

const strict = makeAdminBootcamp({ certificatePercent: 50 })
const values = valuesOf(strict)

test('is sent when it was typed, taken away when emptied, and kept for another date', () => {
  expect(values.certificatePercent).toBe('50')
  expect(changePayload(values, strict)).not.toHaveProperty('certificatePercent')
  const typed = { ...values, certificatePercent: '75' }
  expect(changePayload(typed, strict)).toMatchObject({ certificatePercent: 75 })
  expect(createPayload(typed)).toMatchObject({ certificatePercent: 75 })
  const emptied = { ...values, certificatePercent: '' }
  expect(changePayload(emptied, strict)).toMatchObject({ certificatePercent: null })
  expect(createPayload(emptied)).not.toHaveProperty('certificatePercent')
  expect(likeThis(strict).certificatePercent).toBe('50')
})

test.each([
  ['', true],
  ['1', true],
  ['100', true],
  ['0', false],
  ['101', false],
  ['half', false],
])('"%s" is a percentage: %s', (certificatePercent, isFine) => {
  const known = { taken: 0, hasOwnMeeting: false, refusesPast: false }
  const { error } = bootcampSchema(known).safeParse({ ...values, certificatePercent })
  expect(error?.issues.map(({ message }) => message) ?? []).toEqual(
    isFine ? [] : ['Enter a number from 1 to 100'],
  )
})
