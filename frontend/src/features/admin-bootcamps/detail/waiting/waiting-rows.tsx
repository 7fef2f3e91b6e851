/** Who waits, in the order of the line, and why each of them has no offer. */

import { BellRing } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { type Column, DataList } from '@/features/admin-kit/data-list'
import { OPENS_ROW } from '@/features/admin-kit/list-keys'
import { formatMoment } from '@/lib/dates'
import { site } from '@/lib/site'
import { useRights } from '@/session/rights'
import type { Act, useWaitingBoard, Waiter } from './waiting-query'

const PAGE_SIZE = 20

interface WaitingRowsProps {
  query: ReturnType<typeof useWaitingBoard>
  onAct: (act: Act, waiter: Waiter) => void
}

export function WaitingRows({ query, onAct }: WaitingRowsProps) {
  const may = useRights()
  const [page, setPage] = useState(1)
  const all = query.data?.waiting
  // The line may have become shorter than the page that is open.
  const shownPage = Math.min(page, Math.max(1, Math.ceil((all?.length ?? 0) / PAGE_SIZE)))
  const data = all && {
    rows: all.slice((shownPage - 1) * PAGE_SIZE, shownPage * PAGE_SIZE),
    total: all.length,
  }
  const acts = may('seats') ? onAct : null
  return (
    <DataList
      words={{
        label: 'People waiting',
        one: 'person',
        many: 'people',
        failed: "The waiting list couldn't be loaded",
        pages: 'Pages of the waiting list',
      }}
      query={{ ...query, data, isPlaceholderData: false }}
      page={shownPage}
      onPageChange={setPage}
      pageSize={PAGE_SIZE}
      idOf={({ entryId }) => entryId}
      columns={columnsFor(acts)}
      card={(waiter) => (
        <>
          <p className="flex items-baseline gap-3">
            <span className="font-display text-lg font-bold tabular-nums">{waiter.place}</span>
            <Person waiter={waiter} />
          </p>
          <p className="text-sm text-muted-foreground">
            Since {formatMoment(waiter.since, site.operatorZone)}
          </p>
          <Wishes waiter={waiter} />
          <p className="text-sm">{waiter.reason}</p>
          {acts && <Acts waiter={waiter} onAct={acts} />}
        </>
      )}
      empty={
        <EmptyState icon={BellRing} title="Nobody is waiting">
          When this class is sold out, visitors can join its waiting list, and a seat that comes
          free is offered to the next person in line.
        </EmptyState>
      }
    />
  )
}

function columnsFor(onAct: WaitingRowsProps['onAct'] | null): Column<Waiter>[] {
  const told: Column<Waiter>[] = [
    { name: 'Place', className: 'w-16 tabular-nums', cell: ({ place }) => place },
    { name: 'Person', className: 'w-72', cell: (waiter) => <Person waiter={waiter} /> },
    {
      name: 'Waiting since',
      className: 'whitespace-nowrap tabular-nums',
      cell: ({ since }) => formatMoment(since, site.operatorZone),
    },
    { name: 'Would take', cell: (waiter) => <Wishes waiter={waiter} /> },
    { name: "Why there's no offer", cell: ({ reason }) => reason },
  ]
  if (!onAct) return told
  return [
    ...told,
    {
      name: 'Actions',
      isActions: true,
      cell: (waiter) => <Acts waiter={waiter} onAct={onAct} />,
    },
  ]
}

/** Leads to their record, where there is one. */
function Person({ waiter }: { waiter: Pick<Waiter, 'name' | 'email' | 'personLink'> }) {
  const { name, email, personLink } = waiter
  return (
    <span className="grid min-w-0">
      {personLink ? (
        <Link
          {...OPENS_ROW}
          to={personLink}
          className="w-fit rounded-sm leading-6 font-medium wrap-anywhere underline-offset-4 hover:underline"
        >
          {name}
        </Link>
      ) : (
        <span className="font-medium wrap-anywhere">{name}</span>
      )}
      <span className="text-sm wrap-anywhere text-muted-foreground">{email}</span>
    </span>
  )
}

function Wishes({ waiter: { wishes } }: { waiter: Waiter }) {
  return (
    <ul className="text-sm">
      {wishes.map((wish) => (
        <li key={wish}>{wish}</li>
      ))}
    </ul>
  )
}

interface ActsProps {
  waiter: Waiter
  onAct: WaitingRowsProps['onAct']
}

function Acts({ waiter, onAct }: ActsProps) {
  return (
    <span className="inline-flex gap-2">
      <Button
        variant="outline"
        size="sm"
        aria-label={`Offer a seat to ${waiter.name}`}
        // Without a record, Enter on the row offers.
        {...(waiter.personLink ? {} : OPENS_ROW)}
        onClick={() => onAct('offer', waiter)}
      >
        Offer a seat
      </Button>
      <Button
        variant="ghost"
        size="sm"
        aria-label={`Remove ${waiter.name} from the list`}
        onClick={() => onAct('remove', waiter)}
      >
        Remove
      </Button>
    </span>
  )
}
