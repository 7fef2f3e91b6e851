/** Calls that change something: what was sent is kept, so that a test can say what it was. */
import { HttpResponse, http, type JsonBodyType } from 'msw'
import { server } from './server'

type Method = 'post' | 'put' | 'patch' | 'delete'

export function answerCall(
  method: Method,
  path: string,
  body: JsonBodyType,
  init?: ResponseInit,
): { bodies: unknown[] } {
  const bodies: unknown[] = []
  server.use(
    http[method](new URL(path, window.location.origin).href, async ({ request }) => {
      const text = await request.text()
      bodies.push(text ? JSON.parse(text) : null)
      return HttpResponse.json(body, init)
    }),
  )
  return { bodies }
}

/** A refusal in the shape of the backend's errors. */
export function refuseCall(
  method: Method,
  path: string,
  status: number,
  message: string,
  fields: Record<string, string> = {},
) {
  return answerCall(method, path, { message, fields }, { status })
}

/** A server that broke before it could say anything. */
export function breakCall(method: Method, path: string) {
  server.use(
    http[method](
      new URL(path, window.location.origin).href,
      () => new HttpResponse(null, { status: 500 }),
    ),
  )
}
