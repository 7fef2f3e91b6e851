/** The drafts just made: on sale with one press, at a time, or left for later. */
import { useMutation } from '@tanstack/react-query'
import { Link } from 'react-router'
import { api } from '@/api/client'
import { showError } from '@/api/form-failure'
import { Button } from '@/components/ui/button'
import { DialogFooter } from '@/components/ui/dialog'
import { formatRange, formatWeekday } from '@/lib/dates'
import { toast } from '@/lib/toast'
import type { AdminBootcamp } from '../bootcamp-form'
import { useRefreshCatalogue } from '../use-bootcamps'

interface NewDraftsProps {
  drafts: AdminBootcamp[]
  onClose: () => void
  onPublishLater: () => void
}

export function NewDrafts({ drafts, onClose, onPublishLater }: NewDraftsProps) {
  const refresh = useRefreshCatalogue()
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      api.POST('/api/admin/bootcamps/publish', { body: { ids: drafts.map(({ id }) => id) } }),
    onSuccess: () => {
      toast({
        title: drafts.length === 1 ? 'Bootcamp published' : `${drafts.length} bootcamps published`,
        description: drafts[0]?.name,
      })
      onClose()
    },
    onError: (error) => showError(error, 'Failed to publish. Nothing is on sale yet.'),
    onSettled: () => void refresh(),
  })
  // What is over is a record; it is published by itself, when somebody says so.
  const canPublish = drafts.every(({ startDate }) => Date.parse(startDate) > Date.now())
  return (
    <>
      <ul aria-label="New drafts" className="grid gap-1">
        {drafts.map(({ id, startDate, endDate, timezone }) => (
          <li key={id}>
            <Link
              to={`/admin/bootcamps/${id}`}
              onClick={onClose}
              className="inline-flex min-h-6 items-center rounded-sm tabular-nums underline-offset-4 hover:underline"
            >
              {formatWeekday(startDate, timezone)}, {formatRange(startDate, endDate, timezone)}
            </Link>
          </li>
        ))}
      </ul>
      <DialogFooter>
        <Button variant="outline" onClick={onClose} disabled={isPending}>
          Keep as drafts
        </Button>
        {canPublish && (
          <>
            <Button variant="outline" onClick={onPublishLater} disabled={isPending}>
              Publish at a time…
            </Button>
            <Button busy={isPending} busyLabel="Publishing..." onClick={() => mutate()}>
              Publish {drafts.length}
            </Button>
          </>
        )}
      </DialogFooter>
    </>
  )
}
