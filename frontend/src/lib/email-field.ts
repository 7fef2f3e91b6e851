/** What every form takes for an email address: trimmed, and only the obvious mistakes refused. */
import { z } from 'zod'

// The server knows better, and an unusual address must get through.
const LOOKS_LIKE_AN_ADDRESS = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/u

const typed = z.string().trim().max(255, 'String must contain at most 255 character(s)')

export const emailField = (missing: string, wrong = 'Invalid email') =>
  typed.min(1, missing).regex(LOOKS_LIKE_AN_ADDRESS, wrong)

/** Where nobody need be named. */
export const emailOrNothing = typed.refine(
  (text) => text === '' || LOOKS_LIKE_AN_ADDRESS.test(text),
  'Invalid email',
)
