/** Deletes a piece of material, after asking: attendees lose it at once. */
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '@/api/client'
import { showError } from '@/api/form-failure'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { toast } from '@/lib/toast'
import type { AdminResource } from './resource-kinds'
import { useResourceChanges } from './resource-list'

interface DeleteResourceProps {
  bootcampId: number
  /** Null when nothing is to be deleted. */
  resource: AdminResource | null
  onClose: () => void
  onDeleted: () => void
}

export function DeleteResource({ bootcampId, resource, onClose, onDeleted }: DeleteResourceProps) {
  const { change, reload } = useResourceChanges(bootcampId)
  const title = useLast(resource?.title)
  const { mutate, isPending } = useMutation({
    mutationFn: ({ id }: AdminResource) =>
      api.DELETE('/api/admin/bootcamps/resources/{resource_id}', {
        params: { path: { resource_id: id } },
      }),
    onSuccess: async (_, { id }) => {
      toast({ title: 'Resource deleted', description: title })
      onClose()
      await change((resources) => resources.filter((other) => other.id !== id))
      onDeleted()
    },
    onError: (error) => {
      showError(error, 'Something went wrong', 'Error deleting resource')
      onClose()
      void reload()
    },
  })
  return (
    <ConfirmDialog
      open={resource !== null}
      onOpenChange={onClose}
      title="Delete this resource?"
      description={`“${title}” will be permanently deleted for everyone who bought a seat.`}
      confirmLabel="Delete"
      pending={isPending}
      pendingLabel="Deleting..."
      destructive
      onConfirm={() => {
        if (resource) mutate(resource)
      }}
    />
  )
}

/** What was there last: while the dialog fades out, its words must not. */
function useLast(text: string | undefined): string {
  const [last, setLast] = useState('')
  useEffect(() => {
    if (text !== undefined) setLast(text)
  }, [text])
  return text ?? last
}
