/** The roles of the team, in words. */

export type RoleName = 'ADMIN' | 'SUPPORT' | 'FINANCE' | 'COACH' | 'STUDENT'

export const roleNames: Record<RoleName, string> = {
  STUDENT: 'Student',
  COACH: 'Coach',
  SUPPORT: 'Support',
  FINANCE: 'Finance',
  ADMIN: 'Admin',
}

/** One sentence each, for whoever gives the role. */
export const roleWords: Record<RoleName, string> = {
  STUDENT: 'Sees only what they bought.',
  COACH:
    "Their own coaching sessions, hours and notes, and who is in their students' classes. Nobody's payments.",
  SUPPORT: 'People, seats, messages and coaching. No sums, refunds, exports or roles.',
  FINANCE: 'Payments, refunds, disputes and exports. Writes to nobody and impersonates nobody.',
  ADMIN: 'Can do everything you can.',
}

export const ROLES = Object.keys(roleNames) as RoleName[]
