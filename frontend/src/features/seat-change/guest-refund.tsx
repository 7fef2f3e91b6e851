/** A refund by the emailed link: what the terms say now, one more yes, and what became of it. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, ShieldCheck, ShieldOff } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { ApiError, errorMessage } from '@/api/api-error'
import { $api, api } from '@/api/client'
import { isAnswer } from '@/api/is-answer'
import { Button } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/skeleton'
import { formatCents, toCents } from '@/lib/money'
import { RefundDialog } from '@/session/refund-dialog'
import { type BillingEntry, canAskForRefund, contactAbout } from '@/session/refunds'
import { Refusal } from './refusal'

const FALLBACK = "Your refund terms couldn't be loaded. Check your connection and try again."
const WHILE_MONEY_MOVES_MS = 4000

interface GuestRefundProps {
  token: string
  /** The seat may have ended with it. */
  onRefunded: () => void
}

export function GuestRefund({ token, onRefunded }: GuestRefundProps) {
  const queryClient = useQueryClient()
  const [asks, setAsks] = useState(false)
  const look = $api.queryOptions('post', '/api/seat/purchase', { body: { token } })
  const { data, error, isFetching, refetch } = useQuery({
    ...look,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) => (state.data?.isRefunding ? WHILE_MONEY_MOVES_MS : false),
  })
  if (error && (!data || isAnswer(error))) {
    return <NotHere error={error} busy={isFetching} onRetry={() => void refetch()} />
  }
  if (!data) return <Skeleton className="h-24 rounded-xl" />
  return (
    <>
      <Terms entry={data} />
      {canAskForRefund(data) && (
        <Button
          variant="outline"
          className="justify-self-start max-sm:w-full"
          onClick={() => {
            setAsks(true)
            void refetch()
          }}
        >
          Request a refund
        </Button>
      )}
      <RefundDialog
        entry={data}
        open={asks}
        onOpenChange={setAsks}
        ask={async (wanted) =>
          (await api.POST('/api/seat/refund', { body: { token, ...wanted } })).data
        }
        onAsked={(entry) => {
          queryClient.setQueryData(look.queryKey, entry)
          onRefunded()
        }}
        onRefused={refetch}
      />
    </>
  )
}

/** What the policy says at this moment, in the server's words. */
function Terms({ entry }: { entry: BillingEntry }) {
  const { refund, packageName, receiptNumber, totalAmount } = entry
  const isBack = entry.isRefunding || entry.status === 'refunded'
  const Icon = isBack ? CircleCheck : refund.covered ? ShieldCheck : ShieldOff
  const paid = formatCents(toCents(totalAmount), { exact: true })
  return (
    <>
      <p className="text-muted-foreground wrap-anywhere">
        {packageName} · {receiptNumber} · {paid}
      </p>
      <div role="status" className="flex gap-3 rounded-xl bg-surface-2 p-4">
        <Icon aria-hidden className="mt-0.5 size-5 shrink-0 opacity-70" />
        <p className="grid gap-1">
          <span className="font-medium">{refund.words}</span>
          {refund.proviso && (
            <span className="text-sm text-muted-foreground">{refund.proviso}</span>
          )}
          {!refund.covered && toCents(refund.amount) > 0 && (
            <Link
              to={contactAbout(entry)}
              className="inline-flex min-h-11 w-fit items-center underline underline-offset-4 sm:min-h-0"
            >
              Contact us
            </Link>
          )}
        </p>
      </div>
    </>
  )
}

interface NotHereProps {
  error: unknown
  busy: boolean
  onRetry: () => void
}

/** The payer's alone, or in an account; or it couldn't be asked. */
function NotHere({ error, busy, onRetry }: NotHereProps) {
  const isInAccount = error instanceof ApiError && error.code === 'has_account'
  if (!isAnswer(error)) {
    return (
      <>
        <Refusal words={errorMessage(error, FALLBACK)} />
        <Button variant="outline" className="justify-self-start" busy={busy} onClick={onRetry}>
          Retry
        </Button>
      </>
    )
  }
  return (
    <>
      <p className="rounded-xl bg-surface-2 p-4">{errorMessage(error, FALLBACK)}</p>
      {isInAccount && (
        <Button asChild variant="outline" className="justify-self-start max-sm:w-full">
          <Link to="/portal/billing">Open Billing</Link>
        </Button>
      )}
    </>
  )
}
