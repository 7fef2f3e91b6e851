/** The provider's script, loaded on this page only and again on demand when it did not come. */
import { loadStripe } from '@stripe/stripe-js/pure'
import { useQuery } from '@tanstack/react-query'

export function useStripeJs(publishableKey: string | undefined) {
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['stripe.js', publishableKey],
    queryFn: async () => {
      const stripe = await loadStripe(publishableKey ?? '')
      if (!stripe) throw new Error('Stripe.js is not available here')
      return stripe
    },
    enabled: Boolean(publishableKey),
    // It is an object with behaviour, not an answer to be compared with the one before.
    structuralSharing: false,
    gcTime: Number.POSITIVE_INFINITY,
  })
  return { stripe: data, hasFailed: isError, isFetching, retry: () => void refetch() }
}
