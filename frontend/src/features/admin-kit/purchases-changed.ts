/** Forgetting what the desk knows of purchases after a change to one. */
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { pathOf } from '@/api/get-query'

const TOUCHED = [
  '/api/admin/purchases',
  '/api/admin/disputes',
  '/api/admin/reconciliation',
  '/api/admin/stats',
  '/api/admin/summary',
  '/api/admin/recent-attendees',
  '/api/admin/bootcamps',
  '/api/admin/readiness',
]

/** A purchase that changes moves money, seats and messages: everything that shows them asks anew. */
export function usePurchasesChanged() {
  const queryClient = useQueryClient()
  return useCallback(
    () =>
      queryClient.invalidateQueries({
        predicate: ({ queryKey }) => TOUCHED.some((one) => pathOf(queryKey).startsWith(one)),
      }),
    [queryClient],
  )
}
