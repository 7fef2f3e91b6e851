/** Typed examples of what the server sends; a test names only what it is about. */
import type { SessionUser } from '@/api/types'
import { viewerZone } from '@/lib/dates'

/** As the server gives them out. */
const RIGHTS: Record<SessionUser['role'], SessionUser['rights']> = {
  ADMIN: [
    'audit',
    'catalogue',
    'coaching',
    'desk',
    'impersonate',
    'messages',
    'money',
    'own_coaching',
    'people',
    'roles',
    'room',
    'seats',
  ],
  SUPPORT: ['coaching', 'desk', 'impersonate', 'messages', 'people', 'room', 'seats'],
  FINANCE: ['desk', 'money'],
  COACH: ['own_coaching', 'room'],
  STUDENT: [],
}

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
    rights: RIGHTS[effectiveRole],
    isImpersonating: false,
    impersonatedUser: null,
    timezone: viewerZone(),
    timezoneChoice: 'automatic',
    emailVerified: true,
    hasPassword: true,
    confirmsAt: [],
    hasSecondFactor: false,
    secondFactorRequired: false,
    ...given,
  }
}
