/** One's own profile, as the server has it. */
import { queryOptions } from '@tanstack/react-query'
import { api } from '@/api/client'
import type { components } from '@/api/schema'

export type Profile = components['schemas']['ProfileOut']

export const profileQuery = queryOptions({
  queryKey: ['/api/user/profile'],
  queryFn: async ({ signal }) => {
    const { data } = await api.GET('/api/user/profile', { signal })
    if (!data) throw new Error('The profile came without content')
    return data
  },
  // Forgotten on leaving: another tab may change it, and a form must not start from old values.
  gcTime: 0,
})
