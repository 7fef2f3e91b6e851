/** People and what an admin can do for them. */
import { Search, SearchX, UserPlus, Users } from 'lucide-react'
import { errorMessage } from '@/api/api-error'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { Input } from '@/components/ui/input'
import { Pagination } from '@/components/ui/pagination'
import { Select } from '@/components/ui/select'
import { cn } from '@/lib/cn'
import { PAGE_SIZE, type PeopleQuery, usePeople } from './people'
import { PeopleRows } from './people-rows'
import { PeopleSkeleton } from './people-skeleton'
import { PeopleWindows } from './people-windows'
import { QuickImpersonation } from './quick-impersonation'
import { TestStudentButton } from './test-student-button'
import { type PeopleDesk, usePeopleDesk } from './use-people-desk'
import { type PeopleSearch, usePeopleSearch } from './use-people-search'

/** The server takes no more. */
const SEARCH_LIMIT = 100
/** A list to pick from cannot hold an empty value. */
const ALL = 'all'

const roles = [
  { value: ALL, label: 'All roles' },
  { value: 'STUDENT', label: 'Students' },
  { value: 'ADMIN', label: 'Admins' },
]
const statuses = [
  { value: ALL, label: 'Any status' },
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Inactive' },
]

export function UsersSection() {
  const search = usePeopleSearch()
  const desk = usePeopleDesk()
  // Where there are no demo tools, there is no student to show the site as.
  const hasDemoTools = usePeople(search.query).data?.hasDemoTools ?? false
  return (
    <div className="grid min-w-0 gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Filters search={search} />
        <div className="flex flex-wrap gap-3">
          {hasDemoTools && <TestStudentButton />}
          <Button onClick={() => desk.open({ kind: 'create' })}>
            <UserPlus aria-hidden />
            Create User
          </Button>
        </div>
      </div>
      <Results search={search} desk={desk} />
      {hasDemoTools && <QuickImpersonation />}
      <PeopleWindows desk={desk} />
    </div>
  )
}

function Filters({ search }: { search: PeopleSearch }) {
  const { query, narrow } = search
  const choose = <Name extends 'role' | 'status'>(name: Name) => ({
    value: query[name] ?? ALL,
    onValueChange: (value: string) =>
      narrow({ [name]: value === ALL ? null : value } as Partial<PeopleQuery>),
  })
  return (
    <div className="grid min-w-0 flex-1 basis-120 grid-cols-2 gap-3 sm:grid-cols-[minmax(12rem,1fr)_9rem_9rem]">
      <div className="relative col-span-2 sm:col-span-1">
        <Search
          aria-hidden
          className="pointer-events-none absolute top-1/2 left-3.5 size-4 -translate-y-1/2 text-muted-foreground"
        />
        <Input
          type="search"
          aria-label="Search users"
          placeholder="Search by name or email"
          className="pl-10"
          maxLength={SEARCH_LIMIT}
          value={search.text}
          onChange={(event) => search.setText(event.target.value)}
        />
      </div>
      <Select aria-label="Filter by role" options={roles} {...choose('role')} />
      <Select aria-label="Filter by status" options={statuses} {...choose('status')} />
    </div>
  )
}

function Results({ search, desk }: { search: PeopleSearch; desk: PeopleDesk }) {
  const { query, goToPage } = search
  const { data, error, refetch, isFetching, isPlaceholderData } = usePeople(query)
  if (error) {
    return (
      <ErrorState
        title="Users couldn't be loaded"
        onRetry={() => void refetch()}
        retrying={isFetching}
      >
        {errorMessage(error, 'Check your connection and try again.')}
      </ErrorState>
    )
  }
  if (!data) return <PeopleSkeleton />

  const { rows, total } = data
  if (total === 0) return <NobodyFound search={search} />
  if (rows.length === 0) return <NoSuchPage onFirstPage={() => goToPage(1)} />
  return (
    <div className={cn('grid min-w-0 gap-5', isPlaceholderData && 'opacity-60')}>
      <PeopleRows people={rows} desk={desk} />
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p role="status" className="text-sm text-muted-foreground tabular-nums">
          {shownRange(query.page, rows.length, total)}
        </p>
        <Pagination
          page={query.page}
          pageCount={Math.ceil(total / PAGE_SIZE)}
          onPageChange={goToPage}
          label="Pages of users"
        />
      </div>
    </div>
  )
}

function shownRange(page: number, length: number, total: number): string {
  const first = (page - 1) * PAGE_SIZE + 1
  const all = total.toLocaleString('en-US')
  return `${first}–${first + length - 1} of ${all} ${total === 1 ? 'user' : 'users'}`
}

function NobodyFound({ search }: { search: PeopleSearch }) {
  if (!search.isNarrowed) return <EmptyState icon={Users} title="No users found" />
  return (
    <EmptyState
      icon={SearchX}
      title="No users found"
      action={
        <Button variant="outline" onClick={search.clear}>
          Clear search
        </Button>
      }
    >
      {search.query.search
        ? `No users match “${search.query.search}”.`
        : 'No users match these filters.'}
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
      The list has fewer pages than this.
    </EmptyState>
  )
}
