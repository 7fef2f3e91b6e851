/** Bringing what the server said about a form to the people who filled it in. */
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { ApiError, errorMessage } from '@/api/api-error'
import { toast } from '@/lib/toast'

interface Failure<Values extends FieldValues> {
  error: unknown
  title: string
  /** The screen's own words, for when the server had none. */
  fallback: string
  form: Pick<UseFormReturn<Values>, 'setError'>
  fields: readonly Path<Values>[]
}

/** A toast, and each field's own problem beside it; the keyboard goes to the first of them. */
export function showFailure<Values extends FieldValues>(failure: Failure<Values>) {
  const { error, title, fallback, form, fields } = failure
  toast({ title, description: errorMessage(error, fallback), variant: 'destructive' })
  const refused = error instanceof ApiError ? error.fields : {}
  const marked = fields.filter((name) => refused[name])
  for (const [index, name] of marked.entries()) {
    form.setError(name, { message: refused[name] ?? '' }, { shouldFocus: index === 0 })
  }
}

/** The same for what has no fields. */
export function showError(error: unknown, fallback: string, title = 'Error') {
  toast({ title, description: errorMessage(error, fallback), variant: 'destructive' })
}
