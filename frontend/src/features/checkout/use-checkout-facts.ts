/** What the server knows of this visitor before anything is typed. */
import { useQuery } from '@tanstack/react-query'
import { getJson } from '@/api/get-json'

export const CHECKOUT_KEY = ['/api/checkout'] as const

const nothing: readonly number[] = []

export function useCheckoutFacts() {
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: CHECKOUT_KEY,
    queryFn: ({ signal }) => getJson('/api/checkout', signal),
    // Asked at each visit: what one owns changes with every purchase.
    staleTime: 0,
  })
  return {
    publishableKey: data?.publishableKey,
    owned: data?.ownedBootcampIds ?? nothing,
    /** What this browser holds already, from before a reload. */
    hold: data?.hold ?? null,
    /** The server knows this browser: what is asked from now on belongs to one visitor. */
    isKnown: data !== undefined || isError,
    hasFailed: isError && !data,
    isFetching,
    retry: () => void refetch(),
  }
}
