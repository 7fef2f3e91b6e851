/** What a refused order says in a toast, in step with the panel that takes the form's place. */
import { ApiError, errorMessage } from '@/api/api-error'
import type { Payable } from './package'
import { waitingPathOf } from './waiting-link'

/** The server names the course; the panel says which date is gone and offers the others. */
export function refusalWords(error: unknown, chosen: Payable | undefined, fallback: string) {
  const isOneDate = chosen !== undefined && chosen.kind !== 'bundle'
  const isSoldOut = error instanceof ApiError && error.code === 'sold_out'
  return isSoldOut && isOneDate ? 'This date has just sold out.' : errorMessage(error, fallback)
}

const NO_SEAT: readonly (string | null)[] = ['sold_out', 'seat_held']

/** Where to wait for what was refused because no seat was left. Who moves a seat keeps the one they have. */
export function waitAt(error: unknown, chosen: Payable): string | undefined {
  const isFull = error instanceof ApiError && NO_SEAT.includes(error.code)
  return isFull && chosen.kind !== 'move' ? waitingPathOf(chosen) : undefined
}

const PRICE_NEWS: readonly (string | null)[] = ['price_changed', 'code_refused', 'code_gone']

/** The server would charge something else than the page shows; nothing was begun. */
export const isPriceNews = (error: unknown): error is ApiError =>
  error instanceof ApiError && PRICE_NEWS.includes(error.code)
