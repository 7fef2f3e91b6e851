/** The rule for names as a form's field; apart from it, so that the checkout loads no form library. */
import { z } from 'zod'
import { nameProblem } from './person-name'

/** `missing` is said where nothing is typed; without it, the name may be left out. */
export const personName = (missing = '') =>
  z
    .string()
    .trim()
    .check(({ value, issues }) => {
      const message = (value === '' && missing) || nameProblem(value)
      // Without `continue` the rules over several fields would stay silent until this one is met.
      if (message) issues.push({ code: 'custom', message, input: value, continue: true })
    })
