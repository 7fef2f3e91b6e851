/** A student's purchases as they stand: money moves while nobody looks, so they are asked anew. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getQuery } from '@/api/get-query'
import type { BillingEntry } from '@/session/refunds'

const billingQuery = getQuery('/api/user/billing')
const WHILE_MONEY_MOVES_MS = 4000

export function useBilling() {
  return useQuery({
    ...billingQuery,
    staleTime: 0,
    // Until the provider has answered, the page keeps asking.
    refetchInterval: ({ state }) =>
      state.data?.some(({ isRefunding }) => isRefunding) ? WHILE_MONEY_MOVES_MS : false,
  })
}

/** After a refund nothing that was loaded about bootcamps and access can be trusted. */
export function useForgetEverything() {
  const queryClient = useQueryClient()
  return (entry: BillingEntry) => {
    queryClient.setQueryData<BillingEntry[]>(billingQuery.queryKey, (entries) =>
      entries?.map((one) => (one.id === entry.id ? entry : one)),
    )
    // What no page shows is dropped: the portal would begin with it, and ask for what is closed now.
    queryClient.removeQueries({ type: 'inactive' })
    return queryClient.invalidateQueries()
  }
}

export function useReloadBilling() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: billingQuery.queryKey })
}
