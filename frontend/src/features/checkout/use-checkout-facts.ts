/** What the server knows of this visitor before anything is typed. */
import { useQuery } from '@tanstack/react-query'
import { api } from '@/api/client'
import { getQuery } from '@/api/get-query'
import { serverTimeOf } from './server-time'

export const CHECKOUT_KEY = getQuery('/api/checkout').queryKey

const nothing: readonly never[] = []

/** Written into the checkout's own page by the build; a page that was opened before has none. */
const keyInPage = () =>
  typeof document === 'undefined'
    ? undefined
    : document.querySelector<HTMLMetaElement>('meta[name=payment-key]')?.content

export function useCheckoutFacts() {
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: CHECKOUT_KEY,
    queryFn: async ({ signal }) => {
      const { data, response } = await api.GET('/api/checkout', { signal })
      if (!data) throw new Error('The server knows nothing')
      return { ...data, answeredAt: { here: Date.now(), there: serverTimeOf(response) } }
    },
    // Asked at each visit: what one owns changes with every purchase.
    staleTime: 0,
    // Nothing is asked for by what was under way at an earlier visit.
    gcTime: 0,
  })
  return {
    // The provider's script starts before the server answers; what the server says is what counts.
    publishableKey: data?.publishableKey ?? keyInPage(),
    owned: data?.ownedBootcampIds ?? nothing,
    /** Nothing is missing from these. */
    ownedBundles: data?.ownedBundleIds ?? nothing,
    /** Of these only the rest is sold, for less. */
    upgrades: data?.upgrades ?? nothing,
    /** What this browser holds already, from before a reload. */
    hold: data?.hold ?? null,
    /** The payment this browser has begun, and the price it keeps, from before a reload. */
    begun: data?.begun ?? null,
    holdSeconds: data?.holdSeconds,
    /** Somebody may have a code: worth a field for it. */
    codesExist: data?.codesExist ?? false,
    answeredAt: data?.answeredAt,
    /** The server knows this browser: what is asked from now on belongs to one visitor. */
    isKnown: data !== undefined || isError,
    hasFailed: isError && !data,
    isFetching,
    retry: () => void refetch(),
  }
}

export type CheckoutFacts = ReturnType<typeof useCheckoutFacts>
