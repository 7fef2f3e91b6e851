/** What visitors wrote with the contact form, and beside it the one that is read and answered. */

import { Inbox, MessageSquareText } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { Badge } from '@/components/ui/badge'
import { Checkbox } from '@/components/ui/checkbox'
import { EmptyState } from '@/components/ui/empty-state'
import { Select } from '@/components/ui/select'
import { DataList } from '@/features/admin-kit/data-list'
import { DeskTime } from '@/features/admin-kit/desk-time'
import { OPENS_ROW } from '@/features/admin-kit/list-keys'
import { PersonLink } from '@/features/admin-kit/record-links'
import { SectionTools } from '@/features/admin-kit/section-tools'
import { IN_PLACE, oneOf, readPage, useListParams } from '@/features/admin-kit/use-list-params'
import { cn } from '@/lib/cn'
import { useNarrow } from '@/lib/use-narrow'
import { AnswerBadge } from './answer-badge'
import { ConversationPane } from './conversation-pane'
import { type ContactMessage, useInbox } from './inbox-queries'

/** The server takes no more. */
const HIGHEST_PAGE = 100_000
const words = {
  label: 'Contact messages',
  one: 'message',
  many: 'messages',
  failed: "The inbox couldn't be loaded",
  pages: 'Pages of the inbox',
}
const states = [
  { value: 'open', label: 'Open' },
  { value: 'mine', label: 'Assigned to me' },
  { value: 'closed', label: 'Closed' },
  { value: 'all', label: 'All messages' },
] as const

function read(params: URLSearchParams) {
  const message = Number(params.get('message'))
  return {
    search: '',
    show: oneOf(['unread'], params.get('show')),
    state: oneOf(['open', 'mine', 'closed', 'all'], params.get('state')) ?? 'open',
    message: Number.isSafeInteger(message) && message > 0 ? message : null,
    page: readPage(params, HIGHEST_PAGE),
  }
}

export function ContactInbox() {
  const { chosen, choose } = useListParams(read)
  const isNarrow = useNarrow()
  const unread = chosen.show === 'unread'
  const { state, page } = chosen
  const query = useInbox({
    unread,
    page,
    mine: state === 'mine',
    state: state === 'mine' ? 'open' : state === 'all' ? null : state,
  })
  const isPlain = !unread && (state === 'open' || state === 'all')
  // On a phone one stands in place of the other.
  if (isNarrow && chosen.message)
    return <ConversationPane key={chosen.message} id={chosen.message} />
  return (
    <div className="grid min-w-0 gap-2.5">
      <SectionTools
        filters={
          <>
            <Select
              aria-label="Which messages"
              className="w-44 shrink-0 md:h-10"
              value={state}
              options={states}
              onValueChange={(value) =>
                choose(
                  {
                    state: oneOf(['open', 'mine', 'closed', 'all'], value) ?? 'open',
                    message: null,
                  },
                  IN_PLACE,
                )
              }
            />
            <Checkbox
              label="Unread only"
              checked={unread}
              onCheckedChange={(checked) =>
                choose({ show: checked === true ? 'unread' : null }, IN_PLACE)
              }
            />
          </>
        }
      />
      <div className="grid min-w-0 items-start gap-4 md:grid-cols-[minmax(17rem,24rem)_minmax(0,1fr)]">
        <DataList
          words={words}
          query={query}
          page={page}
          onPageChange={(next) => choose({ page: next })}
          idOf={({ id }) => id}
          layout="cards"
          columns={[]}
          isCurrent={({ id }) => id === chosen.message}
          card={(message) => <Row message={message} isCurrent={message.id === chosen.message} />}
          empty={
            <EmptyState
              icon={Inbox}
              title={
                unread ? 'No unread messages' : isPlain ? 'No messages yet' : 'No messages here'
              }
            >
              {isPlain
                ? 'Messages from the contact form arrive here and in your inbox.'
                : 'Other messages may be among the open or the closed ones.'}
            </EmptyState>
          }
        />
        {!isNarrow &&
          (chosen.message ? (
            <ConversationPane key={chosen.message} id={chosen.message} />
          ) : (
            query.data &&
            query.data.total > 0 && (
              <EmptyState icon={MessageSquareText} title="Choose a message">
                Read and answer it here.
              </EmptyState>
            )
          ))}
      </div>
    </div>
  )
}

/** The subject is the link, and its face covers the whole row. */
function Row({ message, isCurrent }: { message: ContactMessage; isCurrent: boolean }) {
  const [params] = useSearchParams()
  const address = new URLSearchParams(params)
  address.set('message', String(message.id))
  const { subject, name, isRead, isClosed, assignedTo, answerState, createdAt } = message
  return (
    <>
      <div className="flex min-w-0 items-baseline justify-between gap-3 text-sm text-muted-foreground">
        {/* Above the row's own link, which covers all of it. */}
        <PersonLink userId={null} email={message.email} className="relative z-1 min-w-0 truncate">
          {name}
        </PersonLink>
        <DeskTime at={createdAt} isDay className="shrink-0 tabular-nums" />
      </div>
      <Link
        {...OPENS_ROW}
        to={`?${address}`}
        preventScrollReset
        aria-current={isCurrent ? 'true' : undefined}
        className={cn(
          'wrap-anywhere after:absolute after:inset-0 after:rounded-xl',
          isRead ? 'font-medium' : 'font-bold',
        )}
      >
        {subject}
      </Link>
      <p className="line-clamp-2 text-sm wrap-anywhere text-muted-foreground">{message.message}</p>
      <div className="flex flex-wrap gap-1.5 empty:hidden">
        {!isRead && <Badge tone="accent">Unread</Badge>}
        <AnswerBadge state={answerState} />
        {isClosed && <Badge>Closed</Badge>}
        {assignedTo && <Badge tone="outline">{assignedTo.name}</Badge>}
      </div>
    </>
  )
}
