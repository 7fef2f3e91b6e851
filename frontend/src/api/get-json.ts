/** Plain GETs, typed by the schema, without the client's weight: the sales page needs no more. */
import { ApiError } from './api-error'
import type { paths } from './schema'

type Answer<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: { content: { 'application/json': infer Body } } } }
}
  ? Body
  : never

/** The answer of an operation that takes no parameters. */
export function getJson<Path extends keyof paths>(
  address: Path,
  signal?: AbortSignal,
): Promise<Answer<Path>> {
  return fetchJson(address, signal) as Promise<Answer<Path>>
}

export async function fetchJson(address: string, signal?: AbortSignal): Promise<unknown> {
  const response = await fetch(new URL(address, globalThis.location.origin), {
    credentials: 'include',
    headers: { Accept: 'application/json' },
    ...(signal ? { signal } : {}),
  })
  if (!response.ok) throw await ApiError.from(response)
  return response.json()
}
