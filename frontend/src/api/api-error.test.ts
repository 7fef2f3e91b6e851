import { HttpResponse, http } from 'msw'
import { describe, expect, test } from 'vitest'
import { server } from '@/test/server'
import { ApiError, errorMessage } from './api-error'
import { api } from './client'

const address = `${window.location.origin}/api/auth/user`

function failureOf(answer: () => Response): Promise<unknown> {
  server.use(http.get(address, answer))
  return api.GET('/api/auth/user').catch((error: unknown) => error)
}

describe('ApiError', () => {
  test('says the status, a colon, a space and the body text', async () => {
    const error = await failureOf(() => new HttpResponse('seat taken', { status: 409 }))
    expect(error).toBeInstanceOf(ApiError)
    expect((error as ApiError).message).toBe('409: seat taken')
    expect((error as ApiError).status).toBe(409)
    expect((error as ApiError).serverMessage).toBeNull()
  })

  test('says the status text when the body is empty', async () => {
    const error = await failureOf(
      () => new HttpResponse(null, { status: 502, statusText: 'Bad Gateway' }),
    )
    expect((error as ApiError).message).toBe('502: Bad Gateway')
  })

  test("carries the server's code, message, fields and the request id", async () => {
    const body = {
      code: 'invalid',
      message: 'Please check the form.',
      fields: { email: 'Already taken.' },
    }
    const error = (await failureOf(() =>
      HttpResponse.json(body, { status: 422, headers: { 'X-Request-ID': 'req-7' } }),
    )) as ApiError
    expect(error.message).toBe(`422: ${JSON.stringify(body)}`)
    expect(error.code).toBe('invalid')
    expect(error.serverMessage).toBe('Please check the form.')
    expect(error.fields).toEqual({ email: 'Already taken.' })
    expect(error.requestId).toBe('req-7')
  })

  test('takes JSON of another shape for plain text', () => {
    const error = new ApiError(new Response(null, { status: 500 }), '{"detail":"no"}')
    expect(error.message).toBe('500: {"detail":"no"}')
    expect(error.code).toBeNull()
    expect(error.serverMessage).toBeNull()
    expect(error.fields).toEqual({})
  })
})

describe('errorMessage', () => {
  test("prefers the server's message", () => {
    const error = new ApiError(new Response(null, { status: 400 }), '{"message":"Sold out."}')
    expect(errorMessage(error, 'Try again')).toBe('Sold out.')
  })

  test('falls back when the server said nothing of its own, or was not reached', () => {
    expect(
      errorMessage(new ApiError(new Response(null, { status: 500 }), 'oops'), 'Try again'),
    ).toBe('Try again')
    expect(errorMessage(new TypeError('Failed to fetch'), 'Try again')).toBe('Try again')
  })
})
