/** Typed examples of what the server sends; a test names only what it is about. */
import type { SessionUser } from '@/api/types'
import { viewerZone } from '@/lib/dates'

export function makeUser(given: Partial<SessionUser> = {}): SessionUser {
  const role = given.role ?? 'STUDENT'
  const effectiveRole = given.effectiveRole ?? role
  return {
    id: 1,
    email: 'ada@example.test',
    username: 'ada',
    firstName: 'Ada',
    lastName: 'Lovelace',
    role,
    effectiveRole,
    isAdmin: effectiveRole === 'ADMIN',
    isImpersonating: false,
    impersonatedUser: null,
    timezone: viewerZone(),
    timezoneChoice: 'automatic',
    emailVerified: true,
    hasPassword: true,
    hasSecondFactor: false,
    secondFactorRequired: false,
    ...given,
  }
}
