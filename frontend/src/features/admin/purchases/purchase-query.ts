/** What the desk knows of purchases, and forgetting it after a change. */
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { components } from '@/api/schema'

type Schemas = components['schemas']
export type PurchaseRow = Schemas['DeskPurchaseRowOut']
export type PurchaseStory = Schemas['PurchaseStoryOut']
export type PurchaseSort = Schemas['PurchaseSort']

const TOUCHED = [
  '/api/admin/purchases',
  '/api/admin/reconciliation',
  '/api/admin/stats',
  '/api/admin/summary',
  '/api/admin/recent-attendees',
  '/api/admin/bootcamps',
]

/** A purchase that changes moves money, seats and messages: everything that shows them asks anew. */
export function usePurchasesChanged() {
  const queryClient = useQueryClient()
  return useCallback(
    () =>
      queryClient.invalidateQueries({
        predicate: ({ queryKey }) => {
          const path = queryKey.find((part) => typeof part === 'string' && part.startsWith('/api/'))
          return TOUCHED.some((one) => typeof path === 'string' && path.startsWith(one))
        },
      }),
    [queryClient],
  )
}
