/** One's own profile, as the server has it. */
import { $api } from '@/api/client'
import type { components } from '@/api/schema'

export type Profile = components['schemas']['ProfileOut']

export const profileQuery = $api.queryOptions('get', '/api/user/profile', undefined, {
  // Forgotten on leaving: another tab may change it, and a form must not start from old values.
  gcTime: 0,
})
