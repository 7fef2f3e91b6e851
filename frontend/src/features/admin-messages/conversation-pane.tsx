/** One contact message: its words, what was answered, whose it is, and the answer being written. */

import { ArrowLeft, CircleAlert, Mail } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link, useSearchParams } from 'react-router'
import { errorMessage } from '@/api/api-error'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { ErrorState } from '@/components/ui/error-state'
import { Select } from '@/components/ui/select'
import { DeskTime } from '@/features/admin-kit/desk-time'
import { PersonLink } from '@/features/admin-kit/record-links'
import { SectionSkeleton } from '@/features/admin-kit/section-skeleton'
import { offerUndo } from '@/features/admin-kit/undo'
import { toast } from '@/lib/toast'
import { useNarrow } from '@/lib/use-narrow'
import { AnswerBadge } from './answer-badge'
import { AnswerForm } from './answer-form'
import { type Answer, type Conversation, useChangeMessage, useConversation } from './inbox-queries'
import { SenderPurchases } from './sender-purchases'
import { useAnswer } from './use-answer'

const NOBODY = 'nobody'
export function ConversationPane({ id }: { id: number }) {
  const { data, error, refetch, isFetching } = useConversation(id)
  const isNarrow = useNarrow()
  return (
    <div className="grid min-w-0 gap-2.5">
      {isNarrow && <BackToInbox />}
      {data ? (
        <Opened conversation={data} />
      ) : error ? (
        <ErrorState
          title="This message couldn't be loaded"
          onRetry={() => void refetch()}
          retrying={isFetching}
        >
          {errorMessage(error, 'Check your connection and try again.')}
        </ErrorState>
      ) : (
        <SectionSkeleton />
      )}
    </div>
  )
}

function BackToInbox() {
  const [params] = useSearchParams()
  const address = new URLSearchParams(params)
  address.delete('message')
  return (
    <Button asChild variant="ghost" size="sm" className="-ml-3 w-fit">
      <Link to={`?${address}`}>
        <ArrowLeft aria-hidden />
        Back to inbox
      </Link>
    </Button>
  )
}

function Opened({ conversation }: { conversation: Conversation }) {
  const { id, name, email, subject, message, createdAt, isRead, answers, bounces } = conversation
  const { mutate: change } = useChangeMessage(id)
  const answering = useAnswer(conversation)
  const wasOpened = useRef(false)

  // Opening it is reading it; marked as unread afterwards, it stays so.
  useEffect(() => {
    if (wasOpened.current) return
    wasOpened.current = true
    if (!isRead) change({ isRead: true })
  }, [isRead, change])

  return (
    <Card role="region" aria-label={subject} className="gap-4 rounded-xl p-4 sm:p-5">
      <header className="grid gap-2">
        <h3 className="text-lg font-semibold wrap-anywhere">{subject}</h3>
        <p className="text-sm wrap-anywhere text-muted-foreground">
          <PersonLink userId={null} email={email} className="font-medium text-foreground underline">
            {name}
          </PersonLink>{' '}
          · {email} · <DeskTime at={createdAt} />
        </p>
        <Desk conversation={conversation} />
      </header>
      <p className="max-w-160 whitespace-pre-line wrap-anywhere">{message}</p>
      {answers.length > 0 && (
        <ol aria-label="Answers" className="grid gap-3">
          {answers.map((answer) => (
            <Answered
              key={answer.id}
              answer={answer}
              onUndo={() => void answering.undo(answer.id, answer.text)}
            />
          ))}
        </ol>
      )}
      {bounces && (
        <p role="status" className="flex items-center gap-2 text-sm text-market">
          <CircleAlert aria-hidden className="size-4 shrink-0" />
          Earlier email to {email} bounced, so an answer may not arrive.
        </p>
      )}
      <AnswerForm answering={answering} />
      <SenderPurchases name={name} email={email} />
    </Card>
  )
}

/** Who looks after it, and whether it is done. */
function Desk({ conversation }: { conversation: Conversation }) {
  const { id, subject, isRead, isClosed, assignedTo, operators } = conversation
  const { mutate, isPending } = useChangeMessage(id)
  const change = (to: { isClosed: boolean } | { isRead: boolean }, title: string) =>
    mutate(to, {
      onSuccess: () =>
        toast({
          title,
          description: subject,
          ...offerUndo(() => mutate('isRead' in to ? { isRead } : { isClosed })),
        }),
    })
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Select
        aria-label="Assigned to"
        className="h-9 w-48"
        value={assignedTo ? String(assignedTo.id) : NOBODY}
        options={[
          { value: NOBODY, label: 'Nobody assigned' },
          ...operators.map((one) => ({ value: String(one.id), label: one.name })),
        ]}
        onValueChange={(value) => mutate({ assignedTo: value === NOBODY ? null : Number(value) })}
      />
      <Button
        variant="outline"
        size="sm"
        busy={isPending}
        onClick={() =>
          change({ isClosed: !isClosed }, isClosed ? 'Message reopened' : 'Message closed')
        }
      >
        {isClosed ? 'Reopen' : 'Close'}
      </Button>
      <Button
        variant="ghost"
        size="sm"
        aria-label={`Mark ${subject} as ${isRead ? 'unread' : 'read'}`}
        onClick={() => change({ isRead: !isRead }, `Marked as ${isRead ? 'unread' : 'read'}`)}
      >
        <Mail aria-hidden />
        {isRead ? 'Mark as unread' : 'Mark as read'}
      </Button>
    </div>
  )
}

function Answered({ answer, onUndo }: { answer: Answer; onUndo: () => void }) {
  const { author, text, state, errorMessage: why, createdAt, sendAt } = answer
  const canUndo = state === 'sending' && Date.parse(sendAt) > Date.now()
  return (
    <li className="grid gap-1.5 rounded-r-lg border-l-2 border-primary bg-surface-2 px-3.5 py-3">
      <div className="flex flex-wrap items-center gap-2 text-sm text-muted-foreground">
        <span className="font-medium text-foreground">{author || 'Former teammate'}</span>
        <DeskTime at={createdAt} />
        <AnswerBadge state={state} />
        {canUndo && (
          <Button variant="link" size="sm" onClick={onUndo}>
            Undo
          </Button>
        )}
      </div>
      <p className="max-w-160 whitespace-pre-line wrap-anywhere">{text}</p>
      {why && <p className="text-sm wrap-anywhere text-market">{why}</p>}
    </li>
  )
}
