/** Gives a booked time up; the session itself stays, to be booked again. */
import { useMutation } from '@tanstack/react-query'
import { api } from '@/api/client'
import { showError } from '@/api/form-failure'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { toast } from '@/lib/toast'
import { type CoachingSession, useCoachingChange } from './coaching-sessions'

interface CancelTimeProps {
  session: CoachingSession
  /** "Sat, Dec 5, 2099" */
  until: string
  onClose: () => void
}

export function CancelTime({ session, until, onClose }: CancelTimeProps) {
  const keep = useCoachingChange()
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      api.POST('/api/user/coaching-sessions/{session_id}/cancel', {
        params: { path: { session_id: session.id } },
      }),
    onSuccess: async ({ data }) => {
      onClose()
      toast({ title: 'Time canceled', description: 'Pick another whenever it suits you.' })
      if (data) await keep(data)
    },
    onError: (error) => showError(error, "The time couldn't be canceled. Please try again."),
  })
  const left = session.reschedulesLeft - 1
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Cancel this time?"
      description={`You keep your session and can book another time until ${until}. This counts as one of your changes: ${left === 0 ? 'none is' : `${left} ${left === 1 ? 'is' : 'are'}`} left afterwards.`}
      confirmLabel="Cancel this time"
      cancelLabel="Keep it"
      pending={isPending}
      pendingLabel="Canceling…"
      onConfirm={() => mutate()}
    />
  )
}
