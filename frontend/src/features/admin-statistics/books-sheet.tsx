/** The books of some days as one sheet: the sums, then by class, product, type and day. */

import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { components } from '@/api/schema'
import { zoneTime } from '@/features/admin-kit/desk-time'
import { cn } from '@/lib/cn'
import { cohortName } from '@/lib/cohorts'
import { formatTime } from '@/lib/dates'
import { formatCents, toCents } from '@/lib/money'
import { site } from '@/lib/site'
import { dayName, daysName } from './books-range'

type Schemas = components['schemas']
type Books = Schemas['BooksOut']
type Sums = Schemas['BooksSumsOut']

const exactly = (amount: string) => formatCents(toCents(amount), { exact: true })
/** What goes back is written as what it takes away. */
const taken = (amount: string) => formatCents(-toCents(amount) || 0, { exact: true })

interface BooksSheetProps {
  books: Books
  /** Nothing on paper can be pressed. */
  isPaper?: boolean
}

export function BooksSheet({ books, isPaper = false }: BooksSheetProps) {
  const { byCohort, byProduct, byType, byDay } = books
  const name = daysName(books)
  return (
    <article
      aria-label={`Books, ${name}`}
      className={cn(
        'grid min-w-0 gap-6',
        isPaper && 'bg-white p-2 text-sm text-black [--border:#bbb] [--muted-foreground:#333]',
      )}
    >
      <header className="grid gap-1">
        <h3 className="text-xl font-bold tracking-tight">Books · {name}</h3>
        <p className="text-sm text-muted-foreground">
          {site.operatorName || site.name} · US dollars · Days end at midnight,{' '}
          {zoneTime(books.timezone)}
        </p>
      </header>
      <Totals books={books} />
      {byDay.length === 0 ? (
        <p className="text-muted-foreground">No money moved in these days.</p>
      ) : (
        <>
          <Split
            title="By class"
            rows={withNames(byCohort).map(({ row, words }) => {
              return {
                key: String(row.bootcampId),
                sums: row.total,
                name:
                  row.bootcampId && !isPaper ? (
                    <Link
                      to={`/admin/bootcamps/${row.bootcampId}`}
                      className="underline underline-offset-4"
                    >
                      {words}
                    </Link>
                  ) : (
                    words
                  ),
              }
            })}
          />
          <div className="grid min-w-0 gap-6 xl:grid-cols-2 print:grid-cols-1">
            <Split title="By product" rows={byProduct.map(named)} />
            <Split title="By type" rows={byType.map(named)} />
          </div>
          <Split
            title="By day"
            rows={byDay.map(({ day, total }) => ({ key: day, name: dayName(day), sums: total }))}
          />
        </>
      )}
      <Notes books={books} />
    </article>
  )
}

/** Two classes of one name and day are told apart by their hour. */
function withNames(rows: Books['byCohort']) {
  const named = rows.map((row) => ({
    row,
    words: cohortName(
      row.name,
      row.startDate ? { startDate: row.startDate, timezone: row.timezone } : null,
    ),
  }))
  const isDouble = (words: string) => named.filter((one) => one.words === words).length > 1
  return named.map(({ row, words }) => ({
    row,
    words:
      row.startDate && isDouble(words)
        ? `${words}, ${formatTime(row.startDate, row.timezone)}`
        : words,
  }))
}

const named = ({ name, total }: Schemas['NamedBooksOut']) => ({ key: name, name, sums: total })

function Totals({ books: { total, before, beforeSince, beforeUntil } }: { books: Books }) {
  const earlier = daysName({ since: beforeSince, until: beforeUntil })
  return (
    <Sheet label="Sums" heads={['', 'Amount', earlier, 'Change']}>
      <Line name={`Payments (${total.payments})`} now={total.gross} then={before.gross} />
      <Line
        name={`Refunds (${total.refundCount})`}
        now={total.refunds}
        then={before.refunds}
        isTaken
      />
      <Line name="Disputes lost" now={total.disputes} then={before.disputes} isTaken />
      <Line name="Net before fees" now={total.net} then={before.net} isSum />
      <tr className="border-t">
        <th scope="row" className="py-1.5 pr-3 text-left font-normal">
          Known provider fees
        </th>
        <td className="py-1.5 text-right tabular-nums">{fees(total)}</td>
        <td className="py-1.5 pl-3 text-right text-muted-foreground tabular-nums">
          {fees(before)}
        </td>
        <td />
      </tr>
    </Sheet>
  )
}

