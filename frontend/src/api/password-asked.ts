/**
 * Sensitive calls are refused until the person has confirmed who they are. Here the refusal is caught
 * for every screen at once: the dialog asks, then the same request goes out again, with the same
 * body and idempotency key.
 */
import { ApiError } from './api-error'

/** The person changed their mind. Nothing was done and nothing failed: screens stay silent. */
export class PasswordNotConfirmed extends Error {
  override readonly name = 'PasswordNotConfirmed'
}

/** Whether there is a failure to tell of. */
export const isFailure = (error: unknown) =>
  error != null && !(error instanceof PasswordNotConfirmed)

/** Resolves when the person has confirmed who they are; rejects with `PasswordNotConfirmed`. */
type Ask = () => Promise<void>

let ask: Ask | null = null

/** Who asks: the dialog around the pages. Returns how to stop. */
export function askForPasswordBy(dialog: Ask): () => void {
  ask = dialog
  return () => {
    if (ask === dialog) ask = null
  }
}

/** As `send` answers; where the password is wanted first, as it answers the second time. */
export async function withPassword(send: () => Promise<Response>): Promise<Response> {
  const response = await send()
  if (response.status !== 403 || !ask) return response
  const refusal = new ApiError(response, await response.clone().text())
  if (refusal.code !== 'password_required') return response
  await ask()
  return send()
}
