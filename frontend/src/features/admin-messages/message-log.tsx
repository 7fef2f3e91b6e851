/** Everything that was sent, to whom and how it went; what failed can be sent again. */
import { keepPreviousData } from '@tanstack/react-query'
import { MailOpen, Search, SearchX } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { errorMessage } from '@/api/api-error'
import { $api } from '@/api/client'
import type { components } from '@/api/schema'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { Input } from '@/components/ui/input'
import { Pagination } from '@/components/ui/pagination'
import { Select } from '@/components/ui/select'
import { SectionSkeleton } from '@/features/admin-kit/section-skeleton'
import { cn } from '@/lib/cn'
import { LoggedMessages } from './logged-messages'

type Status = components['schemas']['MessageStatus']

const PAGE_SIZE = 20
const SEARCH_LIMIT = 100
const DEBOUNCE_MS = 300
const EVERY = 'all'

const statuses = [
  { value: EVERY, label: 'All statuses' },
  { value: 'SENT', label: 'Sent' },
  { value: 'PENDING', label: 'Waiting' },
  { value: 'FAILED', label: 'Failed' },
]

/** What is searched for, kept in the address: it can be linked to. */
function useLogSearch() {
  const [params, setParams] = useSearchParams()
  const page = Number(params.get('page') ?? 1)
  const search = params.get('search') ?? ''
  const status = statuses.find(({ value }) => value === params.get('status'))?.value ?? EVERY
  const numbered = (name: string) => Number(params.get(name)) || null
  const [bootcampId, userId] = [numbered('bootcamp'), numbered('user')]
  const [text, setText] = useState(search)

  useEffect(() => {
    if (text.trim() === search) return
    const timer = setTimeout(() => change({ search: text.trim(), page: '' }), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  })

  function change(changes: Record<string, string>) {
    const next = new URLSearchParams(params)
    for (const [name, value] of Object.entries(changes)) {
      if (value) next.set(name, value)
      else next.delete(name)
    }
    setParams(next, { replace: true, preventScrollReset: true })
  }

  return {
    text,
    setText,
    status,
    setStatus: (value: string) => change({ status: value === EVERY ? '' : value, page: '' }),
    goToPage: (value: number) => change({ page: value > 1 ? String(value) : '' }),
    asked: {
      search,
      page: Number.isInteger(page) && page >= 1 ? page : 1,
      status: status === EVERY ? null : (status as Status),
      bootcampId,
      userId,
    },
    showEverything: () => change({ bootcamp: '', user: '', page: '' }),
  }
}

export function MessageLog() {
  const log = useLogSearch()
  return (
    <div className="grid min-w-0 gap-5">
      <div className="flex flex-wrap gap-3">
        <div className="relative min-w-64 flex-1 sm:max-w-120">
          <Search
            aria-hidden
            className="pointer-events-none absolute top-1/2 left-3.5 size-4 -translate-y-1/2 text-muted-foreground"
          />
          <Input
            type="search"
            aria-label="Search the message log"
            placeholder="Search by address or subject"
            className="pl-10"
            maxLength={SEARCH_LIMIT}
            value={log.text}
            onChange={(event) => log.setText(event.target.value)}
          />
        </div>
        <Select
          aria-label="Status"
          className="w-44"
          value={log.status}
          onValueChange={log.setStatus}
          options={statuses}
        />
      </div>
      <Narrowed log={log} />
      <Results log={log} />
    </div>
  )
}

/** Somebody came here by a link about one bootcamp or one person. */
function Narrowed({ log: { asked, showEverything } }: { log: ReturnType<typeof useLogSearch> }) {
  if (!asked.bootcampId && !asked.userId) return null
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted-foreground">
      Only messages {asked.bootcampId ? 'about one bootcamp' : 'to one person'} are shown.
      <Button variant="link" size="sm" onClick={showEverything}>
        Show all messages
      </Button>
    </p>
  )
}

function Results({ log }: { log: ReturnType<typeof useLogSearch> }) {
  const { asked, goToPage } = log
  const { data, error, refetch, isFetching, isPlaceholderData } = $api.useQuery(
    'get',
    '/api/admin/messages',
    { params: { query: asked } },
    { staleTime: 0, placeholderData: keepPreviousData },
  )
  if (error) {
    return (
      <ErrorState
        title="The message log couldn't be loaded"
        onRetry={() => void refetch()}
        retrying={isFetching}
      >
        {errorMessage(error, 'Check your connection and try again.')}
      </ErrorState>
    )
  }
  if (!data) return <SectionSkeleton />
  const { rows, total } = data
  if (rows.length === 0) return <Nothing narrowed={Boolean(asked.search || asked.status)} />
  const first = (asked.page - 1) * PAGE_SIZE + 1
  return (
    <div className={cn('grid min-w-0 gap-5', isPlaceholderData && 'opacity-60')}>
      <LoggedMessages messages={rows} />
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p role="status" className="text-sm text-muted-foreground tabular-nums">
          {first}–{first + rows.length - 1} of {total} {total === 1 ? 'message' : 'messages'}
        </p>
        <Pagination
          page={asked.page}
          pageCount={Math.ceil(total / PAGE_SIZE)}
          onPageChange={goToPage}
          label="Pages of the message log"
        />
      </div>
    </div>
  )
}

function Nothing({ narrowed }: { narrowed: boolean }) {
  return narrowed ? (
    <EmptyState icon={SearchX} title="No messages found">
      Try a different search or status.
    </EmptyState>
  ) : (
    <EmptyState icon={MailOpen} title="Nothing has been sent yet">
      Confirmations, reminders and your own messages will be listed here with their outcome.
    </EmptyState>
  )
}
