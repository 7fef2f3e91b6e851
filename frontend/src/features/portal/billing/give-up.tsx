/** A free seat goes to somebody else: nothing was paid, so nothing is refunded. */
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage } from '@/api/api-error'
import { api } from '@/api/client'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { toast } from '@/lib/toast'
import type { BillingEntry } from '@/session/refunds'
import { useForgetEverything, useReloadBilling } from './billing-query'

const FAILED = "We couldn't give up your seat. Nothing has changed. Please try again."

export function GiveUp({ entry }: { entry: BillingEntry }) {
  const [asks, setAsks] = useState(false)
  const forgetEverything = useForgetEverything()
  const reload = useReloadBilling()
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      api.POST('/api/user/purchases/{purchase_id}/give-up', {
        params: { path: { purchase_id: entry.id } },
      }),
    onSuccess: async ({ data }) => {
      toast({
        title: 'Seat given up',
        description: `Thanks. ${entry.packageName} has a seat more.`,
      })
      if (data) await forgetEverything(data)
    },
    onError: (error) => {
      toast({
        title: 'Error',
        description: errorMessage(error, FAILED),
        variant: 'destructive',
      })
      void reload()
    },
  })
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        busy={isPending}
        busyLabel="Giving it up…"
        onClick={() => setAsks(true)}
      >
        Give up my seat
      </Button>
      <ConfirmDialog
        open={asks}
        onOpenChange={setAsks}
        title="Give up your seat?"
        description={`Somebody else can take your seat in ${entry.packageName} right away, and your access ends. You weren't charged, so nothing is refunded.`}
        confirmLabel="Give up my seat"
        cancelLabel="Keep my seat"
        destructive
        onConfirm={() => {
          setAsks(false)
          mutate()
        }}
      />
    </>
  )
}