/** Unknown is never written as nothing. */
function fees({ fees: known, unknownFees, payments }: Schemas['BooksTotalsOut']): string {
  if (known !== null) return exactly(known)
  return unknownFees > 0 || payments > 0 ? 'Unknown' : 'None'
}

interface LineProps {
  name: string
  now: string
  then: string
  isTaken?: boolean
  isSum?: boolean
}

function Line({ name, now, then, isTaken = false, isSum = false }: LineProps) {
  const shown = isTaken ? taken : exactly
  return (
    <tr className={cn('border-t', isSum && 'font-semibold')}>
      <th scope="row" className={cn('py-1.5 pr-3 text-left', !isSum && 'font-normal')}>
        {name}
      </th>
      <td className="py-1.5 text-right tabular-nums">{shown(now)}</td>
      <td className="py-1.5 pl-3 text-right text-muted-foreground tabular-nums">{shown(then)}</td>
      <td className="py-1.5 pl-3 text-right tabular-nums">{change(toCents(now), toCents(then))}</td>
    </tr>
  )
}

/** In percent of what was; of nothing there is no percentage. */
function change(now: number, then: number): string {
  if (then <= 0) return '–'
  const percent = Math.round(((now - then) / then) * 100)
  return `${percent > 0 ? '+' : ''}${percent}%`
}

interface SplitProps {
  title: string
  rows: readonly { key: string; name: ReactNode; sums: Sums }[]
}

function Split({ title, rows }: SplitProps) {
  // Most days have none, and a phone has no room for a column of nothing.
  const hasDisputes = rows.some(({ sums }) => toCents(sums.disputes) !== 0)
  return (
    <section className="grid min-w-0 content-start gap-2">
      <h4 className="font-semibold">{title}</h4>
      <Sheet
        label={title}
        heads={['', 'Payments', 'Refunds', ...(hasDisputes ? ['Disputes'] : []), 'Net']}
      >
        {rows.map(({ key, name, sums }) => (
          <tr key={key} className="break-inside-avoid border-t">
            <th scope="row" className="min-w-24 py-1.5 pr-3 text-left font-normal wrap-anywhere">
              {name}
            </th>
            <td className="py-1.5 text-right tabular-nums">{exactly(sums.gross)}</td>
            <td className="py-1.5 pl-3 text-right tabular-nums">{taken(sums.refunds)}</td>
            {hasDisputes && (
              <td className="py-1.5 pl-3 text-right tabular-nums">{taken(sums.disputes)}</td>
            )}
            <td className="py-1.5 pl-3 text-right font-medium tabular-nums">{exactly(sums.net)}</td>
          </tr>
        ))}
      </Sheet>
    </section>
  )
}

interface SheetProps {
  label: string
  heads: readonly string[]
  children: ReactNode
}

function Sheet({ label, heads, children }: SheetProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by key.
    <section aria-label={label} tabIndex={0} className="min-w-0 overflow-x-auto">
      {/* A phone has just enough room for four columns. */}
      <table className="w-full text-sm max-sm:text-[0.8125rem] max-sm:[&_td]:pl-1.5 max-sm:[&_th]:pr-1.5 max-sm:[&_th:not(:first-child)]:pr-0 max-sm:[&_th:not(:first-child)]:pl-1.5">
        <thead>
          <tr className="text-muted-foreground">
            {heads.map((head, index) => (
              <th
                key={head}
                scope="col"
                className={cn(
                  'pb-1.5 font-medium whitespace-nowrap',
                  index ? 'pl-3 text-right' : 'text-left',
                )}
              >
                {head || <span className="sr-only">Item</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  )
}

function Notes({ books }: { books: Books }) {
  const { definition, feesNote, payoutsNote, undecided, total } = books
  return (
    <div className="grid max-w-180 gap-1.5 border-t pt-4 text-sm text-muted-foreground">
      <p>{definition}</p>
      {feesNote && (
        <p>
          {feesNote} Unknown for {total.unknownFees}{' '}
          {total.unknownFees === 1 ? 'movement' : 'movements'}.
        </p>
      )}
      {toCents(undecided) > 0 && (
        <p>
          Banks hold {exactly(undecided)} for disputes of these days that they haven't decided. It
          isn't in the sums.
        </p>
      )}
      <p>{payoutsNote}</p>
    </div>
  )
}
