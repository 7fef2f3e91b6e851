/** The last step, a dry run: whom it touches, what it costs, and the email itself. */
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { errorMessage } from '@/api/api-error'
import { isAnswer } from '@/api/is-answer'
import { isFailure } from '@/api/password-asked'
import { ErrorState } from '@/components/ui/error-state'
import { Skeleton } from '@/components/ui/skeleton'
import type { ChangedClass } from '@/features/admin-kit/class-change'
import { momentWords } from '@/features/admin-kit/moments'
import { cohortDay, cohortName } from '@/lib/cohorts'
import { formatCents, priceBeside, toCents } from '@/lib/money'
import { type ChangePreview, people, type useChangePreview, type Wanted } from './change-queries'

const NOT_DONE = 'Nothing was changed and nobody was written to. Please try again.'

const money = (amount: string) => formatCents(toCents(amount), { exact: true })

interface CheckStepProps {
  bootcamp: ChangedClass
  wanted: Wanted
  query: ReturnType<typeof useChangePreview>
  /** Why it wasn't done. */
  refusal: unknown
}

export function CheckStep({ bootcamp, wanted, query, refusal }: CheckStepProps) {
  const { data, error, refetch, isFetching } = query
  // Things may have changed since the last dry run: what the server says now counts.
  if (error && (!data || isAnswer(error))) {
    return (
      <ErrorState
        title="This can't be done yet"
        onRetry={() => void refetch()}
        retrying={isFetching}
      >
        {errorMessage(error, 'Check your connection and try again.')}
      </ErrorState>
    )
  }
  if (!data) {
    return (
      <div role="status" className="grid gap-3">
        <span className="sr-only">Working out what this will do</span>
        <Skeleton className="h-56 rounded-xl" />
        <Skeleton className="h-40 rounded-xl" />
      </div>
    )
  }
  return (
    <>
      <Figures preview={data} wanted={wanted} />
      <SeatsOffered preview={data} wanted={wanted} agreed={bootcamp.price} />
      <TheEmail preview={data} />
      <p className="font-medium">{sentence(bootcamp, wanted, data)}</p>
      {isFailure(refusal) && (
        <p role="alert" className="rounded-xl bg-market-soft p-4 text-market">
          {errorMessage(refusal, NOT_DONE)}
        </p>
      )}
    </>
  )
}

/** The act in words, with its count and its sum. */
function sentence({ timezone }: ChangedClass, wanted: Wanted, preview: ChangePreview): string {
  const { kind, startDate, chooseBy } = wanted
  const act =
    kind === 'cancel' || !startDate
      ? 'This cancels the class and stops its sales.'
      : `This moves the class to ${momentWords(startDate, timezone)}.`
  if (preview.people === 0) return `${act} Nobody holds a seat.`
  return `${act} ${people(preview.people)} can choose until ${momentWords(chooseBy, timezone)}, and up to ${money(preview.moneyIfAll)} is refunded.`
}

function Figures({ preview, wanted }: { preview: ChangePreview; wanted: Wanted }) {
  const { inBundles, complimentary, disputed, coachingHours, waiting, emails, texts } = preview
  return (
    <dl className="divide-y rounded-xl border px-4">
      <Figure
        term="People"
        note={joined([
          inBundles > 0 && `${inBundles} in bundles`,
          complimentary > 0 && `${complimentary} complimentary`,
        ])}
      >
        {preview.people}
      </Figure>
      <Figure
        term="If everyone takes a refund"
        note={`The payment provider keeps about ${money(preview.feesKept)} in fees`}
      >
        {money(preview.moneyIfAll)}
      </Figure>
      {wanted.offersCredit && (
        <Figure term="If everyone takes a credit">{money(preview.creditIfAll)}</Figure>
      )}
      {disputed > 0 && (
        <Figure term="Open disputes" note="Not refunded while the bank decides">
          {disputed}
        </Figure>
      )}
      {coachingHours > 0 && (
        <Figure term="Coaching hours" note="Kept by whoever takes another date, else canceled">
          {coachingHours}
        </Figure>
      )}
      {waiting > 0 && (
        <Figure term="On the waiting list" note="They're told">
          {waiting}
        </Figure>
      )}
      <Figure term="Emails" note={texts > 0 && `and ${texts === 1 ? '1 text' : `${texts} texts`}`}>
        {emails}
      </Figure>
    </dl>
  )
}

const joined = (parts: (string | false)[]) => parts.filter(Boolean).join(', ')

interface FigureProps {
  term: string
  note?: string | false
  children: ReactNode
}

function Figure({ term, note, children }: FigureProps) {
  return (
    <div className="flex items-baseline justify-between gap-4 py-2.5">
      <dt>
        {term}
        {note && <span className="block text-sm text-muted-foreground">{note}</span>}
      </dt>
      <dd className="font-semibold whitespace-nowrap tabular-nums">{children}</dd>
    </div>
  )
}

interface SeatsOfferedProps {
  preview: ChangePreview
  wanted: Wanted
  /** The price of the class that changes. */
  agreed: string
}

function SeatsOffered({ preview, wanted, agreed }: SeatsOfferedProps) {
  const offered = preview.alternatives.filter(({ id }) => wanted.alternativeIds.includes(id))
  const free = offered.reduce((sum, { freeSeats }) => sum + freeSeats, 0)
  const isShort = free < preview.people
  if (preview.people === 0) return null
  return (
    <section
      aria-label="Seats on the dates you offer"
      className="grid gap-1.5 rounded-xl bg-surface-2 p-4"
    >
      <p className="flex gap-2 font-medium">
        {isShort && <TriangleAlert aria-hidden className="mt-1 size-4 shrink-0 text-build" />}
        {offered.length === 0
          ? "You aren't offering another date."
          : `${free === 1 ? '1 free seat' : `${free} free seats`} for ${people(preview.people)} on the dates you offer`}
      </p>
      <ul className="text-sm text-muted-foreground tabular-nums">
        {offered.map((one) => (
          <li key={one.id}>
            {one.isSameCourse
              ? `${cohortDay(one)}: ${one.freeSeats} free`
              : `${cohortName(one.name, one)}: ${one.freeSeats} free, ${priceBeside(one.price, agreed)}`}
          </li>
        ))}
      </ul>
    </section>
  )
}

function TheEmail({ preview: { email } }: { preview: ChangePreview }) {
  return (
    <section
      aria-label="The email as they'll read it"
      className="min-w-0 overflow-hidden rounded-xl border"
    >
      <p className="border-b bg-surface-2 px-4 py-2.5 font-medium wrap-anywhere">{email.subject}</p>
      <p
        // A keyboard can only scroll what can be focused.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls.
        tabIndex={0}
        className="max-h-72 overflow-y-auto p-4 text-[0.9375rem] wrap-anywhere whitespace-pre-line"
      >
        {email.text}
      </p>
    </section>
  )
}
