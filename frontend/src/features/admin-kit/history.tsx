/** Who changed a record, when and what: its entries of the audit log, for those who may read it. */
import { useId } from 'react'
import { Link } from 'react-router'
import { errorMessage } from '@/api/api-error'
import { $api } from '@/api/client'
import type { components } from '@/api/schema'
import { Card } from '@/components/ui/card'
import { ErrorState } from '@/components/ui/error-state'
import { Skeleton } from '@/components/ui/skeleton'
import { useRights } from '@/session/rights'
import { DeskTime } from './desk-time'

type Entry = components['schemas']['AuditEntryOut']

interface HistoryProps {
  kind: 'bootcamp' | 'bundle' | 'code'
  id: number | string
}

export function HistoryCard(props: HistoryProps) {
  const titleId = useId()
  if (!useRights()('audit')) return null
  return (
    <Card role="region" aria-labelledby={titleId} className="min-w-0">
      <h3 id={titleId} className="text-xl font-bold tracking-tight">
        History
      </h3>
      <History {...props} />
    </Card>
  )
}

export function History({ kind, id }: HistoryProps) {
  const subject = { subjectType: kind, subjectId: String(id) }
  const { data, error, refetch, isFetching } = $api.useQuery(
    'get',
    '/api/admin/audit',
    { params: { query: subject } },
    { staleTime: 0 },
  )
  if (!data) {
    return error ? (
      <ErrorState
        title="The history couldn't be loaded"
        onRetry={() => void refetch()}
        retrying={isFetching}
      >
        {errorMessage(error, 'Check your connection and try again.')}
      </ErrorState>
    ) : (
      <Skeleton className="h-24" />
    )
  }
  if (data.rows.length === 0) return <p className="text-muted-foreground">No changes yet.</p>
  return (
    <>
      <ol className="divide-y">
        {data.rows.map((entry) => (
          <Change key={entry.id} entry={entry} />
        ))}
      </ol>
      {data.total > data.rows.length && (
        <Link
          to={`/admin/audit?${new URLSearchParams(subject)}`}
          className="justify-self-start rounded-sm underline underline-offset-4"
        >
          See all in the audit log
        </Link>
      )}
    </>
  )
}

/** "Price: $480.00 → $380.00", and what else the entry tells. */
function factsOf(details: Entry['details']) {
  const { Before: before, Now: now, Changed: _, ...others } = details
  const [was, is] = [valuesIn(before), valuesIn(now)]
  const isPaired = before !== undefined && now !== undefined && was && is
  const told = Object.entries(isPaired ? others : details)
  const facts = told.map(([name, value]) => `${name}: ${String(value)}`)
  if (!isPaired) return facts
  const pairs = [...new Set([...is.keys(), ...was.keys()])].map(
    (name) => `${name}: ${was.get(name) ?? '–'} → ${is.get(name) ?? '–'}`,
  )
  return [...pairs, ...facts]
}

/** "Price: $480.00, Max seats: 20" by its names; null where there are none. */
function valuesIn(told: unknown): ReadonlyMap<string, string> | null {
  const values = String(told ?? '')
    .split(/, (?=[A-Z][^:,]*: )/)
    .map((part) => part.split(/: (.*)/s))
  const isNamed = values.every(([, value]) => value !== undefined)
  return isNamed ? new Map(values.map(([name = '', value = '']) => [name, value])) : null
}

function Change({ entry: { action, actor, actorId, createdAt, details } }: { entry: Entry }) {
  const who = actor || (actorId === null ? 'Automatic' : `Former user ${actorId}`)
  const facts = factsOf(details)
  return (
    <li className="grid gap-0.5 py-2.5 first:pt-0 last:pb-0">
      <p className="font-medium wrap-anywhere">{action}</p>
      {facts.length > 0 && (
        <p className="text-sm wrap-anywhere text-muted-foreground">{facts.join(' · ')}</p>
      )}
      <p className="text-sm text-muted-foreground tabular-nums">
        {who} · <DeskTime at={createdAt} />
      </p>
    </li>
  )
}
