/** Deletes a bundle, after asking. One that was sold stays, and can be made inactive instead. */
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError } from '@/api/api-error'
import { api } from '@/api/client'
import { showError } from '@/api/form-failure'
import { isFailure } from '@/api/password-asked'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { toast } from '@/lib/toast'
import { type AdminBundle, useBundleChanges } from './bundle-list'
import { useSwitchBundle } from './use-switch-bundle'

interface DeleteBundleProps {
  bundle: AdminBundle
  open: boolean
  onOpenChange: (open: boolean) => void
  onDeleted: () => void
}

export function DeleteBundle({ bundle, open, onOpenChange, onDeleted }: DeleteBundleProps) {
  const { forget, reload } = useBundleChanges()
  /** Why it cannot go, in the server's words. */
  const [refusal, setRefusal] = useState<string | null>(null)
  const { switchBundle, isSwitching } = useSwitchBundle(bundle)

  const close = () => onOpenChange(false)

  // Not on closing: the words would change while the dialog fades out.
  useEffect(() => {
    if (open) setRefusal(null)
  }, [open])

  const deletion = useMutation({
    mutationFn: () =>
      api.DELETE('/api/admin/bundles/{bundle_id}', { params: { path: { bundle_id: bundle.id } } }),
    onSuccess: async () => {
      toast({ title: 'Bundle deleted', description: bundle.name })
      close()
      await forget(bundle.id)
      onDeleted()
    },
    onError: (error) => {
      if (!isFailure(error)) return
      const wasSold = error instanceof ApiError && error.status === 409
      if (wasSold && bundle.isActive && error.serverMessage) {
        setRefusal(error.serverMessage)
        return
      }
      showError(error, 'Failed to delete bundle')
      close()
      void reload()
    },
  })

  if (refusal !== null) {
    return (
      <ConfirmDialog
        open={open}
        onOpenChange={close}
        title="This bundle can't be deleted"
        description={refusal}
        confirmLabel="Make Inactive"
        pending={isSwitching}
        pendingLabel="Saving..."
        onConfirm={() => switchBundle(false, { onSettled: close })}
      />
    )
  }
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Delete this bundle?"
      description={`“${bundle.name}” will be permanently deleted. Its bootcamps aren't affected.`}
      confirmLabel="Delete"
      pending={deletion.isPending}
      pendingLabel="Deleting..."
      destructive
      onConfirm={() => deletion.mutate()}
    />
  )
}
