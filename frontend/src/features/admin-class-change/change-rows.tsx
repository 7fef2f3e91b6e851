/** One row for each seat the change touches: what fails first, then who is silent. */

import { CircleAlert, Users } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { type Column, DataList } from '@/features/admin-kit/data-list'
import { OPENS_ROW } from '@/features/admin-kit/list-keys'
import { PurchaseLink } from '@/features/admin-kit/record-links'
import { formatDate, formatMoment } from '@/lib/dates'
import { formatCents, toCents } from '@/lib/money'
import { site } from '@/lib/site'
import type { ChangeRow, useClassChange } from './change-queries'

const PAGE_SIZE = 20

const urgency = ({ failure, choice, doneAt }: ChangeRow) => {
  if (failure) return 0
  if (doneAt) return 3
  return choice === null ? 1 : 2
}

interface ChangeRowsProps {
  query: ReturnType<typeof useClassChange>
  onChoose: (row: ChangeRow) => void
}

export function ChangeRows({ query, onChoose }: ChangeRowsProps) {
  const [page, setPage] = useState(1)
  const all = query.data && [...query.data.rows].sort((one, other) => urgency(one) - urgency(other))
  const data = all && {
    rows: all.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE),
    total: all.length,
  }
  return (
    <DataList
      words={{
        label: 'Choices',
        one: 'seat',
        many: 'seats',
        failed: "The choices couldn't be loaded",
        pages: 'Pages of the choices',
      }}
      query={{ ...query, data, isPlaceholderData: false }}
      page={page}
      onPageChange={setPage}
      pageSize={PAGE_SIZE}
      idOf={({ enrollmentId }) => enrollmentId}
      columns={columnsFor(onChoose)}
      card={(row) => (
        <>
          <Person row={row} />
          <p className="flex flex-wrap items-baseline justify-between gap-x-4">
            <Chosen row={row} />
            <span className="tabular-nums">{money(row)}</span>
          </p>
          <State row={row} />
          <ChooseButton row={row} onChoose={onChoose} />
        </>
      )}
      empty={
        <EmptyState icon={Users} title="Nobody held a seat">
          There was nobody to write to.
        </EmptyState>
      }
    />
  )
}

function columnsFor(onChoose: ChangeRowsProps['onChoose']): Column<ChangeRow>[] {
  return [
    { name: 'Person', className: 'w-72', cell: (row) => <Person row={row} /> },
    { name: 'Choice', cell: (row) => <Chosen row={row} /> },
    {
      name: 'Share',
      className: 'whitespace-nowrap tabular-nums',
      cell: money,
    },
    { name: 'State', cell: (row) => <State row={row} /> },
    {
      name: 'Actions',
      isActions: true,
      cell: (row) => <ChooseButton row={row} onChoose={onChoose} />,
    },
  ]
}

const money = ({ share }: ChangeRow) => formatCents(toCents(share), { exact: true })

function Person({ row: { name, email, purchaseId, isDisputed } }: { row: ChangeRow }) {
  return (
    <span className="grid min-w-0">
      <span className="flex flex-wrap items-baseline gap-x-3 font-medium wrap-anywhere">
        {name}
        <PurchaseLink id={purchaseId} className="text-sm font-normal text-muted-foreground" />
        {isDisputed && <Badge tone="market">Disputed</Badge>}
      </span>
      <span className="text-sm wrap-anywhere text-muted-foreground">{email}</span>
    </span>
  )
}

function choiceWords({ choice, toStartDate }: ChangeRow): string {
  switch (choice) {
    case null:
      return 'No answer yet'
    case 'keep':
      return 'Keeps the seat'
    case 'date':
      return toStartDate
        ? `Moves to ${formatDate(toStartDate, site.operatorZone)}`
        : 'Moves to another date'
    case 'refund':
      return 'Refund'
    case 'refund_all':
      return 'Refund of everything'
    case 'credit':
      return 'Credit'
  }
}

const BY = { student: '', desk: 'Chosen by the desk', silence: 'No answer in time' } as const

function Chosen({ row }: { row: ChangeRow }) {
  const by = row.by && BY[row.by]
  return (
    <span className="grid">
      <span className={row.choice === null ? 'text-muted-foreground' : 'font-medium'}>
        {choiceWords(row)}
      </span>
      {by && <span className="text-sm text-muted-foreground">{by}</span>}
    </span>
  )
}

function State({ row: { failure, doneAt, chosenAt } }: { row: ChangeRow }) {
  if (failure) {
    return (
      <span className="grid justify-items-start gap-1">
        <Badge tone="market">
          <CircleAlert aria-hidden />
          Failed
        </Badge>
        <span className="text-sm wrap-anywhere">{failure}</span>
      </span>
    )
  }
  if (doneAt) {
    return (
      <span className="grid justify-items-start gap-1">
        <Badge tone="positive">Carried out</Badge>
        <span className="text-sm text-muted-foreground">
          {formatMoment(doneAt, site.operatorZone)}
        </span>
      </span>
    )
  }
  return <Badge tone={chosenAt ? 'accent' : 'neutral'}>{chosenAt ? 'Chosen' : 'Waiting'}</Badge>
}

function ChooseButton({ row, onChoose }: { row: ChangeRow; onChoose: (row: ChangeRow) => void }) {
  if (row.options.length === 0) return null
  return (
    <Button
      {...OPENS_ROW}
      variant="outline"
      size="sm"
      aria-label={`Choose for ${row.name}`}
      className="max-md:w-full"
      onClick={() => onChoose(row)}
    >
      Choose for them
    </Button>
  )
}
