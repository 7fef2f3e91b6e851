/** Short names for the schemas that screens use. */
import type { components } from './schema'

export type SessionUser = components['schemas']['CurrentUserOut']
export type Role = SessionUser['role']
