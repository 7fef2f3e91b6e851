/** What visitors wrote with the contact form: opened, answered by mail, marked read or unread. */
import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query'
import { Inbox, Mail, MailOpen, Reply } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { $api, api } from '@/api/client'
import { showError } from '@/api/form-failure'
import type { components } from '@/api/schema'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { EmptyState } from '@/components/ui/empty-state'
import { DataList } from '@/features/admin-kit/data-list'
import { OPENS_ROW } from '@/features/admin-kit/list-keys'
import { SectionTools } from '@/features/admin-kit/section-tools'
import { IN_PLACE, oneOf, readPage, useListParams } from '@/features/admin-kit/use-list-params'
import { cn } from '@/lib/cn'

type ContactMessage = components['schemas']['ContactMessageOut']

/** The server takes no more. */
const HIGHEST_PAGE = 100_000
const words = {
  label: 'Contact messages',
  one: 'message',
  many: 'messages',
  failed: "The inbox couldn't be loaded",
  pages: 'Pages of the inbox',
}

function read(params: URLSearchParams) {
  return {
    search: '',
    show: oneOf(['unread'], params.get('show')),
    page: readPage(params, HIGHEST_PAGE),
  }
}

export function ContactInbox() {
  const { chosen, choose } = useListParams(read)
  const [opened, setOpened] = useState<number | null>(null)
  const unread = chosen.show === 'unread'
  const query = $api.useQuery(
    'get',
    '/api/admin/contact-messages',
    { params: { query: { unread, page: chosen.page } } },
    { staleTime: 0, placeholderData: keepPreviousData },
  )
  const isOpen = ({ id }: ContactMessage) => id === opened
  const actions = (message: ContactMessage) => (
    <Actions
      message={message}
      isOpen={isOpen(message)}
      onToggle={() => setOpened(isOpen(message) ? null : message.id)}
    />
  )
  return (
    <div className="grid min-w-0 gap-2.5">
      <SectionTools
        filters={
          <Checkbox
            label="Unread only"
            checked={unread}
            onCheckedChange={(checked) =>
              choose({ show: checked === true ? 'unread' : null }, IN_PLACE)
            }
          />
        }
      />
      <DataList
        words={words}
        query={query}
        page={chosen.page}
        onPageChange={(page) => choose({ page })}
        idOf={({ id }) => id}
        columns={[
          { name: 'From', cell: (message) => <From message={message} /> },
          {
            name: 'Subject',
            cell: (message) => <Subject message={message} isOpen={isOpen(message)} />,
          },
          {
            name: 'When',
            className: 'whitespace-nowrap',
            cell: (message) => <When message={message} />,
          },
          { name: 'Actions', isActions: true, cell: actions },
        ]}
        card={(message) => (
          <>
            <div className="flex items-start justify-between gap-3">
              <Subject message={message} isOpen={isOpen(message)} />
              <When message={message} />
            </div>
            <From message={message} />
            {actions(message)}
          </>
        )}
        below={(message) =>
          isOpen(message) && (
            <p className="max-w-160 whitespace-pre-line wrap-anywhere">{message.message}</p>
          )
        }
        empty={
          <EmptyState icon={Inbox} title={unread ? 'No unread messages' : 'No messages yet'}>
            Messages from the contact form arrive here and in your inbox.
          </EmptyState>
        }
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

interface Shown {
  message: ContactMessage
}

function From({ message: { name, email } }: Shown) {
  return (
    <p className="grid min-w-0 text-sm wrap-anywhere">
      {name}
      <Link
        to={`/admin/purchases?search=${encodeURIComponent(email)}`}
        aria-label={`Purchases of ${name}, ${email}`}
        className="w-fit text-muted-foreground underline underline-offset-4"
      >
        {email}
      </Link>
    </p>
  )
}

function Subject({ message: { subject, isRead, message }, isOpen }: Shown & { isOpen: boolean }) {
  return (
    <span className="grid min-w-0 gap-0.5">
      <span className="inline-flex min-w-0 flex-wrap items-center gap-2">
        <span className={cn('wrap-anywhere', isRead ? 'font-medium' : 'font-bold')}>{subject}</span>
        {!isRead && <Badge tone="accent">Unread</Badge>}
      </span>
      {/* Enough to tell what it is about; all of it stands below once it is opened. */}
      {!isOpen && (
        <span className="line-clamp-2 text-sm wrap-anywhere text-muted-foreground">{message}</span>
      )}
    </span>
  )
}

const localTime = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

function When({ message: { createdAt } }: Shown) {
  return (
    <time dateTime={createdAt} className="text-sm text-muted-foreground tabular-nums">
      {localTime.format(new Date(createdAt))}
    </time>
  )
}

interface ActionsProps extends Shown {
  isOpen: boolean
  onToggle: () => void
}

function Actions({ message, isOpen, onToggle }: ActionsProps) {
  const { mutate, isPending } = useMark(message)
  const { email, subject, isRead } = message

  function toggle() {
    // Opening it is reading it.
    if (!isOpen && !isRead) mutate(true)
    onToggle()
  }

  return (
    <div className="flex flex-wrap gap-2 md:justify-end">
      <Button
        {...OPENS_ROW}
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
  )
}
