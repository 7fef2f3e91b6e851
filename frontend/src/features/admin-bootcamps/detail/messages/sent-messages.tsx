/** The last messages to these attendees: how far each has come, person by person. */

import { useMutation } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, Clock } from 'lucide-react'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { api } from '@/api/client'
import { showError } from '@/api/form-failure'
import { Badge, type BadgeTone } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Progress } from '@/components/ui/progress'
import { Skeleton } from '@/components/ui/skeleton'
import { formatMoment } from '@/lib/dates'
import { site } from '@/lib/site'
import { LeftOutList } from './left-out-list'
import {
  type Batch,
  type BatchRecipient,
  isAboutToGo,
  useBatch,
  useBatches,
  useCancelBatch,
  useRefreshMessages,
} from './message-queries'

export function SentMessages({ bootcampId }: { bootcampId: number }) {
  const { data: batches } = useBatches(bootcampId)
  if (!batches || batches.length === 0) return null
  const isLater = (batch: Batch) => batch.state === 'scheduled' && !isAboutToGo(batch)
  const scheduled = batches.filter(isLater)
  const sent = batches.filter((batch) => !isLater(batch))
  return (
    <div className="grid gap-5 border-t pt-5">
      {scheduled.length > 0 && (
        <Messages title="Scheduled" bootcampId={bootcampId} batches={scheduled} />
      )}
      {sent.length > 0 && <Messages title="Sent so far" bootcampId={bootcampId} batches={sent} />}
      <Button asChild variant="link" size="sm" className="justify-self-start">
        <Link to={`/admin/communications/log?bootcamp=${bootcampId}`}>Everything sent</Link>
      </Button>
    </div>
  )
}

interface MessagesProps {
  title: string
  bootcampId: number
  batches: readonly Batch[]
}

function Messages({ title, bootcampId, batches }: MessagesProps) {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className="grid gap-3">
      <h4 id={titleId} className="font-bold tracking-tight">
        {title}
      </h4>
      <ul className="grid gap-3">
        {batches.map((batch) => (
          <li key={batch.id}>
            <SentMessage bootcampId={bootcampId} batch={batch} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const counted = (people: number) => `${people} ${people === 1 ? 'person' : 'people'}`

const states: Record<Batch['state'], { label: string; tone: BadgeTone }> = {
  scheduled: { label: 'Scheduled', tone: 'launch' },
  sending: { label: 'Sending', tone: 'build' },
  done: { label: 'Done', tone: 'positive' },
  canceled: { label: 'Canceled', tone: 'neutral' },
}

function SentMessage({ bootcampId, batch }: { bootcampId: number; batch: Batch }) {
  const [isOpen, setIsOpen] = useState(false)
  const { total, sent, failed, left, state } = batch
  const title = batch.subject || 'Text message'
  return (
    <article
      aria-label={title}
      className="grid min-w-0 gap-3 rounded-lg border bg-surface-2/60 p-4"
    >
      <div className="flex flex-wrap items-start justify-between gap-2">
        <div className="min-w-0">
          <p className="font-medium wrap-anywhere">{title}</p>
          <p className="text-sm text-muted-foreground tabular-nums">
            {formatMoment(batch.sendAt ?? batch.createdAt, site.operatorZone)}
          </p>
        </div>
        <Badge tone={states[state].tone}>
          {isAboutToGo(batch) ? 'Going out' : states[state].label}
        </Badge>
      </div>
      {(state === 'sending' || state === 'done') && (
        <>
          <Progress
            label={`${sent + failed} of ${total}`}
            value={total === 0 ? 100 : ((sent + failed) / total) * 100}
          />
          <p role="status" className="text-sm tabular-nums">
            {sent} sent ·{' '}
            <span className={failed > 0 ? 'text-destructive' : ''}>{failed} failed</span> · {left}{' '}
            left
          </p>
        </>
      )}
      {state === 'scheduled' && (
        <div className="grid gap-1 text-sm text-muted-foreground">
          <p className="line-clamp-2 whitespace-pre-line wrap-anywhere">{batch.opening}</p>
          <p role="status">
            {isAboutToGo(batch)
              ? `Goes to ${counted(total)} in a few seconds.`
              : `Will be sent to ${counted(total)} enrolled now.`}
          </p>
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        {state === 'scheduled' && <CancelBatch bootcampId={bootcampId} batch={batch} />}
        {state !== 'canceled' && (
          <Button
            variant="outline"
            size="sm"
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          >
            {isOpen ? 'Hide details' : 'Show details'}
          </Button>
        )}
      </div>
      {isOpen && <Details bootcampId={bootcampId} batchId={batch.id} />}
    </article>
  )
}

function CancelBatch({ bootcampId, batch }: { bootcampId: number; batch: Batch }) {
  const cancel = useCancelBatch(bootcampId)
  const { mutate, isPending } = useMutation({ mutationFn: () => cancel(batch.id) })
  return (
    <Button variant="outline" size="sm" busy={isPending} onClick={() => mutate()}>
      {isAboutToGo(batch) ? 'Undo' : 'Cancel sending'}
    </Button>
  )
}

function Details({ bootcampId, batchId }: { bootcampId: number; batchId: string }) {
  const { data } = useBatch(bootcampId, batchId)
  if (!data) return <Skeleton className="h-16" />
  return (
    <div className="grid gap-3">
      <ul aria-label="Recipients" className="divide-y text-sm">
        {data.recipients.map((recipient) => (
          <Recipient key={recipient.messageId} recipient={recipient} />
        ))}
      </ul>
      <LeftOutList people={data.leftOut} />
    </div>
  )
}

const outcomes = {
  PENDING: { label: 'Waiting', icon: Clock, tone: 'neutral' },
  SENT: { label: 'Sent', icon: CircleCheck, tone: 'positive' },
  FAILED: { label: 'Failed', icon: CircleAlert, tone: 'market' },
} as const

function Recipient({ recipient }: { recipient: BatchRecipient }) {
  const { label, icon: Icon, tone } = outcomes[recipient.status]
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 py-2">
      <span className="min-w-0 wrap-anywhere">
        {recipient.address}
        {recipient.errorMessage && (
          <span className="block text-muted-foreground">{recipient.errorMessage}</span>
        )}
      </span>
      <span className="flex items-center gap-2">
        <Badge tone={tone}>
          <Icon aria-hidden />
          {label}
        </Badge>
        {recipient.status === 'FAILED' && <RetryMessage messageId={recipient.messageId} />}
      </span>
    </li>
  )
}

function RetryMessage({ messageId }: { messageId: number }) {
  const refresh = useRefreshMessages()
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      api.POST('/api/admin/messages/{message_id}/retry', {
        params: { path: { message_id: messageId } },
      }),
    onError: (error) => showError(error, 'Please try again', 'Failed to send messages'),
    onSettled: refresh,
  })
  return (
    <Button variant="outline" size="sm" busy={isPending} onClick={() => mutate()}>
      Retry
    </Button>
  )
}
