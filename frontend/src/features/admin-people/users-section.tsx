/** People and what an admin can do for them. */
import { SearchX, UserPlus, Users } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { Select } from '@/components/ui/select'
import { BulkBar } from '@/features/admin-kit/bulk/bulk-bar'
import { useSelection } from '@/features/admin-kit/bulk/selection'
import { DataList } from '@/features/admin-kit/data-list'
import { datedFile, ExportButton } from '@/features/admin-kit/export-button'
import { SearchField } from '@/features/admin-kit/search-field'
import { SectionTools } from '@/features/admin-kit/section-tools'
import { useNarrow } from '@/lib/use-narrow'
import { useRights } from '@/session/rights'
import { GuestCard, guestColumns } from './guest-rows'
import { nameOf, narrowedBy, type PeopleQuery, useGuests, usePeople } from './people'
import { PersonCard, peopleColumns } from './people-rows'
import { QuickImpersonation } from './quick-impersonation'
import { TestStudentButton } from './test-student-button'
import { usePeopleDesk } from './use-people-desk'
import { type PeopleSearch, usePeopleSearch } from './use-people-search'

// With the first window come the code of forms and their rules, which the list can do without.
const PeopleWindows = lazy(async () => ({
  default: (await import('./people-windows')).PeopleWindows,
}))

const words = {
  label: 'User list',
  one: 'user',
  many: 'users',
  failed: "Users couldn't be loaded",
  pages: 'Pages of users',
}

/** A list to pick from cannot hold an empty value. */
const ALL = 'all'

const GUESTS = 'guests'
const guestWords = {
  label: 'Guest list',
  one: 'guest',
  many: 'guests',
  failed: "Guests couldn't be loaded",
  pages: 'Pages of guests',
}

const roles = [
  { value: ALL, label: 'All roles' },
  { value: 'STUDENT', label: 'Students' },
  { value: 'COACH', label: 'Coaches' },
  { value: 'SUPPORT', label: 'Support' },
  { value: 'FINANCE', label: 'Finance' },
  { value: 'ADMIN', label: 'Admins' },
  { value: GUESTS, label: 'Guests' },
]
const statuses = [
  { value: ALL, label: 'Any status' },
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Inactive' },
]

export function UsersSection() {
  const search = usePeopleSearch()
  const desk = usePeopleDesk()
  const people = usePeople(search.query)
  const selection = useSelection(JSON.stringify({ ...search.query, page: 1 }))
  // Where there are no demo tools, there is no student to show the site as.
  const may = useRights()
  const hasDemoTools = may('impersonate') && (people.data?.hasDemoTools ?? false)
  return (
    <div className="grid min-w-0 gap-2.5">
      <SectionTools
        filters={<Filters search={search} />}
        actions={
          <>
            {hasDemoTools && <TestStudentButton />}
            <ExportPeople query={search.query} />
            {may('people') && (
              <Button size="sm" onClick={() => desk.open({ kind: 'create' })}>
                <UserPlus aria-hidden />
                Create User
              </Button>
            )}
          </>
        }
      />
      {search.query.kind === GUESTS ? (
        <Guests search={search} />
      ) : (
        <>
          <BulkBar
            selection={selection}
            subject="members"
            kinds={['message', 'note']}
            words={words}
            page={people.data}
            filter={{ people: { search: search.query.search, ...narrowedBy(search.query) } }}
          />
          <DataList
            words={words}
            query={people}
            choosing={{ selection, idOf: ({ id }) => id, nameOf }}
            page={search.query.page}
            onPageChange={search.goToPage}
            idOf={({ id }) => id}
            columns={peopleColumns(desk)}
            card={(person) => <PersonCard person={person} desk={desk} />}
            isBusy={({ id }) => desk.isBusy(id)}
            empty={<NobodyFound search={search} />}
          />
        </>
      )}
      {hasDemoTools && <QuickImpersonation />}
      {desk.opened && (
        <Suspense fallback={null}>
          <PeopleWindows desk={desk} />
        </Suspense>
      )}
    </div>
  )
}

/** The list as it is narrowed: members, or guests. */
function ExportPeople({ query }: { query: PeopleSearch['query'] }) {
  const isNarrow = useNarrow()
  const isGuests = query.kind === GUESTS
  const asked = new URLSearchParams({
    search: query.search,
    ...(isGuests ? {} : narrowedBy(query)),
  })
  return (
    <ExportButton
      address={`/api/admin/${isGuests ? 'people/guests' : 'users'}/export?${asked}`}
      fileName={datedFile(isGuests ? 'guests' : 'members')}
      failed="The list couldn't be exported. Please try again."
      isIcon={isNarrow}
    />
  )
}

/** Whoever bought without an account. */
function Guests({ search }: { search: PeopleSearch }) {
  const guests = useGuests(search.query)
  const selection = useSelection(search.query.search)
  return (
    <>
      <BulkBar
        selection={selection}
        subject="guests"
        kinds={['resend_confirmation', 'message', 'note']}
        words={guestWords}
        page={guests.data}
        filter={{ people: { search: search.query.search } }}
      />
      <DataList
        words={guestWords}
        query={guests}
        choosing={{
          selection,
          idOf: ({ latestPurchaseId }) => latestPurchaseId,
          nameOf: ({ name, email }) => name || email,
        }}
        page={search.query.page}
        onPageChange={search.goToPage}
        idOf={({ email }) => email}
        columns={guestColumns}
        card={(guest) => <GuestCard guest={guest} />}
        empty={<NobodyFound search={search} />}
      />
    </>
  )
}

function Filters({ search }: { search: PeopleSearch }) {
  const { query, narrow } = search
  const isGuests = query.kind === GUESTS
  const chooseRole = (value: string) =>
    narrow(
      value === GUESTS
        ? { kind: GUESTS, role: null, status: null }
        : { kind: null, role: value === ALL ? null : (value as PeopleQuery['role']) },
    )
  return (
    <>
      <SearchField
        label="Search users"
        placeholder="Search by name or email"
        text={search.text}
        onTextChange={search.setText}
      />
      <Select
        aria-label="Filter by role"
        options={roles}
        className="w-32 shrink-0 md:h-10"
        value={isGuests ? GUESTS : (query.role ?? ALL)}
        onValueChange={chooseRole}
      />
      {!isGuests && (
        <Select
          aria-label="Filter by status"
          options={statuses}
          className="w-32 shrink-0 md:h-10"
          value={query.status ?? ALL}
          onValueChange={(value) =>
            narrow({ status: value === ALL ? null : (value as PeopleQuery['status']) })
          }
        />
      )}
    </>
  )
}

function NobodyFound({ search }: { search: PeopleSearch }) {
  const many = search.query.kind === GUESTS ? 'guests' : 'users'
  if (!search.isNarrowed) return <EmptyState icon={Users} title="No users found" />
  return (
    <EmptyState
      icon={SearchX}
      title={`No ${many} found`}
      action={
        <Button variant="outline" onClick={search.clear}>
          Clear search
        </Button>
      }
    >
      {search.query.search
        ? `No ${many} match “${search.query.search}”.`
        : `No ${many} match these filters.`}
    </EmptyState>
  )
}
