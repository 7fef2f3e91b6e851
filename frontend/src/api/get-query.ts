/**
 * A plain GET as a query, under the very key that `$api` gives it: the method, the path, and what
 * it is about. There is one such key for each question, so that whoever changes the answer finds it.
 */
import { type QueryKey, queryOptions } from '@tanstack/react-query'
import { getJson } from './get-json'
import type { paths } from './schema'

/** `about` sets apart answers that differ although the address does not. */
export function getQuery<Path extends keyof paths>(path: Path, about?: Record<string, unknown>) {
  return queryOptions({
    queryKey: about === undefined ? ['get', path] : ['get', path, about],
    queryFn: ({ signal }) => getJson(path, signal),
  })
}

/** The path of the operation that a query asks. */
export function pathOf(queryKey: QueryKey): string {
  const path = queryKey[1]
  return typeof path === 'string' ? path : ''
}
