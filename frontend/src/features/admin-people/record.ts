/** One person's record, member or guest: what is asked of it, and what a change makes it ask again. */
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { $api } from '@/api/client'
import { pathOf } from '@/api/get-query'
import type { components } from '@/api/schema'
import { usePurchasesChanged } from '@/features/admin-kit/purchases-changed'
import { asked, type Who } from '@/features/admin-kit/record-links'

type Schemas = components['schemas']
export type PersonRecord = Schemas['PersonRecordOut']
export type Guest = Schemas['GuestOut']
export type PersonSeat = Schemas['PersonSeatOut']

export function useRecord(who: Who) {
  return $api.useQuery(
    'get',
    '/api/admin/people/record',
    { params: { query: asked(who) } },
    { staleTime: 0 },
  )
}

export function useGuest(email: string) {
  return $api.useQuery(
    'get',
    '/api/admin/people/guest',
    { params: { query: { email } } },
    { staleTime: 0, enabled: email !== '' },
  )
}

const TOUCHED = ['/api/admin/people', '/api/admin/users', '/api/admin/messages']

/** Whatever is done for a person shows in their record, and in what they bought. */
export function useRecordChanged() {
  const queryClient = useQueryClient()
  const purchasesChanged = usePurchasesChanged()
  return useCallback(
    () =>
      Promise.all([
        purchasesChanged(),
        queryClient.invalidateQueries({
          predicate: ({ queryKey }) => TOUCHED.some((one) => pathOf(queryKey).startsWith(one)),
        }),
      ]),
    [queryClient, purchasesChanged],
  )
}
