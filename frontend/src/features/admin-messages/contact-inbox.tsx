/** What visitors wrote with the contact form: opened, answered by mail, marked read or unread. */
import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query'
import { Inbox, Mail, MailOpen, Receipt, Reply } from 'lucide-react'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { errorMessage } from '@/api/api-error'
import { $api, api } from '@/api/client'
import { showError } from '@/api/form-failure'
import type { components } from '@/api/schema'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { Pagination } from '@/components/ui/pagination'
import { SectionSkeleton } from '@/features/admin-kit/section-skeleton'
import { cn } from '@/lib/cn'

type ContactMessage = components['schemas']['ContactMessageOut']

const PAGE_SIZE = 20

export function ContactInbox() {
  const [unread, setUnread] = useState(false)
  const [page, setPage] = useState(1)
  const { data, error, refetch, isFetching } = $api.useQuery(
    'get',
    '/api/admin/contact-messages',
    { params: { query: { unread, page } } },
    { staleTime: 0, placeholderData: keepPreviousData },
  )
  if (error) {
    return (
      <ErrorState
        title="The inbox couldn't be loaded"
        onRetry={() => void refetch()}
        retrying={isFetching}
      >
        {errorMessage(error, 'Check your connection and try again.')}
      </ErrorState>
    )
  }
  if (!data) return <SectionSkeleton />
  return (
    <div className="grid min-w-0 gap-5">
      <Checkbox
        label="Unread only"
        checked={unread}
        onCheckedChange={(checked) => {
          setUnread(checked === true)
          setPage(1)
        }}
      />
      {data.rows.length === 0 ? (
        <EmptyState icon={Inbox} title={unread ? 'No unread messages' : 'No messages yet'}>
          Messages from the contact form arrive here and in your inbox.
        </EmptyState>
      ) : (
        <ul className="grid min-w-0 gap-3">
          {data.rows.map((message) => (
            <li key={message.id}>
              <Entry message={message} />
            </li>
          ))}
        </ul>
      )}
      <Pagination
        page={page}
        pageCount={Math.ceil(data.total / PAGE_SIZE)}
        onPageChange={setPage}
        label="Pages of the inbox"
      />
    </div>
  )
}

function useMark(message: ContactMessage) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (isRead: boolean) =>
      api.PATCH('/api/admin/contact-messages/{message_id}', {
        params: { path: { message_id: message.id } },
        body: { isRead },
      }),
    onError: (error) => showError(error, 'Please try again', 'Failed to mark the message'),
    onSettled: () =>
      Promise.all(
        ['/api/admin/contact-messages', '/api/admin/summary'].map((path) =>
          queryClient.invalidateQueries({ queryKey: ['get', path] }),
        ),
      ),
  })
}

const localTime = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

function Entry({ message }: { message: ContactMessage }) {
  const titleId = useId()
  const [isOpen, setIsOpen] = useState(false)
  const { mutate, isPending } = useMark(message)
  const { name, email, subject, isRead, createdAt } = message

  function toggle() {
    // Opening it is reading it.
    if (!isOpen && !isRead) mutate(true)
    setIsOpen(!isOpen)
  }

  return (
    <article
      aria-labelledby={titleId}
      className="grid min-w-0 gap-3 rounded-xl border bg-surface p-4 shadow-card sm:p-5"
    >
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h3
            id={titleId}
            className={cn('wrap-anywhere', isRead ? 'font-medium' : 'font-bold tracking-tight')}
          >
            {subject}
          </h3>
          <p className="text-sm wrap-anywhere text-muted-foreground">
            {name} · {email}
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-3">
          {!isRead && <Badge tone="accent">Unread</Badge>}
          <time dateTime={createdAt} className="text-sm text-muted-foreground tabular-nums">
            {localTime.format(new Date(createdAt))}
          </time>
        </div>
      </div>
      {/* Enough to tell what it is about; all of it once it is opened. */}
      <p
        className={cn(
          'max-w-160 wrap-anywhere',
          isOpen ? 'whitespace-pre-line' : 'line-clamp-2 text-muted-foreground',
        )}
      >
        {message.message}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="outline"
          size="sm"
          aria-expanded={isOpen}
          aria-label={`${isOpen ? 'Close' : 'Read'} ${subject}`}
          onClick={toggle}
        >
          {isOpen ? 'Close' : 'Read'}
        </Button>
        <Button asChild variant="ghost" size="sm">
          <a href={`mailto:${email}?subject=${encodeURIComponent(`Re: ${subject}`)}`}>
            <Reply aria-hidden />
            Reply
          </a>
        </Button>
        <Button asChild variant="ghost" size="sm">
          <Link
            to={`/admin/purchases?search=${encodeURIComponent(email)}`}
            aria-label={`Purchases of ${name}`}
          >
            <Receipt aria-hidden />
            Purchases
          </Link>
        </Button>
        <Button
          variant="ghost"
          size="sm"
          busy={isPending}
          aria-label={`Mark ${subject} as ${isRead ? 'unread' : 'read'}`}
          onClick={() => mutate(!isRead)}
        >
          {isRead ? <Mail aria-hidden /> : <MailOpen aria-hidden />}
          {isRead ? 'Mark as unread' : 'Mark as read'}
        </Button>
      </div>
    </article>
  )
}
