/** How data is loaded and kept unless a query says otherwise. */
import { QueryClient, type QueryFunction } from '@tanstack/react-query'
import { ApiError } from './api-error'
import { fetchJson } from './get-json'

/**
 * The default loader: the segments of the query key, joined with slashes, are the address. The
 * method that keys begin with is no part of it.
 * With `on401: 'null'` an unauthenticated answer is an answer (nobody) and not a failure.
 */
export function loadByKey({ on401 }: { on401: 'throw' | 'null' }): QueryFunction<unknown> {
  return async ({ queryKey, signal }) => {
    try {
      const segments = queryKey[0] === 'get' ? queryKey.slice(1) : queryKey
      return await fetchJson(segments.join('/'), signal)
    } catch (error) {
      if (on401 === 'null' && error instanceof ApiError && error.status === 401) return null
      throw error
    }
  }
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: loadByKey({ on401: 'throw' }),
        refetchInterval: false,
        refetchOnWindowFocus: false,
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: 5 * 60 * 1000,
        retry: false,
        networkMode: 'always',
      },
      // Offline, a press fails at once. Paused, it would be sent later, when nobody expects it.
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
