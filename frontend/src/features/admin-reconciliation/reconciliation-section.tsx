/** Paid, seated, told: whatever does not agree stands here, each with the button that mends it. */

import { useMutation } from '@tanstack/react-query'
import { CircleCheck, RefreshCw, Wrench } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { errorMessage } from '@/api/api-error'
import { $api, api } from '@/api/client'
import { showError } from '@/api/form-failure'
import { isFailure } from '@/api/password-asked'
import type { components } from '@/api/schema'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { Skeleton } from '@/components/ui/skeleton'
import { DeskTime } from '@/features/admin-kit/desk-time'
import { OPENS_ROW, ROW } from '@/features/admin-kit/list-keys'
import { usePurchasesChanged } from '@/features/admin-kit/purchases-changed'
import { SectionTools } from '@/features/admin-kit/section-tools'
import { toast } from '@/lib/toast'
import { RepairDialog } from './repair-dialog'

type Mismatch = components['schemas']['MismatchOut']

export function ReconciliationSection() {
  const { data, error, refetch, isFetching } = $api.useQuery(
    'get',
    '/api/admin/reconciliation',
    {},
    { staleTime: 0 },
  )
  return (
    <div className="grid min-w-0 gap-3">
      <SectionTools
        filters={
          <p role="status" className="text-sm text-muted-foreground">
            {data && data.total > 0 && (data.total === 1 ? '1 issue' : `${data.total} issues`)}
          </p>
        }
        actions={
          <Button variant="outline" size="sm" busy={isFetching} onClick={() => void refetch()}>
            <RefreshCw aria-hidden />
            Check again
          </Button>
        }
      />
      {error && !data ? (
        <ErrorState
          title="The board couldn't be loaded"
          onRetry={() => void refetch()}
          retrying={isFetching}
        >
          {errorMessage(error, 'Check your connection and try again.')}
        </ErrorState>
      ) : data ? (
        <Board rows={data.rows} />
      ) : (
        <Loading />
      )}
      <p className="text-sm text-muted-foreground">
        We compare payments, seats, accounts and messages. Every fix re-checks first, so it's safe
        to press twice.
      </p>
    </div>
  )
}

function Board({ rows }: { rows: readonly Mismatch[] }) {
  if (rows.length === 0) {
    return (
      <div role="status">
        <EmptyState icon={CircleCheck} title="No issues found" className="py-16">
          Everyone who paid has a seat, everyone with a seat has paid, and all of them were emailed.
        </EmptyState>
      </div>
    )
  }
  return (
    <ul aria-label="Issues" className="grid gap-3">
      {rows.map((row) => (
        <Row key={row.key} row={row} />
      ))}
    </ul>
  )
}

function Row({ row }: { row: Mismatch }) {
  const [isAsking, setIsAsking] = useState(false)
  const { repair, isPending } = useRepair(row, () => setIsAsking(false))
  return (
    <li
      {...ROW}
      className="grid items-start gap-4 rounded-xl border bg-surface p-5 shadow-card sm:grid-cols-[1fr_auto]"
    >
      <div className="grid min-w-0 gap-1">
        <h3 className="text-lg font-bold tracking-tight">{row.title}</h3>
        <p className="wrap-anywhere">{row.detail}</p>
        <p className="flex flex-wrap gap-x-3 text-sm text-muted-foreground">
          {row.purchaseId !== null && (
            <Link
              {...OPENS_ROW}
              to={`/admin/purchases/${row.purchaseId}`}
              className="font-medium text-primary underline underline-offset-4"
            >
              {row.customer || 'Purchase'}, FR-{String(row.purchaseId).padStart(6, '0')}
            </Link>
          )}
          {row.since && (
            <span className="tabular-nums">
              Since <DeskTime at={row.since} />
            </span>
          )}
        </p>
      </div>
      <Button
        // What only puts it out of sight comes after looking at it.
        variant={row.repair === DISMISS ? 'outline' : 'primary'}
        className="max-sm:w-full"
        busy={isPending}
        busyLabel="Fixing..."
        onClick={() => setIsAsking(true)}
      >
        {row.repair !== DISMISS && <Wrench aria-hidden />}
        {row.repair}
      </Button>
      <RepairDialog
        row={row}
        open={isAsking}
        onOpenChange={setIsAsking}
        pending={isPending}
        onRepair={repair}
      />
    </li>
  )
}

const DISMISS = 'Dismiss'

function useRepair(row: Mismatch, onDone: () => void) {
  const changed = usePurchasesChanged()
  const { mutate, isPending } = useMutation({
    mutationFn: (note: string) =>
      api.POST('/api/admin/reconciliation/repair', { body: { key: row.key, note } }),
    onSuccess: ({ data }) =>
      toast({
        title: data?.isMended ? 'Fixed' : 'Not fixed yet',
        description: data?.message,
        ...(data?.isMended ? {} : { variant: 'destructive' as const }),
      }),
    onError: (error) => {
      showError(error, 'Failed to fix the issue')
    },
    onSettled: (_, error) => {
      if (!error || isFailure(error)) onDone()
      void changed()
    },
  })
  return { repair: mutate, isPending }
}

function Loading() {
  return (
    <div role="status" className="grid gap-3">
      <span className="sr-only">Comparing payments, seats and messages</span>
      <Skeleton className="h-28 rounded-xl" />
      <Skeleton className="h-28 rounded-xl" />
    </div>
  )
}
