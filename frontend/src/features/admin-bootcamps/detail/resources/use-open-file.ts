/** Opens a stored file: its link is made at the click and is good for a minute. */
import { useMutation } from '@tanstack/react-query'
import { api } from '@/api/client'
import { showError } from '@/api/form-failure'
import type { AdminResource } from './resource-kinds'

/** Storage answers with an attachment, so the browser saves it and the page stays. */
function follow(url: string) {
  const link = document.createElement('a')
  link.href = url
  link.rel = 'noreferrer'
  link.click()
}

export function useOpenFile() {
  return useMutation({
    mutationFn: async ({ id }: AdminResource) => {
      const { data } = await api.GET('/api/admin/bootcamps/resources/{resource_id}/link', {
        params: { path: { resource_id: id } },
      })
      if (data) follow(data.url)
    },
    onError: (error) => showError(error, 'Something went wrong', 'Error opening file'),
  })
}
