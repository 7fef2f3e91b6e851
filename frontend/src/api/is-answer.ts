/** Whether a failed call was answered, or nobody knows what became of it. */
import { ApiError } from './api-error'

/** Answers that say "not now" rather than "no". */
const notNow = [408, 425, 429]

/**
 * Our own server said no. A lost connection, a time-out, a server that broke and the page of a proxy
 * in between say nothing about what was asked: where money may have moved, one has to ask again.
 */
export function isAnswer(error: unknown): error is ApiError & { serverMessage: string } {
  return (
    error instanceof ApiError &&
    error.serverMessage !== null &&
    error.status < 500 &&
    !notNow.includes(error.status)
  )
}
