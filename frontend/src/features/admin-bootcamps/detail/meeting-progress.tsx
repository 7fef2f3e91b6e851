/** A meeting on its way: being made, or not to be had yet, with a way to try again now. */
import { useMutation } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { api } from '@/api/client'
import { showError } from '@/api/form-failure'
import { Button } from '@/components/ui/button'
import { Spinner } from '@/components/ui/spinner'
import { toast } from '@/lib/toast'
import type { AdminBootcamp } from './bootcamp-query'

export function MeetingProgress({ bootcamp }: { bootcamp: AdminBootcamp }) {
  const { meetingState } = bootcamp
  return (
    // Always there, so that a change of state is read out.
    <div role="status" className="empty:hidden">
      {meetingState === 'coming' && (
        <div className="flex items-center gap-3 rounded-lg bg-surface-2 p-4">
          <Spinner />
          <p>The meeting is being created. Its links will appear here in a moment.</p>
        </div>
      )}
      {meetingState === 'failing' && <Failing bootcamp={bootcamp} />}
    </div>
  )
}

function Failing({ bootcamp }: { bootcamp: AdminBootcamp }) {
  const retry = useMutation({
    mutationFn: () =>
      api.POST('/api/admin/bootcamps/{bootcamp_id}/meeting', {
        params: { path: { bootcamp_id: bootcamp.id } },
      }),
    onSuccess: () => toast({ title: 'Trying again', description: bootcamp.name }),
    onError: (error) => showError(error, "That didn't work. We'll keep trying."),
  })
  const isNew = bootcamp.zoomMeetingId === ''
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg bg-build-soft p-4 text-build">
      <TriangleAlert aria-hidden className="size-5 shrink-0" />
      <p className="min-w-48 flex-1">
        <strong className="font-semibold">
          {isNew ? "The meeting couldn't be created yet." : "The meeting couldn't be changed yet."}
        </strong>{' '}
        {isNew
          ? "Zoom didn't answer. We'll keep trying."
          : "Zoom still shows the old details. We'll keep trying."}
      </p>
      <Button
        variant="outline"
        size="sm"
        busy={retry.isPending}
        busyLabel="Trying…"
        onClick={() => retry.mutate()}
      >
        Try again
      </Button>
    </div>
  )
}
