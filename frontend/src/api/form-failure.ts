/** Brings what the server said about a form back to the form. */
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { toast } from '@/lib/toast'
import { ApiError, errorMessage } from './api-error'
import { PasswordNotConfirmed } from './password-asked'

/** A destructive toast with the server's own words, or else the screen's. Not for what was canceled. */
export function showError(error: unknown, fallback: string, title = 'Error') {
  if (error instanceof PasswordNotConfirmed) return
  toast({ title, description: errorMessage(error, fallback), variant: 'destructive' })
}

/** Puts each refused field's problem beside it; the keyboard goes to the first of them. */
export function markRefused<Values extends FieldValues>(
  error: unknown,
  form: Pick<UseFormReturn<Values>, 'setError'>,
  fields: readonly Path<Values>[],
) {
  const refused = error instanceof ApiError ? error.fields : {}
  const marked = fields.filter((name) => refused[name])
  for (const [index, name] of marked.entries()) {
    form.setError(name, { message: refused[name] ?? '' }, { shouldFocus: index === 0 })
  }
}
