/** One list of the desk: a table where there is room, cards on a phone, page by page, gone through by key. */
import { SearchX } from 'lucide-react'
import { Fragment, type Key, type ReactNode } from 'react'
import { errorMessage } from '@/api/api-error'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { Pagination } from '@/components/ui/pagination'
import { Skeleton } from '@/components/ui/skeleton'
import {
  SortableHeader,
  type SortDirection,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '@/components/ui/table'
import { cn } from '@/lib/cn'
import { useNarrow } from '@/lib/use-narrow'
import { ChooseAll, ChooseRow } from './bulk/choose-row'
import type { Selection } from './bulk/selection'
import { ROW } from './list-keys'

const PAGE_SIZE = 20

interface ListPage<Row> {
  rows: readonly Row[]
  total: number
  /** False where counting further would take too long. */
  totalIsExact?: boolean
}

export interface Column<Row, Sort extends string = never> {
  name: string
  /** What it is sorted by when its head is pressed. */
  sort?: Sort
  /** Nothing but buttons: the head is only read out. */
  isActions?: true
  className?: string
  cell: (row: Row) => ReactNode
}

interface DataListProps<Row, Sort extends string> {
  /** What is listed, and how one and several of them are called. */
  words: { label: string; one: string; many: string; failed: string; pages: string }
  query: {
    data: ListPage<Row> | undefined
    error: unknown
    isFetching: boolean
    isPlaceholderData: boolean
    refetch: () => unknown
  }
  page: number
  onPageChange: (page: number) => void
  pageSize?: number
  idOf: (row: Row) => Key
  columns: readonly Column<Row, Sort>[]
  /** The same row where there is no room for columns. */
  card: (row: Row) => ReactNode
  /** What several rows in a row have in common, as a day of an agenda; told above the first. */
  groupOf?: ((row: Row) => string) | undefined
  /** What a row shows when it has been opened, below its columns. */
  below?: (row: Row) => ReactNode
  /** By nothing, where the list has an order of its own. */
  sorted?: {
    by: Sort | null
    direction: SortDirection
    onSort: (by: Sort, to: SortDirection) => void
  }
  /** What is being changed at the moment. */
  isBusy?: (row: Row) => boolean
  /** The one that is open beside the list. */
  isCurrent?: (row: Row) => boolean
  /** Rows that can be chosen, and what each is called where one is. */
  choosing?:
    | { selection: Selection; idOf: (row: Row) => number; nameOf: (row: Row) => string }
    | undefined
  /** In place of an empty list. */
  empty: ReactNode
  layout?: 'table' | 'cards'
}

export function DataList<Row, Sort extends string = never>(props: DataListProps<Row, Sort>) {
  const { words, query, page, onPageChange, pageSize = PAGE_SIZE, empty, layout = 'table' } = props
  const isNarrow = useNarrow()
  const { data, error, isFetching, isPlaceholderData, refetch } = query
  if (error && !data) {
    return (
      <ErrorState title={words.failed} onRetry={() => void refetch()} retrying={isFetching}>
        {errorMessage(error, 'Check your connection and try again.')}
      </ErrorState>
    )
  }
  if (!data) return <ListSkeleton many={words.many} rows={Math.min(pageSize, 8)} />
  if (data.total === 0) return empty
  if (data.rows.length === 0) return <NoSuchPage onFirstPage={() => onPageChange(1)} />
  const Rows = isNarrow || layout === 'cards' ? Cards : Columns
  return (
    <div className={cn('grid min-w-0 gap-4', isPlaceholderData && 'opacity-60')}>
      <Rows {...props} rows={data.rows} />
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p role="status" className="text-sm text-muted-foreground tabular-nums">
          {shownRange(data, page, pageSize, words)}
          {error !== null && ". This list couldn't be refreshed."}
        </p>
        {error !== null && (
          <Button variant="outline" size="sm" busy={isFetching} onClick={() => void refetch()}>
            Refresh
          </Button>
        )}
        <Pagination
          page={page}
          pageCount={Math.ceil(data.total / pageSize)}
          onPageChange={onPageChange}
          label={words.pages}
        />
      </div>
    </div>
  )
}

type RowsProps<Row, Sort extends string> = DataListProps<Row, Sort> & { rows: readonly Row[] }

function Columns<Row, Sort extends string>(props: RowsProps<Row, Sort>) {
  const { words, rows, columns, idOf, groupOf, below, isBusy, choosing } = props
  const width = columns.length + (choosing ? 1 : 0)
  return (
    <Card className="gap-0 rounded-xl p-0 sm:p-0">
      <Table label={words.label}>
        <TableHead>
          <TableRow>
            {choosing && (
              <TableCell className="h-10 w-10 py-0 pr-0 align-middle">
                <ChooseAll {...choosing} rows={rows} />
              </TableCell>
            )}
            {columns.map((column) => (
              <Head key={column.name} column={column} sorted={props.sorted} />
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row, index) => {
            const opened = below?.(row)
            const group = newGroup(rows, index, groupOf)
            return (
              <Fragment key={idOf(row)}>
                {group && (
                  <TableRow>
                    <th
                      data-group
                      scope="rowgroup"
                      colSpan={width}
                      className="bg-surface-2 px-4 py-1.5 text-left text-sm font-semibold"
                    >
                      {group}
                    </th>
                  </TableRow>
                )}
                <TableRow
                  {...ROW}
                  className={cn(
                    'relative transition-colors duration-200 focus-within:bg-surface-2 hover:bg-surface-2',
                    isBusy?.(row) && 'opacity-60',
                    opened && 'border-b-0',
                  )}
                >
                  {choosing && (
                    <TableCell className="w-10 py-2.5 pr-0">
                      <ChooseRow {...choosing} rows={rows} row={row} />
                    </TableCell>
                  )}
                  {columns.map(({ name, className, isActions, cell }) => (
                    <TableCell
                      key={name}
                      className={cn('py-2.5', isActions && 'text-right', className)}
                    >
                      {cell(row)}
                    </TableCell>
                  ))}
                </TableRow>
                {opened && (
                  <TableRow>
                    <TableCell colSpan={width} className="pt-0 pb-4">
                      {opened}
                    </TableCell>
                  </TableRow>
                )}
              </Fragment>
            )
          })}
        </TableBody>
      </Table>
    </Card>
  )
}

interface HeadProps<Row, Sort extends string> {
  column: Column<Row, Sort>
  sorted: DataListProps<Row, Sort>['sorted']
}

function Head<Row, Sort extends string>({ column, sorted }: HeadProps<Row, Sort>) {
  const { name, sort, isActions, className } = column
  const classes = cn('h-10', className, 'align-middle')
  if (!sort || !sorted) {
    return (
      <TableHeader className={classes}>
        {isActions ? <span className="sr-only">{name}</span> : name}
      </TableHeader>
    )
  }
  return (
    <SortableHeader
      direction={sort === sorted.by ? sorted.direction : null}
      onSort={(next) => sorted.onSort(sort, next)}
      className={classes}
    >
      {name}
    </SortableHeader>
  )
}

function Cards<Row, Sort extends string>({
  words,
  rows,
  idOf,
  card,
  groupOf,
  below,
  isBusy,
  isCurrent,
  choosing,
}: RowsProps<Row, Sort>) {
  return (
    <ul aria-label={words.label} className="grid gap-2.5">
      {rows.map((row, index) => (
        <Fragment key={idOf(row)}>
          <GroupHead name={newGroup(rows, index, groupOf)} />
          <li
            {...ROW}
            className={cn(
              'relative flex min-w-0 rounded-xl border bg-surface p-4 shadow-card focus-within:border-border-strong',
              isBusy?.(row) && 'opacity-60',
              isCurrent?.(row) && 'border-primary bg-surface-2',
            )}
          >
            {choosing && <ChooseRow {...choosing} rows={rows} row={row} />}
            <div className="grid min-w-0 flex-1 gap-2">
              {card(row)}
              {below?.(row)}
            </div>
          </li>
        </Fragment>
      ))}
    </ul>
  )
}

function GroupHead({ name }: { name: string | null }) {
  return name ? (
    <li data-group className="text-sm font-semibold not-first:pt-2">
      {name}
    </li>
  ) : null
}

/** The group that begins with this row; nothing in the middle of one. */
function newGroup<Row>(
  rows: readonly Row[],
  index: number,
  groupOf: ((row: Row) => string) | undefined,
): string | null {
  const row = rows[index]
  if (!groupOf || row === undefined) return null
  const before = rows[index - 1]
  const name = groupOf(row)
  return before !== undefined && groupOf(before) === name ? null : name
}

function shownRange<Row>(
  { rows, total, totalIsExact = true }: ListPage<Row>,
  page: number,
  pageSize: number,
  { one, many }: { one: string; many: string },
): string {
  const first = (page - 1) * pageSize + 1
  const number = (value: number) => value.toLocaleString('en-US')
  const range = `${number(first)}–${number(first + rows.length - 1)}`
  if (!totalIsExact)
    return `${range} of more than ${number(total)} ${many}. Search more narrowly to see all.`
  return `${range} of ${number(total)} ${total === 1 ? one : many}`
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

/** About as tall as a page of rows, so that little jumps when they arrive. */
function ListSkeleton({ many, rows }: { many: string; rows: number }) {
  return (
    <Card role="status" className="gap-0 rounded-xl p-0 sm:p-0">
      <span className="sr-only">Loading {many}</span>
      {Array.from({ length: rows }, (_, index) => `row ${index}`).map((row) => (
        <div
          key={row}
          className="flex items-center justify-between gap-6 border-b px-4 py-4 last:border-b-0"
        >
          <div className="grid w-full max-w-64 gap-2">
            <Skeleton className="h-4 w-40 max-w-full" />
            <Skeleton className="h-4 w-56 max-w-full" />
          </div>
          <Skeleton className="h-5 w-20 shrink-0" />
        </div>
      ))}
    </Card>
  )
}
