import { describe, expect, test } from 'vitest'
import { ApiError } from './api-error'
import { isAnswer } from './is-answer'

const OURS = '{"message": "There is no such payment.", "fields": {}}'
const failure = (status: number, body: string) => new ApiError(new Response(null, { status }), body)

describe('an answer', () => {
  test.each([400, 403, 404, 409, 422])('is a refusal of our server with %i', (status) => {
    expect(isAnswer(failure(status, OURS))).toBe(true)
  })

  test.each([408, 425, 429, 500, 502, 503, 504])('is not a %i, whatever its words', (status) => {
    expect(isAnswer(failure(status, OURS))).toBe(false)
  })

  test.each(['', '{}', '<h1>403 Forbidden</h1>', '"No"'])(
    'is not a refusal that is none of ours: %s',
    (body) => {
      expect(isAnswer(failure(403, body))).toBe(false)
    },
  )

  test('is not a lost connection or a time-out', () => {
    expect(isAnswer(new TypeError('Failed to fetch'))).toBe(false)
    expect(isAnswer(new DOMException('Too slow', 'TimeoutError'))).toBe(false)
  })
})
