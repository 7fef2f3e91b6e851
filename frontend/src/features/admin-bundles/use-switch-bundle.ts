/** Offers a bundle to visitors, or takes it back. */
import { useMutation } from '@tanstack/react-query'
import { api } from '@/api/client'
import { showError } from '@/api/form-failure'
import { offerUndo } from '@/features/admin-kit/undo'
import { toast } from '@/lib/toast'
import { type AdminBundle, useBundleChanges } from './bundle-list'

export function useSwitchBundle(bundle: AdminBundle) {
  const { keep, reload } = useBundleChanges()
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (isActive: boolean) =>
      api.PATCH('/api/admin/bundles/{bundle_id}/status', {
        params: { path: { bundle_id: bundle.id } },
        body: { isActive },
      }),
    onSuccess: async ({ data }) => {
      if (!data) return
      await keep(data)
      toast({
        title: data.isActive ? 'Bundle activated' : 'Bundle deactivated',
        description: data.name,
        ...offerUndo(() => mutate(!data.isActive)),
      })
    },
    onError: (error) => {
      showError(error, 'Failed to update bundle status')
      void reload()
    },
  })
  return {
    switchBundle: mutate,
    isSwitching: isPending,
    /** Shown at once, and taken back if the server refuses. */
    isActive: isPending ? variables : bundle.isActive,
  }
}
