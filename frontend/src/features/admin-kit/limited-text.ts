/** Text of a limited length, with the words a form says when it is too short or too long. */
import { z } from 'zod'

/** Counted as the server counts: an emoji is one character, not two. */
export function countCharacters(text: string): number {
  return [...text.trim()].length
}

function lengthProblem(text: string, least: number, most: number): string | null {
  const length = countCharacters(text)
  if (length === 0 && least > 0) return 'Required'
  if (length < least) return `String must contain at least ${least} character(s)`
  if (length > most) return `String must contain at most ${most} character(s)`
  return null
}

export function limitedText(least: number, most: number) {
  return z
    .string()
    .trim()
    .check(({ value, issues }) => {
      const message = lengthProblem(value, least, most)
      // Without `continue` the rules over several fields would stay silent until this one is met.
      if (message) issues.push({ code: 'custom', message, input: value, continue: true })
    })
}
