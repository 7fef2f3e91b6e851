/** What the board of a waiting list asks for and does. */
import { useMutation } from '@tanstack/react-query'
import { $api, api } from '@/api/client'
import { showError } from '@/api/form-failure'
import type { components } from '@/api/schema'
import { usePurchasesChanged } from '@/features/admin-kit/purchases-changed'
import { toast } from '@/lib/toast'

export type Board = components['schemas']['WaitingBoardOut']
export type Waiter = components['schemas']['WaiterOut']
export type ListOffer = components['schemas']['ListOfferOut']

/** Offers are taken, passed on and run out while one looks. */
const REFRESH_MS = 15_000

export function useWaitingBoard(bootcampId: number) {
  return $api.useQuery(
    'get',
    '/api/admin/bootcamps/{bootcamp_id}/waiting-list',
    { params: { path: { bootcamp_id: bootcampId } } },
    { staleTime: 0, refetchInterval: REFRESH_MS },
  )
}

export type Act = 'offer' | 'remove'

/** For one person on the list. */
export function useActOnWaiter(bootcampId: number, onDone: () => void) {
  const changed = usePurchasesChanged()
  return useMutation({
    mutationFn: async ({ act, waiter }: { act: Act; waiter: Waiter }) => {
      const params = { path: { bootcamp_id: bootcampId, entry_id: waiter.entryId } }
      const { data } =
        act === 'offer'
          ? await api.POST('/api/admin/bootcamps/{bootcamp_id}/waiting-list/{entry_id}/offer', {
              params,
            })
          : await api.DELETE('/api/admin/bootcamps/{bootcamp_id}/waiting-list/{entry_id}', {
              params,
            })
      return data
    },
    onSuccess: (answer, { act }) =>
      toast({
        title: act === 'offer' ? 'Seat offered' : 'Removed from the list',
        description: answer?.message,
      }),
    onError: (error, { act }) =>
      showError(
        error,
        act === 'offer' ? "The seat wasn't offered." : "They weren't removed. Please try again.",
      ),
    onSettled: () => {
      onDone()
      return changed()
    },
  })
}

export function useAddSeats(bootcampId: number, onDone: () => void) {
  const changed = usePurchasesChanged()
  return useMutation({
    mutationFn: async (add: number) =>
      (
        await api.POST('/api/admin/bootcamps/{bootcamp_id}/waiting-list/seats', {
          params: { path: { bootcamp_id: bootcampId } },
          body: { add },
        })
      ).data,
    onSuccess: (answer, add) => {
      toast({
        title: add === 1 ? '1 seat added' : `${add} seats added`,
        description: offersSent(answer?.offersMade ?? 0),
      })
      onDone()
    },
    onSettled: () => changed(),
  })
}

function offersSent(count: number): string {
  if (count === 0) return 'No offers were sent: nobody was next in line.'
  return count === 1 ? '1 offer was sent.' : `${count} offers were sent.`
}
