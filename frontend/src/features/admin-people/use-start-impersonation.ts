/** Begins to see the site through a student's eyes. */
import { useMutation } from '@tanstack/react-query'
import { errorMessage } from '@/api/api-error'
import { api } from '@/api/client'
import type { components } from '@/api/schema'
import { toast } from '@/lib/toast'
import { PasswordNotConfirmed, useWithPassword } from '@/session/confirm-password'

const RELOAD_DELAY_MS = 1500

type Target = components['schemas']['ImpersonateIn']

export function useStartImpersonation() {
  const withPassword = useWithPassword()
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: (target: Target) =>
      withPassword(() => api.POST('/api/admin/impersonate/start', { body: target })),
    onSuccess: ({ data }) => {
      toast({ title: 'Impersonation Started', description: data?.message })
      // Loaded afresh, so that nothing on the page still belongs to the admin.
      setTimeout(() => window.location.reload(), RELOAD_DELAY_MS)
    },
    onError: (error) => {
      if (error instanceof PasswordNotConfirmed) return
      toast({
        title: 'Error',
        description: errorMessage(error, 'Failed to start impersonation'),
        variant: 'destructive',
      })
    },
  })
  return { start: mutate, isStarting: isPending || isSuccess }
}
