/** Begins to see the site through a student's eyes. */
import { useMutation } from '@tanstack/react-query'
import { api } from '@/api/client'
import { showError } from '@/api/form-failure'
import type { components } from '@/api/schema'
import { toast } from '@/lib/toast'

const RELOAD_DELAY_MS = 1500

type Target = components['schemas']['ImpersonateIn']

export function useStartImpersonation() {
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: (target: Target) => api.POST('/api/admin/impersonate/start', { body: target }),
    onSuccess: ({ data }) => {
      toast({ title: 'Impersonation Started', description: data?.message })
      // Loaded afresh, so that nothing on the page still belongs to the admin.
      setTimeout(() => window.location.reload(), RELOAD_DELAY_MS)
    },
    onError: (error) => {
      showError(error, 'Failed to start impersonation')
    },
  })
  return { start: mutate, isStarting: isPending || isSuccess }
}
