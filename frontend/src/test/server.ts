/** A server that answers as the backend would, so that tests go through real requests. */
import { act } from '@testing-library/react'
import { HttpResponse, http, type JsonBodyType } from 'msw'
import { setupServer } from 'msw/node'
import type { SessionUser } from '@/api/types'

const address = (path: string) =>
  new URL(path, globalThis.location?.origin ?? 'http://localhost:3000').href

const noSteps = {
  regularPrice: '995.00',
  priceNow: '995.00',
  sold: 0,
  steps: [],
  timezone: 'America/New_York',
}

const noQuestions = { questions: [], canChange: true }

/**
 * Whoever signs in ends up in the portal, which asks for purchases, coaching and progress; the sales
 * page asks for reviews; it and the checkout say that they were opened; the desk's forms and cards ask for
 * early prices; whoever has paid, an operator and a coach ask for the instructor's questions.
 * Everything else is a test's own.
 */
export const server = setupServer(
  http.get(address('/api/user/purchases'), () => HttpResponse.json([])),
  http.get(address('/api/user/coaching-sessions'), () => HttpResponse.json([])),
  http.get(address('/api/user/bootcamps/:id/progress'), ({ params }) =>
    HttpResponse.json({
      bootcampId: Number(params.id),
      resourcesOpened: 0,
      resourcesTotal: 0,
      attended: false,
      hasEnded: false,
      certificate: null,
      canHaveCertificate: false,
      certificateRefusal: '',
      certificateName: 'Ada Lovelace',
      endsRefund: false,
    }),
  ),
  http.get(address('/api/admin/bootcamps/:id/price-steps'), () => HttpResponse.json(noSteps)),
  http.get(address('/api/admin/bundles/:id/price-steps'), () => HttpResponse.json(noSteps)),
  http.get(address('/api/reviews'), () =>
    HttpResponse.json({
      answers: 0,
      average: null,
      reviews: 0,
      hidden: [],
      newest: [],
      courses: [],
    }),
  ),
  http.post(address('/api/purchase-questions/look'), () => HttpResponse.json([])),
  http.get(address('/api/admin/bootcamps/:id/answers'), () =>
    HttpResponse.json({ questions: noQuestions, attendees: [] }),
  ),
  http.get(address('/api/admin/bootcamps/:id/questions'), () => HttpResponse.json(noQuestions)),
  http.get(address('/api/coach/classes'), () => HttpResponse.json([])),
  http.post(address('/api/funnel'), () => HttpResponse.json({ ok: true })),
)

/** Answers GETs of a path and counts how often it was asked. */
export function answerGet(path: string, body: JsonBodyType, init?: ResponseInit) {
  const asked = { times: 0 }
  server.use(
    http.get(address(path), () => {
      asked.times += 1
      return HttpResponse.json(body, init)
    }),
  )
  return asked
}

/**
 * Waits until whatever the page has asked by now has arrived and been answered, to say afterwards what
 * it did not ask: two calls of our own, one after the other, take the same way and longer.
 */
export async function untilAnswered() {
  const answer = address('/until-answered')
  server.use(http.get(answer, () => HttpResponse.json(null)))
  for (const _ of ['first', 'second']) {
    await act(async () => (await fetch(answer)).json())
  }
}

/** A refusal in the shape of the backend's errors. */
export function refuseGet(path: string, status: number, message: string) {
  return answerGet(path, { message, fields: {} }, { status })
}

/** Signs someone in: the hint cookie the server sets, and the answer to who is here. */
export function signIn(user: SessionUser) {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is not there in every browser.
  document.cookie = 'signed_in=1; path=/'
  return answerGet('/api/auth/user', user)
}
