/** One message of the log: its columns where there is room, its card on a phone. */

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, Clock } from 'lucide-react'
import { useState } from 'react'
import { $api, api } from '@/api/client'
import { showError } from '@/api/form-failure'
import type { components } from '@/api/schema'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Dialog, DialogContent } from '@/components/ui/dialog'
import { Skeleton } from '@/components/ui/skeleton'
import type { Column } from '@/features/admin-kit/data-list'
import { DeskTime } from '@/features/admin-kit/desk-time'
import { OPENS_ROW } from '@/features/admin-kit/list-keys'
import { CohortLink, PersonLink } from '@/features/admin-kit/record-links'
import { toast } from '@/lib/toast'
import { categoryNames } from './template-schema'

type Message = components['schemas']['LoggedMessageOut']

export const messageColumns: readonly Column<Message>[] = [
  {
    name: 'When',
    className: 'whitespace-nowrap text-muted-foreground tabular-nums',
    cell: (message) => <When message={message} />,
  },
  { name: 'To', className: 'break-words', cell: (message) => <To message={message} /> },
  { name: 'Message', cell: (message) => <What message={message} /> },
  { name: 'Outcome', cell: (message) => <Outcome message={message} /> },
  { name: 'Actions', isActions: true, cell: (message) => <Actions message={message} /> },
]

export function MessageCard({ message }: { message: Message }) {
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-2">
        <p className="min-w-0 font-medium wrap-anywhere">
          <To message={message} />
        </p>
        <Outcome message={message} />
      </div>
      <What message={message} />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-sm text-muted-foreground tabular-nums">
          <When message={message} />
        </p>
        <Actions message={message} />
      </div>
    </>
  )
}

function To({ message: { recipient, userId, type } }: { message: Message }) {
  if (userId === null && type === 'SMS') return recipient
  return (
    <PersonLink userId={userId} email={recipient}>
      {recipient}
    </PersonLink>
  )
}

function When({ message }: { message: Message }) {
  const at = message.sentAt ?? message.createdAt
  return <DeskTime at={at} />
}

/** A template's occasion by its name, any other email's as words. */
function readable(category: string): string {
  const named = Object.entries(categoryNames).find(([key]) => key === category)
  if (named) return named[1]
  const text = category.replaceAll('_', ' ').toLowerCase()
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function What({ message }: { message: Message }) {
  const { subject, category, type, bootcampName, cohort } = message
  return (
    <div className="min-w-0">
      <span className="font-medium wrap-anywhere">{subject || 'Text message'}</span>
      <span className="block text-sm text-muted-foreground wrap-anywhere">
        {type === 'SMS' ? 'SMS' : 'Email'} · {readable(category)}
        {cohort && (
          <>
            {' · '}
            <CohortLink name={bootcampName} cohort={cohort} />
          </>
        )}
      </span>
    </div>
  )
}

const outcomes = {
  PENDING: { label: 'Waiting', icon: Clock, tone: 'neutral' },
  SENT: { label: 'Sent', icon: CircleCheck, tone: 'positive' },
  FAILED: { label: 'Failed', icon: CircleAlert, tone: 'market' },
  DELIVERED: { label: 'Delivered', icon: CircleCheck, tone: 'positive' },
  BOUNCED: { label: 'Bounced', icon: CircleAlert, tone: 'market' },
  COMPLAINED: { label: 'Marked as spam', icon: CircleAlert, tone: 'market' },
} as const

/** What its reader's side said comes after what we did. */
function outcomeOf({ status, fate, deliveredAt }: Message) {
  if (fate) return outcomes[fate]
  return status === 'SENT' && deliveredAt ? outcomes.DELIVERED : outcomes[status]
}

function Outcome({ message }: { message: Message }) {
  const { label, icon: Icon, tone } = outcomeOf(message)
  return (
    <div className="grid justify-items-start gap-1">
      <Badge tone={tone}>
        <Icon aria-hidden />
        {label}
      </Badge>
      {message.errorMessage && (
        <span className="text-sm text-muted-foreground wrap-anywhere">{message.errorMessage}</span>
      )}
    </div>
  )
}

function Actions({ message }: { message: Message }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className="flex justify-end gap-2">
      {message.canRetry && <Retry message={message} />}
      <Button
        {...OPENS_ROW}
        variant="ghost"
        size="sm"
        aria-label={`Read the message to ${message.recipient}`}
        onClick={() => setIsOpen(true)}
      >
        Read
      </Button>
      <Dialog open={isOpen} onOpenChange={setIsOpen}>
        <DialogContent title={message.subject || 'Text message'} className="sm:max-w-2xl">
          <Words messageId={message.id} />
        </DialogContent>
      </Dialog>
    </div>
  )
}

function Retry({ message }: { message: Message }) {
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      api.POST('/api/admin/messages/{message_id}/retry', {
        params: { path: { message_id: message.id } },
      }),
    onSuccess: () => toast({ title: 'Sending again', description: message.recipient }),
    onError: (error) => showError(error, 'Please try again', 'Failed to send messages'),
    onSettled: () =>
      Promise.all(
        ['/api/admin/messages', '/api/admin/summary'].map((path) =>
          queryClient.invalidateQueries({ queryKey: ['get', path] }),
        ),
      ),
  })
  return (
    <Button
      variant="outline"
      size="sm"
      busy={isPending}
      aria-label={`Retry the message to ${message.recipient}`}
      onClick={() => mutate()}
    >
      Retry
    </Button>
  )
}

function Words({ messageId }: { messageId: number }) {
  const { data, error } = $api.useQuery('get', '/api/admin/messages/{message_id}', {
    params: { path: { message_id: messageId } },
  })
  if (error) return <p role="alert">The message couldn't be loaded.</p>
  if (!data) return <Skeleton className="h-80" />
  return data.html ? (
    <iframe
      title="The message as it was sent"
      sandbox=""
      srcDoc={data.html}
      className="h-112 w-full rounded-xl border bg-white"
    />
  ) : (
    <p className="whitespace-pre-line wrap-anywhere">{data.content}</p>
  )
}
