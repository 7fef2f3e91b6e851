/** Reminds those who have not picked a time: one, or everybody who waits. */
import { useMutation } from '@tanstack/react-query'
import { BellRing } from 'lucide-react'
import { useState } from 'react'
import { api } from '@/api/client'
import { showError } from '@/api/form-failure'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { toast } from '@/lib/toast'
import { type DeskSession, useReloadSessions } from './desk-sessions'

function useRemind(sessionId: number | null) {
  const reload = useReloadSessions()
  return useMutation({
    mutationFn: () => api.POST('/api/admin/coaching/reminders', { body: { sessionId } }),
    onSuccess: ({ data }) => {
      const { reminded = 0, skipped = 0 } = data ?? {}
      toast({
        title: reminded === 1 ? '1 reminder sent' : `${reminded} reminders sent`,
        description: skipped > 0 ? `${skipped} had one within the last day.` : undefined,
      })
    },
    onError: (error) => showError(error, 'Failed to send the reminder'),
    onSettled: () => reload(),
  })
}

export function RemindButton({ session }: { session: DeskSession }) {
  const { mutate, isPending } = useRemind(session.id)
  return (
    <Button variant="outline" size="sm" busy={isPending} onClick={() => mutate()}>
      <BellRing aria-hidden />
      {session.isGuest ? 'Send invitation' : 'Remind'}
    </Button>
  )
}

export function RemindAll() {
  const [isAsking, setIsAsking] = useState(false)
  const { mutate, isPending } = useRemind(null)
  return (
    <>
      <Button size="sm" onClick={() => setIsAsking(true)}>
        <BellRing aria-hidden />
        Remind everyone
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title="Remind everyone who's waiting?"
        description="We'll email each student who hasn't picked a time. Guests get a new invitation, and nobody gets more than one reminder a day."
        confirmLabel="Send reminders"
        pendingLabel="Sending..."
        pending={isPending}
        onConfirm={() => mutate(undefined, { onSettled: () => setIsAsking(false) })}
      />
    </>
  )
}
