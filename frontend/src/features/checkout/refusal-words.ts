/** What a refused order says in a toast, in step with the panel that takes the form's place. */
import { ApiError, errorMessage } from '@/api/api-error'
import type { Payable } from './package'

/** The server names the course; the panel says which date is gone and offers the others. */
export function refusalWords(error: unknown, chosen: Payable | undefined, fallback: string) {
  const isOneDate = chosen !== undefined && chosen.kind !== 'bundle'
  const isSoldOut = error instanceof ApiError && error.code === 'sold_out'
  return isSoldOut && isOneDate ? 'This date has just sold out.' : errorMessage(error, fallback)
}
