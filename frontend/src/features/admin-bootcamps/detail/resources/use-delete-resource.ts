/** Deletes a piece of material at once; for a while the notice of it brings it back. */
import { useMutation } from '@tanstack/react-query'
import { api } from '@/api/client'
import { showError } from '@/api/form-failure'
import { offerUndo } from '@/features/admin-kit/undo'
import { toast } from '@/lib/toast'
import type { AdminResource } from './resource-kinds'
import { useResourceChanges } from './resource-list'

const at = (id: number) => ({ params: { path: { resource_id: id } } })

export function useDeleteResource(bootcampId: number, onDeleted: () => void) {
  const { change, reload } = useResourceChanges(bootcampId)
  const restoring = useMutation({
    mutationFn: ({ id }: AdminResource) =>
      api.POST('/api/admin/bootcamps/resources/{resource_id}/restore', at(id)),
    onSuccess: (_, { title }) => toast({ title: 'Resource restored', description: title }),
    onError: (error) => showError(error, 'Something went wrong', 'Error restoring resource'),
    onSettled: reload,
  })
  const deleting = useMutation({
    mutationFn: ({ id }: AdminResource) =>
      api.DELETE('/api/admin/bootcamps/resources/{resource_id}', at(id)),
    onSuccess: async (_, resource) => {
      toast({
        title: 'Resource deleted',
        description: `Students no longer see “${resource.title}”.`,
        ...offerUndo(() => restoring.mutate(resource)),
      })
      await change((resources) => resources.filter((other) => other.id !== resource.id))
      onDeleted()
    },
    onError: (error) => {
      showError(error, 'Something went wrong', 'Error deleting resource')
      void reload()
    },
  })
  return {
    remove: (resource: AdminResource) => {
      if (!deleting.isPending) deleting.mutate(resource)
    },
  }
}
