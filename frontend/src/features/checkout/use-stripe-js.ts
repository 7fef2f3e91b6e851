/** The card form and the provider's script: fetched on this page only, and again on demand when they did not come. */
import { loadStripe } from '@stripe/stripe-js/pure'
import { useQuery } from '@tanstack/react-query'

export function useStripeJs(publishableKey: string | undefined) {
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['stripe.js', publishableKey],
    queryFn: async () => {
      // Nobody sees the form before the provider's script is there, so the page does not wait for it.
      const [stripe, { CardForm }] = await Promise.all([
        loadStripe(publishableKey ?? ''),
        import('./card-form'),
      ])
      if (!stripe) throw new Error('Stripe.js is not available here')
      return { stripe, CardForm }
    },
    enabled: Boolean(publishableKey),
    // It is an object with behavior, not an answer to be compared with the one before.
    structuralSharing: false,
    gcTime: Number.POSITIVE_INFINITY,
  })
  return { loaded: data, hasFailed: isError, isFetching, retry: () => void refetch() }
}
