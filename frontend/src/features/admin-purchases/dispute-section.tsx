/** A dispute over a purchase: what the bank says, what we have to say, and sending it once. */

import { useMutation } from '@tanstack/react-query'
import { Download, Send } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { errorMessage } from '@/api/api-error'
import { $api, api } from '@/api/client'
import { showError } from '@/api/form-failure'
import { isFailure } from '@/api/password-asked'
import type { components } from '@/api/schema'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { ErrorState } from '@/components/ui/error-state'
import { Field } from '@/components/ui/field'
import { Skeleton } from '@/components/ui/skeleton'
import { Textarea } from '@/components/ui/textarea'
import { usePurchasesChanged } from '@/features/admin-kit/purchases-changed'
import { cn } from '@/lib/cn'
import { formatDate, formatMoment } from '@/lib/dates'
import { formatCents, toCents } from '@/lib/money'
import { site } from '@/lib/site'
import { forgetTab, readTab, writeTab } from '@/lib/tab-memory'
import { toast } from '@/lib/toast'

type Dispute = components['schemas']['DisputeOut']

const NOTE_LIMIT = 5_000
/** From here on it is worth saying how much room is left. */
const NEARLY_FULL = 4_500

export function DisputeSection({ dispute }: { dispute: Dispute }) {
  const headingId = useId()
  return (
    <section
      aria-labelledby={headingId}
      className="grid min-w-0 gap-4 rounded-xl border bg-surface-2 p-4 sm:p-5"
    >
      <h3 id={headingId} className="text-lg font-bold tracking-tight">
        Dispute
      </h3>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3">
        {dispute.amount !== null && (
          <Fact name="Amount">
            <span className="tabular-nums">
              {formatCents(toCents(dispute.amount), { exact: true })}
            </span>
          </Fact>
        )}
        <Fact name="Opened">{formatDate(dispute.openedAt, site.operatorZone)}</Fact>
        <Fact name="Reason" className="max-sm:col-span-2">
          {dispute.reason}
        </Fact>
        <Fact name={dispute.isOpen ? 'Answer by' : 'Decided'} className="max-sm:col-span-2">
          {when(dispute)}
        </Fact>
      </dl>
      <p role="status" className={dispute.answer ? 'font-medium' : 'sr-only'}>
        {standing(dispute)}
      </p>
      {dispute.answer === null ? (
        <Answer dispute={dispute} />
      ) : (
        <DownloadLink id={dispute.id} className="w-fit" />
      )}
    </section>
  )
}

function when({ isOpen, dueBy, closedAt }: Dispute): string {
  if (!isOpen) return closedAt ? formatDate(closedAt, site.operatorZone) : ''
  return dueBy ? formatMoment(dueBy, site.operatorZone) : 'No deadline from the bank'
}

function standing({ isOpen, ending, evidenceSentAt, answer }: Dispute): string {
  if (!isOpen) return ending
  if (evidenceSentAt)
    return `Sent on ${formatDate(evidenceSentAt, site.operatorZone)}. The bank is reviewing it.`
  return answer ?? 'Waiting for our answer'
}

interface FactProps {
  name: string
  className?: string
  children: ReactNode
}

function Fact({ name, className, children }: FactProps) {
  return (
    <div className={cn('grid min-w-0 content-start gap-0.5', className)}>
      <dt className="text-sm text-muted-foreground">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  )
}

/** The browser fetches the file itself. */
function DownloadLink({ id, className }: { id: number; className?: string }) {
  return (
    <Button asChild variant="outline" {...(className ? { className } : {})}>
      <a href={`/api/admin/disputes/${id}/evidence.txt`} download>
        <Download aria-hidden />
        Download
      </a>
    </Button>
  )
}

function Answer({ dispute }: { dispute: Dispute }) {
  const { note, changeNote, forgetNote } = useKeptNote(dispute.id)
  const [isAsking, setIsAsking] = useState(false)
  const { send, isPending } = useSending(dispute.id, () => setIsAsking(false), forgetNote)
  return (
    <div className="grid min-w-0 gap-4">
      <WhatWeHave id={dispute.id} />
      <Field
        label="Your note"
        aside={note.length > NEARLY_FULL ? `${note.length} of ${NOTE_LIMIT}` : 'Optional'}
        hint="Your note comes first. Add anything our records don't show."
      >
        <Textarea
          maxLength={NOTE_LIMIT}
          value={note}
          onChange={(event) => changeNote(event.target.value)}
        />
      </Field>
      <div className="flex flex-wrap gap-3 [&>*]:max-sm:grow">
        <Button onClick={() => setIsAsking(true)}>
          <Send aria-hidden />
          Send to the bank
        </Button>
        <DownloadLink id={dispute.id} />
      </div>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title="Send this to the bank?"
        description="Your note and everything under “What we have” will go to the bank. You can send it once, and it can't be changed afterward."
        confirmLabel="Send to the bank"
        pendingLabel="Sending..."
        pending={isPending}
        onConfirm={() => send(note.trim())}
      />
    </div>
  )
}

/** A half-written note outlasts a closed drawer and a sign-in. */
function useKeptNote(id: number) {
  const key = `dispute-note-${id}`
  const [note, setNote] = useState(() => readTab(key) ?? '')
  return {
    note,
    changeNote: (words: string) => {
      setNote(words)
      writeTab(key, words)
    },
    forgetNote: () => forgetTab(key),
  }
}

function useSending(id: number, close: () => void, onSent: () => void) {
  const changed = usePurchasesChanged()
  const params = { path: { dispute_id: id } }
  const { mutate, isPending } = useMutation({
    mutationFn: (note: string) =>
      api.POST('/api/admin/disputes/{dispute_id}/evidence', { params, body: { note } }),
    onSuccess: () => {
      toast({
        title: 'Sent to the bank',
        description: "We'll email you when the bank has decided.",
      })
      onSent()
    },
    onError: (error) => {
      showError(error, 'Failed to send the evidence')
    },
    onSettled: (_, error) => {
      if (!error || isFailure(error)) close()
      void changed()
    },
  })
  return { send: mutate, isPending }
}

function WhatWeHave({ id }: { id: number }) {
  const headingId = useId()
  const { data, error, refetch, isFetching } = $api.useQuery(
    'get',
    '/api/admin/disputes/{dispute_id}',
    { params: { path: { dispute_id: id } } },
    { staleTime: 0 },
  )
  return (
    <div className="grid min-w-0 gap-1.5">
      <h4 id={headingId} className="text-[0.9375rem] font-medium">
        What we have
      </h4>
      {error && !data ? (
        <ErrorState
          title="Failed to load the evidence"
          onRetry={() => void refetch()}
          retrying={isFetching}
          className="py-8"
        >
          {errorMessage(error, 'Check your connection and try again.')}
        </ErrorState>
      ) : data ? (
        <section
          aria-labelledby={headingId}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it.
          tabIndex={0}
          className="h-72 overflow-y-auto rounded-lg border bg-surface p-4 text-sm leading-6 whitespace-pre-wrap wrap-anywhere"
        >
          {data.evidence}
        </section>
      ) : (
        <div role="status">
          <span className="sr-only">Loading the evidence</span>
          <Skeleton className="h-72 rounded-lg" />
        </div>
      )}
    </div>
  )
}
