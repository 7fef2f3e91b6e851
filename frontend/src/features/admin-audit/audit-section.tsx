/** Who did what, when, and as whom: to be read and searched, never changed. */
import { keepPreviousData } from '@tanstack/react-query'
import { ScrollText, Search, SearchX } from 'lucide-react'
import { errorMessage } from '@/api/api-error'
import { $api } from '@/api/client'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { Input } from '@/components/ui/input'
import { Pagination } from '@/components/ui/pagination'
import { cn } from '@/lib/cn'
import { AuditEntries } from './audit-entries'
import { AuditSkeleton } from './audit-skeleton'
import { useAuditSearch } from './use-audit-search'

const PAGE_SIZE = 20
/** The server takes no more. */
const SEARCH_LIMIT = 100

export function AuditSection() {
  const audit = useAuditSearch()
  return (
    <div className="grid min-w-0 gap-5">
      <p className="-mt-3 text-muted-foreground">
        Entries are recorded automatically and can't be changed or removed.
      </p>
      <div className="relative max-w-120">
        <Search
          aria-hidden
          className="pointer-events-none absolute top-1/2 left-3.5 size-4 -translate-y-1/2 text-muted-foreground"
        />
        <Input
          type="search"
          aria-label="Search the audit log"
          placeholder="Search by person, action or id"
          className="pl-10"
          maxLength={SEARCH_LIMIT}
          value={audit.text}
          onChange={(event) => audit.setText(event.target.value)}
        />
      </div>
      <Results audit={audit} />
    </div>
  )
}

function Results({ audit }: { audit: ReturnType<typeof useAuditSearch> }) {
  const { search, page, goToPage, clear } = audit
  const { data, error, refetch, isFetching, isPlaceholderData } = $api.useQuery(
    'get',
    '/api/admin/audit',
    { params: { query: { search, page } } },
    // An audit log that is a minute old is an old one, unlike most of what we show.
    { staleTime: 0, placeholderData: keepPreviousData },
  )

  if (error) {
    return (
      <ErrorState
        title="The audit log couldn't be loaded"
        onRetry={() => void refetch()}
        retrying={isFetching}
      >
        {errorMessage(error, 'Check your connection and try again.')}
      </ErrorState>
    )
  }
  if (!data) return <AuditSkeleton />

  const { rows, total } = data
  const pageCount = Math.ceil(total / PAGE_SIZE)
  if (total === 0) return <NothingFound search={search} onClear={clear} />
  if (rows.length === 0) return <NoSuchPage onFirstPage={() => goToPage(1)} />
  return (
    <div className={cn('grid min-w-0 gap-5', isPlaceholderData && 'opacity-60')}>
      <AuditEntries entries={rows} />
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p role="status" className="text-sm text-muted-foreground tabular-nums">
          {shownRange(page, rows.length, total)}
        </p>
        <Pagination
          page={page}
          pageCount={pageCount}
          onPageChange={goToPage}
          label="Pages of the audit log"
        />
      </div>
    </div>
  )
}

function shownRange(page: number, length: number, total: number): string {
  const first = (page - 1) * PAGE_SIZE + 1
  return `${first}–${first + length - 1} of ${total} ${total === 1 ? 'entry' : 'entries'}`
}

function NothingFound({ search, onClear }: { search: string; onClear: () => void }) {
  if (!search) {
    return (
      <EmptyState icon={ScrollText} title="No entries yet">
        Sign-ins, role changes, impersonations and other important actions will be listed here.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={SearchX}
      title="No entries found"
      action={
        <Button variant="outline" onClick={onClear}>
          Clear search
        </Button>
      }
    >
      No entries match “{search}”.
    </EmptyState>
  )
}

function NoSuchPage({ onFirstPage }: { onFirstPage: () => void }) {
  return (
    <EmptyState
      icon={SearchX}
      title="This page doesn't exist"
      action={
        <Button variant="outline" onClick={onFirstPage}>
          First page
        </Button>
      }
    >
      The log has fewer pages than this.
    </EmptyState>
  )
}
