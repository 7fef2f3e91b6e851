/** Addresses nothing goes to any more: whose, why and since when; and a way back, with a reason. */

import { keepPreviousData } from '@tanstack/react-query'
import { MailCheck, SearchX } from 'lucide-react'
import { $api } from '@/api/client'
import { Badge } from '@/components/ui/badge'
import { EmptyState } from '@/components/ui/empty-state'
import { type Column, DataList } from '@/features/admin-kit/data-list'
import { DeskTime } from '@/features/admin-kit/desk-time'
import { PersonLink } from '@/features/admin-kit/record-links'
import { SearchField } from '@/features/admin-kit/search-field'
import { SectionTools } from '@/features/admin-kit/section-tools'
import { readPage, useListParams } from '@/features/admin-kit/use-list-params'
import { LiftSuppression, type Suppression } from './lift-suppression'

/** The server takes no more. */
const HIGHEST_PAGE = 100_000
const words = {
  label: 'Suppressed addresses',
  one: 'address',
  many: 'addresses',
  failed: "The suppressed addresses couldn't be loaded",
  pages: 'Pages of suppressed addresses',
}

function read(params: URLSearchParams) {
  return { search: params.get('search') ?? '', page: readPage(params, HIGHEST_PAGE) }
}

export function Suppressions() {
  const { chosen, text, setText, choose } = useListParams(read)
  const query = $api.useQuery(
    'get',
    '/api/admin/suppressions',
    { params: { query: chosen } },
    { staleTime: 0, placeholderData: keepPreviousData },
  )
  return (
    <div className="grid min-w-0 gap-2.5">
      <SectionTools
        filters={
          <SearchField
            label="Search suppressed addresses"
            placeholder="Search by address or reason"
            text={text}
            onTextChange={setText}
          />
        }
      />
      <DataList
        words={words}
        query={query}
        page={chosen.page}
        onPageChange={(page) => choose({ page })}
        idOf={({ id }) => id}
        columns={columns}
        card={(row) => (
          <>
            <Address row={row} />
            <p className="text-sm wrap-anywhere text-muted-foreground">
              {row.inWords} · since <Since row={row} />
              {(row.userId !== null || row.channel === 'EMAIL') && ' · '}
              <Whose row={row} />
            </p>
            <div>
              <LiftSuppression row={row} />
            </div>
          </>
        )}
        empty={<Nothing isNarrowed={chosen.search !== ''} />}
      />
      <p className="max-w-160 text-sm text-muted-foreground">
        Messages to attendees and reminders aren't sent to these addresses. Emails about a purchase,
        such as confirmations and refunds, still are.
      </p>
    </div>
  )
}

const columns: readonly Column<Suppression>[] = [
  { name: 'Address', cell: (row) => <Address row={row} /> },
  { name: 'Reason', className: 'text-muted-foreground', cell: ({ inWords }) => inWords },
  {
    name: 'Since',
    className: 'whitespace-nowrap text-muted-foreground tabular-nums',
    cell: (row) => <Since row={row} />,
  },
  { name: 'Person', cell: (row) => <Whose row={row} /> },
  { name: 'Actions', isActions: true, cell: (row) => <LiftSuppression row={row} /> },
]

interface Shown {
  row: Suppression
}

function Address({ row }: Shown) {
  return (
    <p className="flex flex-wrap items-center gap-2">
      <span className="font-medium wrap-anywhere">{row.address}</span>
      <Badge tone="outline">{row.channel === 'SMS' ? 'SMS' : 'Email'}</Badge>
    </p>
  )
}

function Since({ row }: Shown) {
  return <DeskTime at={row.createdAt} isDay />
}

/** Who bought without an account is known by the address; a number alone leads nowhere. */
function Whose({ row }: Shown) {
  if (row.userId === null && row.channel === 'SMS') return null
  return (
    <PersonLink userId={row.userId} email={row.address} className="underline">
      {row.name || (row.userId === null ? 'Their record' : 'Their account')}
    </PersonLink>
  )
}

function Nothing({ isNarrowed }: { isNarrowed: boolean }) {
  return isNarrowed ? (
    <EmptyState icon={SearchX} title="No suppressed addresses found">
      Try a different search.
    </EmptyState>
  ) : (
    <EmptyState icon={MailCheck} title="No suppressed addresses">
      People who unsubscribe, text STOP or can't be reached will be listed here.
    </EmptyState>
  )
}
