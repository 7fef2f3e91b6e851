/** One entry of the log: its columns where there is room, its card on a phone. */

import { Link } from 'react-router'
import type { components } from '@/api/schema'
import type { Column } from '@/features/admin-kit/data-list'
import { DeskTime } from '@/features/admin-kit/desk-time'
import { OPENS_ROW } from '@/features/admin-kit/list-keys'
import { RecordLink } from '@/features/admin-kit/record-links'

export type AuditEntry = components['schemas']['AuditEntryOut']

export const auditColumns: readonly Column<AuditEntry>[] = [
  {
    name: 'When',
    className: 'align-top whitespace-nowrap text-muted-foreground tabular-nums',
    cell: ({ createdAt }) => <DeskTime at={createdAt} />,
  },
  { name: 'Who', className: 'align-top', cell: (entry) => <Who entry={entry} /> },
  { name: 'Action', className: 'align-top', cell: (entry) => <Action entry={entry} /> },
  { name: 'Subject', className: 'align-top', cell: (entry) => <Subject entry={entry} /> },
  { name: 'Details', className: 'align-top', cell: (entry) => <Details entry={entry} /> },
]

export function AuditCard({ entry }: { entry: AuditEntry }) {
  return (
    <>
      <div className="grid gap-0.5">
        <Action entry={entry} />
        <p className="text-sm text-muted-foreground tabular-nums">
          <DeskTime at={entry.createdAt} />
        </p>
      </div>
      <dl className="grid grid-cols-[4.5rem_1fr] gap-x-3 gap-y-1.5 text-[0.9375rem] [&>dt]:text-muted-foreground">
        <dt>Who</dt>
        <dd className="min-w-0">
          <Who entry={entry} />
        </dd>
        <dt>Subject</dt>
        <dd className="min-w-0">
          <Subject entry={entry} />
        </dd>
        {Object.keys(entry.details).length > 0 && (
          <>
            <dt>Details</dt>
            <dd className="min-w-0">
              <Details entry={entry} />
            </dd>
          </>
        )}
      </dl>
    </>
  )
}

/** People keep their number when their account, and with it their name, is gone. */
function personName(name: string, id: number | null): string {
  return name || (id === null ? 'Not signed in' : `Former user ${id}`)
}

/** A name is known while the account is there, and so is its page. */
function Person({ name, id }: { name: string; id: number | null }) {
  if (!name || id === null) return personName(name, id)
  return (
    <RecordLink kind="user" id={id}>
      {name}
    </RecordLink>
  )
}

function Who({ entry }: { entry: AuditEntry }) {
  const { actor, actorId, actingAs, actingAsId } = entry
  return (
    <>
      <span className="block leading-6 font-medium break-words">
        <Person name={actor} id={actorId} />
      </span>
      {actingAsId !== null && (
        <span className="block text-sm leading-6 break-words text-build">
          as <Person name={actingAs} id={actingAsId} />
        </span>
      )}
    </>
  )
}

function Action({ entry }: { entry: AuditEntry }) {
  return <span className="font-medium">{entry.action}</span>
}

/** Where each kind of subject has a page of its own. */
const pages: Record<string, string> = {
  user: '/admin/users',
  bootcamp: '/admin/bootcamps',
  purchase: '/admin/purchases',
}

/** Where what has no page of its own is listed. */
const lists: Record<string, string> = {
  bundle: '/admin/bundles',
  template: '/admin/communications',
  coach: '/admin/coaching',
}

function Subject({ entry }: { entry: AuditEntry }) {
  const { subject, subjectType, subjectId } = entry
  const words = subjectType.replaceAll('_', ' ')
  const kind = words.charAt(0).toUpperCase() + words.slice(1)
  const reference = [kind, subjectId].filter(Boolean).join(' ')
  if (!subject) return <span className="break-words">{reference || '–'}</span>
  const page = pages[subjectType]
  const target = page ? `${page}/${subjectId}` : lists[subjectType]
  return (
    <>
      {target ? (
        <Link {...OPENS_ROW} to={target} className="break-words underline underline-offset-4">
          {subject}
        </Link>
      ) : (
        <span className="break-words">{subject}</span>
      )}
      <span className="block text-sm text-muted-foreground">
        {/^\d+$/.test(subjectId) ? reference : kind}
      </span>
    </>
  )
}

function Details({ entry }: { entry: AuditEntry }) {
  const details = Object.entries(entry.details)
  if (details.length === 0) return <span className="text-muted-foreground">–</span>
  return (
    <ul className="grid gap-0.5 text-sm">
      {details.map(([name, value]) => (
        <li key={name} className="break-words">
          <span className="text-muted-foreground">{name}:</span> {String(value)}
        </li>
      ))}
    </ul>
  )
}
