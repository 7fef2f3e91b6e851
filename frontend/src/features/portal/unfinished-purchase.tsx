/** A payment that was begun and not finished, in one line: finish it, or dismiss it. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { errorMessage } from '@/api/api-error'
import { api } from '@/api/client'
import { type SessionHours, SessionTime } from '@/components/session-time'
import { MAIN_ID } from '@/components/skip-link'
import { StatusBadge } from '@/components/status-badge'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { toast } from '@/lib/toast'
import { useSession } from '@/session/session'

const FAILED = "We couldn't dismiss this purchase. Nothing has changed. Please try again."

interface UnfinishedPurchaseProps {
  id: number
  name: string
  /** What it was for; the date tells two of one course apart. */
  sessions: readonly SessionHours[]
  finishPath: string
}

export function UnfinishedPurchase({ id, name, sessions, finishPath }: UnfinishedPurchaseProps) {
  const { user } = useSession()
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      api.POST('/api/user/purchases/{purchase_id}/dismiss', {
        params: { path: { purchase_id: id } },
      }),
    onSuccess: async ({ data }) => {
      toast({ title: 'Purchase dismissed', description: data?.message })
      // The line goes away, and the focus would go with it.
      document.getElementById(MAIN_ID)?.focus()
      await queryClient.invalidateQueries()
    },
    onError: async (error) => {
      toast({
        title: 'Error',
        description: errorMessage(error, FAILED),
        variant: 'destructive',
      })
      await queryClient.invalidateQueries()
    },
  })
  return (
    <Card className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4 p-5 sm:p-6">
      <div className="grid min-w-0 flex-1 basis-64 gap-1.5">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <h2 className="text-lg font-bold tracking-tight wrap-anywhere">{name}</h2>
          <StatusBadge status="pending" />
        </div>
        {sessions.length === 1 && sessions[0] && (
          <p>
            <SessionTime {...sessions[0]} />
          </p>
        )}
        <p className="text-muted-foreground">
          You started this purchase, and the payment isn't finished. If you've just paid, this takes
          a moment.
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button asChild size="sm">
          <Link to={finishPath} aria-label={`Finish ${name}`}>
            Finish
          </Link>
        </Button>
        {!user?.isImpersonating && (
          <Button
            variant="outline"
            size="sm"
            busy={isPending}
            busyLabel="Dismissing…"
            aria-label={`Dismiss ${name}`}
            onClick={() => mutate()}
          >
            Dismiss
          </Button>
        )}
      </div>
    </Card>
  )
}
