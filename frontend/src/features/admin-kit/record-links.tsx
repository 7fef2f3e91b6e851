/** Wherever a person, a purchase or a cohort is named at the desk, the name leads to its record. */
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { cn } from '@/lib/cn'
import { cohortName } from '@/lib/cohorts'

export interface Who {
  /** Nothing for a guest. */
  userId: number | null
  email: string
}

/** As the server names them: one of the two. */
export const asked = ({ userId, email }: Who) => (userId === null ? { email } : { userId })

/** A guest is known by the address alone, which stands in the query: a path would break at a slash. */
export function personPath({ userId, email }: Who): string {
  return userId === null
    ? `/admin/users/guest?${new URLSearchParams({ email })}`
    : `/admin/users/${userId}`
}

export const purchasePath = (id: number) => `/admin/purchases/${id}`
export const receiptPath = (id: number) => `${purchasePath(id)}/receipt`
export const receiptNumber = (id: number) => `FR-${String(id).padStart(6, '0')}`

/** Who is in a class's meeting right now. */
export const roomPath = (bootcampId: number) => `/admin/bootcamps/${bootcampId}/room`

/** On a phone tall enough for a finger. */
const linkClasses =
  'rounded-sm underline-offset-4 hover:underline max-md:inline-block max-md:min-h-6 max-md:leading-6'

interface PersonLinkProps extends Who {
  className?: string
  children: ReactNode
}

export function PersonLink({ userId, email, className, children }: PersonLinkProps) {
  return (
    <Link to={personPath({ userId, email })} className={cn(linkClasses, className)}>
      {children}
    </Link>
  )
}

export function PurchaseLink({ id, className }: { id: number; className?: string }) {
  return (
    <Link
      to={purchasePath(id)}
      className={cn(linkClasses, 'whitespace-nowrap tabular-nums', className)}
    >
      {receiptNumber(id)}
    </Link>
  )
}

interface CohortLinkProps {
  name: string
  cohort: { id: number; startDate: string; timezone: string }
  className?: string
}

export function CohortLink({ name, cohort, className }: CohortLinkProps) {
  return (
    <Link to={`/admin/bootcamps/${cohort.id}`} className={cn(linkClasses, className)}>
      {cohortName(name, cohort)}
    </Link>
  )
}

const RECORD_PAGES = {
  user: '/admin/users',
  bootcamp: '/admin/bootcamps',
  purchase: '/admin/purchases',
}

interface RecordLinkProps {
  kind: keyof typeof RECORD_PAGES
  id: number
  children: ReactNode
}

/** Where a record is only known by its kind and number. */
export function RecordLink({ kind, id, children }: RecordLinkProps) {
  return (
    <Link to={`${RECORD_PAGES[kind]}/${id}`} className={linkClasses}>
      {children}
    </Link>
  )
}

/** What the page it leads to should open at once; lost when the address is opened elsewhere. */
export interface OpensAct {
  act: 'refund' | 'move' | 'create' | 'enroll'
  who?: { email: string; fullName: string }
}

export function actOf(state: unknown): OpensAct | null {
  return typeof state === 'object' && state !== null && 'act' in state ? (state as OpensAct) : null
}
