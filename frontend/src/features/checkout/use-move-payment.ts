/** What a payment for a move needs to know: the seat, the date, and the payment that is prepared. */
import { useQuery } from '@tanstack/react-query'
import { api } from '@/api/client'
import type { components } from '@/api/schema'
import { viewerZone } from '@/lib/dates'
import type { PaymentSession } from './use-payment-session'

type SeatChanges = components['schemas']['SeatChangesOut']
type MovePayment = components['schemas']['MovePaymentOut']

/** Whose seat it is: from the portal, or by the emailed link. */
export type MovingSeat = { enrollmentId: number } | { token: string }

export function useMovingSeat(seat: MovingSeat) {
  return useQuery({
    queryKey: ['seat to move', seat],
    queryFn: ({ signal }) => look(seat, signal),
    staleTime: 0,
    gcTime: 0,
    // While the card is asked, the date is the one that was chosen.
    refetchOnWindowFocus: false,
  })
}

/** A query: asking again gives the same payment, because the server keeps one per visitor. */
export function useMovePayment(seat: MovingSeat, bootcampId: number, isWanted: boolean) {
  const query = useQuery({
    queryKey: ['move payment', seat, bootcampId],
    queryFn: ({ signal }) => begin(seat, bootcampId, signal),
    enabled: isWanted,
    gcTime: 0,
  })
  const { data, error, fetchStatus, refetch } = query
  const session: Omit<PaymentSession, 'problem'> = {
    payment: data,
    isSettling: fetchStatus !== 'idle',
    isRefused: false,
    fieldErrors: {},
    retry: () => void refetch(),
  }
  return { session, error, buyer: { email: data?.email ?? '', fullName: data?.fullName ?? '' } }
}

async function look(seat: MovingSeat, signal: AbortSignal): Promise<SeatChanges> {
  const { data } =
    'token' in seat
      ? await api.POST('/api/seat/look', { body: { token: seat.token }, signal })
      : await api.GET('/api/user/seats/{enrollment_id}/changes', {
          params: { path: { enrollment_id: seat.enrollmentId } },
          signal,
        })
  if (!data) throw new Error('The server knows no seat')
  return data
}

async function begin(
  seat: MovingSeat,
  bootcampId: number,
  signal: AbortSignal,
): Promise<MovePayment> {
  const wanted = { bootcampId, timezone: viewerZone() }
  const { data } =
    'token' in seat
      ? await api.POST('/api/seat/move-payment', { body: { ...wanted, token: seat.token }, signal })
      : await api.POST('/api/user/seats/{enrollment_id}/move-payment', {
          params: { path: { enrollment_id: seat.enrollmentId } },
          body: wanted,
          signal,
        })
  if (!data) throw new Error('The server sent no payment')
  return data
}
