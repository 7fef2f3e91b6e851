/** Where the link in an email leads: the seat and its changes, without signing in. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CalendarX } from 'lucide-react'
import { useMemo } from 'react'
import { useParams } from 'react-router'
import { $api, api } from '@/api/client'
import { isAnswer } from '@/api/is-answer'
import { PageShell } from '@/components/page-shell'
import { ClosedLink } from './closed-link'
import { GuestRefund } from './guest-refund'
import { SeatPanel } from './seat-panel'
import { SeatSkeleton } from './seat-skeleton'
import type { SeatActs, SeatChanges } from './seat-types'

const FALLBACK = "Your seat couldn't be loaded. Check your connection and try again."

export function SeatPage() {
  const { token = '' } = useParams()
  const queryClient = useQueryClient()
  const look = $api.queryOptions('post', '/api/seat/look', { body: { token } })
  // A POST, because the token must stay out of addresses; it changes nothing.
  const { data, error, isFetching, refetch } = useQuery({
    ...look,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: true,
  })
  const acts: SeatActs = useMemo(
    () => ({
      move: async (bootcampId) =>
        (await api.POST('/api/seat/move', { body: { token, bootcampId } })).data,
      payPath: (bootcampId) => `/seat/${token}/pay/${bootcampId}`,
      offer: async (to) => (await api.POST('/api/seat/hand-over', { body: { token, ...to } })).data,
      takeBack: async () => (await api.POST('/api/seat/take-back', { body: { token } })).data,
      reload: () => void refetch(),
    }),
    [token, refetch],
  )
  // A refusal counts even where the page was shown before: it is newer. A lost call says nothing.
  if (error && (!data || isAnswer(error))) {
    return (
      <ClosedLink
        icon={CalendarX}
        heading="This link doesn't work"
        fallback={FALLBACK}
        error={error}
        retrying={isFetching}
        onRetry={() => void refetch()}
      />
    )
  }
  const show = (seat: SeatChanges) => queryClient.setQueryData(look.queryKey, seat)
  return (
    <PageShell>
      <div className="shell grid max-w-180 grid-cols-[minmax(0,1fr)] gap-6 py-8 lg:py-12">
        <div className="grid gap-2">
          <h1 className="text-title font-extrabold">Can't make it?</h1>
          <p className="text-lead text-muted-foreground">
            Move your seat, hand it over to someone else, or get a refund.
          </p>
        </div>
        {data ? (
          <SeatPanel
            seat={data}
            acts={acts}
            onChanged={show}
            refund={<GuestRefund token={token} onRefunded={acts.reload} />}
          />
        ) : (
          <SeatSkeleton />
        )}
      </div>
    </PageShell>
  )
}
