/** Where somebody works: the desk, a coach's own pages, or the student's portal. */
import type { SessionUser } from '@/api/types'

export type Home = '/admin' | '/coach' | '/portal'

/** While somebody is impersonated, the home is that person's. */
export function homeOf({ isImpersonating, role, rights }: SessionUser): Home {
  if (isImpersonating) return '/portal'
  if (role === 'COACH') return '/coach'
  return rights.includes('desk') ? '/admin' : '/portal'
}
