/** How far the bulk act of this tab has come: to be canceled while it runs, with each failure after. */
import { useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '@/api/api-error'
import { $api, api } from '@/api/client'
import { showError } from '@/api/form-failure'
import type { components } from '@/api/schema'
import { Button } from '@/components/ui/button'
import { Progress } from '@/components/ui/progress'
import { focusList } from '../list-keys'
import { RecordLink } from '../record-links'
import { type BulkSubject, bulkWords } from './bulk-words'
import { follow, useFollowedAct } from './current-act'

type Result = components['schemas']['BulkResultOut']
const LOOK_EVERY_MS = 1000
/** Forgotten after a month, or another person's. Any other failure says nothing about the act. */
const isGone = (error: unknown) => error instanceof ApiError && error.status === 404
const isOver = (act: Result | undefined) => act?.state === 'done' || act?.state === 'stopped'

export function BulkProgress() {
  const id = useFollowedAct()
  return id === null ? null : <Followed key={id} id={id} />
}

function Followed({ id }: { id: number }) {
  const queryClient = useQueryClient()
  const {
    data: act,
    error,
    refetch,
  } = $api.useQuery(
    'get',
    '/api/admin/bulk-acts/{act_id}',
    { params: { path: { act_id: id } } },
    {
      staleTime: 0,
      refetchInterval: ({ state }) =>
        isOver(state.data) || isGone(state.error) ? false : LOOK_EVERY_MS,
    },
  )
  const over = isOver(act)
  useEffect(() => {
    // Whatever list is open, it may show what was just changed.
    if (over) void queryClient.invalidateQueries({ predicate: ({ queryKey }) => !isAct(queryKey) })
  }, [over, queryClient])
  const gone = isGone(error)
  useEffect(() => {
    if (gone) follow(null)
  }, [gone])
  const section = useRef<HTMLElement>(null)
  if (!act) return null
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label="Bulk action"
      className="grid gap-2 rounded-xl border bg-surface px-4 py-3 shadow-card"
    >
      <div className="flex items-start gap-3">
        <Progress
          label={headline(act)}
          value={(100 * (act.done + act.failed)) / act.total}
          className="flex-1"
        />
        {over ? (
          <Button
            variant="ghost"
            size="sm"
            icon
            aria-label="Dismiss"
            onClick={() => {
              focusList()
              follow(null)
            }}
          >
            <X aria-hidden />
          </Button>
        ) : (
          <CancelButton
            act={act}
            onCanceled={() => {
              // The button makes room for another one; what came of it is read here.
              section.current?.focus()
              void refetch()
            }}
          />
        )}
      </div>
      <p role="status" className="text-sm text-muted-foreground tabular-nums">
        {standing(act)}
      </p>
      {act.failed > 0 && <Failures act={act} />}
    </section>
  )
}

const isAct = (queryKey: readonly unknown[]) => String(queryKey[1]).includes('/bulk-acts')

function headline({ kind, state }: Result): string {
  const { running, done } = bulkWords[kind]
  if (state === 'done') return done
  return state === 'stopped' ? `${running}: stopped` : running
}

function standing({ state, done, failed, total, stoppedBecause }: Result): string {
  const number = (value: number) => value.toLocaleString('en-US')
  if (state === 'waiting') return 'Starts in a few seconds.'
  const failures = failed ? `, ${number(failed)} failed` : ''
  const ending = stoppedBecause ? ` ${stoppedBecause}` : ''
  return `${number(done)} of ${number(total)} done${failures}.${ending}`
}

function CancelButton({ act, onCanceled }: { act: Result; onCanceled: () => void }) {
  const [isBusy, setIsBusy] = useState(false)
  async function cancel() {
    setIsBusy(true)
    try {
      const params = { path: { act_id: act.id } }
      await api.POST('/api/admin/bulk-acts/{act_id}/cancel', { params })
    } catch (error) {
      showError(error, "It couldn't be canceled.")
    }
    setIsBusy(false)
    onCanceled()
  }
  return (
    <Button
      variant="outline"
      size="sm"
      busy={isBusy}
      busyLabel="Canceling..."
      onClick={() => void cancel()}
    >
      {act.state === 'waiting' ? 'Undo' : 'Cancel'}
    </Button>
  )
}

const records: Record<BulkSubject, 'purchase' | 'user' | 'bootcamp'> = {
  purchases: 'purchase',
  guests: 'purchase',
  members: 'user',
  bootcamps: 'bootcamp',
}

function Failures({ act: { failures, failed, subject } }: { act: Result }) {
  return (
    <details>
      <summary className="min-h-6 cursor-pointer text-sm font-medium">What failed, and why</summary>
      <ul className="mt-2 grid max-h-60 gap-1.5 overflow-y-auto text-sm">
        {failures.map(({ subjectId, name, reason }) => (
          <li key={subjectId} className="wrap-anywhere">
            <RecordLink kind={records[subject]} id={subjectId}>
              {name || `No longer there (${subjectId})`}
            </RecordLink>
            <span className="text-muted-foreground">: {reason}</span>
          </li>
        ))}
        {failed > failures.length && (
          <li className="text-muted-foreground tabular-nums">
            And {(failed - failures.length).toLocaleString('en-US')} more.
          </li>
        )}
      </ul>
    </details>
  )
}
