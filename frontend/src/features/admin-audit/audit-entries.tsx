/** The entries of one page: a table where there is room, a list of cards on a phone. */
import { Link } from 'react-router'
import type { components } from '@/api/schema'
import { Card } from '@/components/ui/card'
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '@/components/ui/table'
import { useNarrow } from '@/lib/use-narrow'

export type AuditEntry = components['schemas']['AuditEntryOut']

const LABEL = 'Audit log'

export function AuditEntries({ entries }: { entries: readonly AuditEntry[] }) {
  const narrow = useNarrow()
  return narrow ? <EntryCards entries={entries} /> : <EntryTable entries={entries} />
}

function EntryTable({ entries }: { entries: readonly AuditEntry[] }) {
  return (
    <Card className="gap-0 p-0 sm:p-0">
      <Table label={LABEL}>
        <TableHead>
          <TableRow>
            <TableHeader className="pl-6">When</TableHeader>
            <TableHeader>Who</TableHeader>
            <TableHeader>Action</TableHeader>
            <TableHeader>Subject</TableHeader>
            <TableHeader className="pr-6">Details</TableHeader>
          </TableRow>
        </TableHead>
        <TableBody>
          {entries.map((entry) => (
            <TableRow key={entry.id}>
              <TableCell className="pl-6 align-top whitespace-nowrap text-muted-foreground tabular-nums">
                <When at={entry.createdAt} />
              </TableCell>
              <TableCell className="align-top">
                <Who entry={entry} />
              </TableCell>
              <TableCell className="align-top">
                <Action entry={entry} />
              </TableCell>
              <TableCell className="align-top">
                <Subject entry={entry} />
              </TableCell>
              <TableCell className="pr-6 align-top">
                <Details entry={entry} />
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Card>
  )
}

function EntryCards({ entries }: { entries: readonly AuditEntry[] }) {
  return (
    <ul aria-label={LABEL} className="grid gap-3">
      {entries.map((entry) => (
        <li key={entry.id} className="grid gap-2.5 rounded-xl border bg-surface p-4 shadow-card">
          <div className="grid gap-0.5">
            <Action entry={entry} />
            <p className="text-sm text-muted-foreground tabular-nums">
              <When at={entry.createdAt} />
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
        </li>
      ))}
    </ul>
  )
}

const localTime = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'medium' })

function When({ at }: { at: string }) {
  const moment = new Date(at)
  const utc = moment.toISOString().replace('T', ' ').replace('Z', ' UTC')
  return (
    <time dateTime={at} title={utc}>
      {localTime.format(moment)}
    </time>
  )
}

/** People keep their number when their account, and with it their name, is gone. */
function personName(name: string, id: number | null): string {
  return name || (id === null ? 'Not signed in' : `Former user ${id}`)
}

function Who({ entry }: { entry: AuditEntry }) {
  const { actor, actorId, actingAs, actingAsId } = entry
  return (
    <>
      <span className="font-medium break-words">{personName(actor, actorId)}</span>
      {actingAsId !== null && (
        <span className="block text-sm break-words text-build">
          as {personName(actingAs, actingAsId)}
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
  const kind = subjectType.charAt(0).toUpperCase() + subjectType.slice(1)
  const reference = [kind, subjectId].filter(Boolean).join(' ')
  if (!subject) return <span className="break-words">{reference || '–'}</span>
  const page = pages[subjectType]
  const target = page ? `${page}/${subjectId}` : lists[subjectType]
  return (
    <>
      {target ? (
        <Link to={target} className="break-words underline underline-offset-4">
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
