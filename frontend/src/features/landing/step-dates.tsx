/** When a step takes place: its next dates from the catalogue, or those we know by heart. */
import { CalendarDays } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { SessionTime } from '@/components/session-time'
import { cn } from '@/lib/cn'
import { formatDay } from '@/lib/dates'
import { formatPrice, toCents } from '@/lib/money'
import {
  FEW_SEATS,
  fallbackDates,
  fallbackOffer,
  isOpen,
  NO_DATES_YET,
  noSeatWords,
  type Step,
} from '@/lib/offer'
import { priceAt, salesWords } from '@/lib/prices'
import { TELL_ME_OF_SEAT, waitingPath } from '@/lib/waiting-list'
import { ClockNote } from '@/session/clock-note'
import type { Bootcamp } from './catalogue'
import { yourHours } from './own-times'
import { useCheckoutPath } from './use-checkout-path'
import { useOwnZone } from './use-own-zone'

interface DatesProps {
  step: Step
  count: number
  /** How many there are besides. */
  more?: number
  children: ReactNode
}

/** The same room for both kinds of dates, so that the page stands still when one replaces the other. */
function Dates({ step, count, more = 0, children }: DatesProps) {
  const checkoutPath = useCheckoutPath()
  const usual = fallbackOffer[step].dates.length
  return (
    <div className={cn('grid content-start gap-2', usual > 1 ? 'min-h-41' : 'min-h-24')}>
      <div className="flex items-center justify-between gap-3 text-sm text-muted-foreground">
        <p className="flex items-center gap-2">
          <CalendarDays aria-hidden className="size-4 shrink-0" />
          {count > 1 ? 'Pick a date' : 'Date'}
        </p>
        {more > 0 && (
          <Link
            to={checkoutPath()}
            suppressHydrationWarning
            className="touch-target rounded-sm underline underline-offset-4 hover:text-foreground"
          >
            {more} more {more === 1 ? 'date' : 'dates'}
          </Link>
        )}
      </div>
      {children}
    </div>
  )
}

export function FallbackDates({ step }: { step: Step }) {
  const [first = NO_DATES_YET, ...others] = fallbackDates(step)
  return (
    <Dates step={step} count={others.length + 1}>
      <p className="grid gap-2 text-[0.9375rem] font-medium">
        <span>{first}</span>
        {others.map((date) => (
          <span key={date}> or {date}</span>
        ))}
      </p>
    </Dates>
  )
}

interface LiveDatesProps {
  step: Step
  dates: readonly Bootcamp[]
  more: number
  /** What the card shows; a date that costs something else says so. */
  price: string
  now: number
}

export function LiveDates({ step, dates, more, price, now }: LiveDatesProps) {
  if (dates.length === 0) {
    return (
      <Dates step={step} count={0}>
        <p className="text-[0.9375rem] font-medium">Next date to be announced</p>
      </Dates>
    )
  }
  // With no open date, the button beneath leads to the list for all of them.
  const hasOpen = dates.some((date) => isOpen(date, now))
  // Where none is open the button's place says why.
  const shutWords = (date: Bootcamp) => (hasOpen ? salesWords(date, now) : '')
  return (
    <Dates step={step} count={dates.length} more={more}>
      <ul className="grid gap-2">
        {dates.map((bootcamp) => (
          <li key={bootcamp.id} className="min-h-14">
            <DateLine bootcamp={bootcamp} isChoice={isOpen(bootcamp, now)} />
            <div className="flex flex-wrap items-baseline justify-between gap-x-2">
              {hasOpen && bootcamp.waitingList ? (
                <WaitingLink bootcamp={bootcamp} />
              ) : (
                <Notes bootcamp={bootcamp} price={price} shut={shutWords(bootcamp)} now={now} />
              )}
              <SeatsNote bootcamp={bootcamp} />
            </div>
          </li>
        ))}
      </ul>
    </Dates>
  )
}

function DateLine({ bootcamp, isChoice }: { bootcamp: Bootcamp; isChoice: boolean }) {
  const { id, startDate, endDate, timezone, availableSeats } = bootcamp
  const checkoutPath = useCheckoutPath()
  const when = <SessionTime {...{ startDate, endDate, timezone }} />
  const look = 'text-sm leading-6 font-medium'
  if (availableSeats === 0) return <s className={cn(look, 'block text-muted-foreground')}>{when}</s>
  if (!isChoice) return <span className={cn(look, 'block')}>{when}</span>
  return (
    <Link
      to={checkoutPath(`/checkout?bootcamp=${id}`)}
      suppressHydrationWarning
      className={cn(
        look,
        'mb-1 inline-block rounded-md border border-border-strong px-2.5 py-1 transition-colors duration-200 hover:border-primary hover:bg-surface-2',
      )}
    >
      {when}
      <span className="sr-only">, reserve this date</span>
    </Link>
  )
}

function WaitingLink({ bootcamp }: { bootcamp: Bootcamp }) {
  const { id, startDate, timezone } = bootcamp
  return (
    <Link
      to={waitingPath({ bootcamp: id })}
      className="touch-target rounded-sm text-[0.8125rem] leading-5 font-medium text-primary underline underline-offset-4 hover:decoration-2"
    >
      {TELL_ME_OF_SEAT}
      <span className="sr-only"> on {formatDay(startDate, timezone)}</span>
    </Link>
  )
}

interface NotesProps {
  bootcamp: Bootcamp
  price: string
  /** Why it cannot be bought now; empty where it can. */
  shut: string
  now: number
}

function Notes({ bootcamp, price, shut, now }: NotesProps) {
  const { startDate, endDate, timezone } = bootcamp
  const own = useOwnZone()
  const ownPrice = priceAt(bootcamp, now)
  return (
    <p className="flex flex-wrap gap-x-2 text-[0.8125rem] leading-5 text-muted-foreground">
      {shut && <span className="font-medium text-foreground">{shut}</span>}
      {ownPrice !== price && <span>{formatPrice(toCents(ownPrice))}</span>}
      {/* Empty from the server, which does not know the reader's clock. */}
      <span
        data-your-hours={startDate}
        data-ends={endDate}
        data-zone={timezone}
        suppressHydrationWarning
      >
        {yourHours(bootcamp, own)}
      </span>
      <ClockNote startDate={startDate} timezone={timezone} className="text-[0.8125rem]" />
    </p>
  )
}

function SeatsNote({ bootcamp }: { bootcamp: Bootcamp }) {
  const seats = bootcamp.availableSeats
  if (seats > FEW_SEATS) return null
  return (
    <span className="text-[0.8125rem] font-semibold whitespace-nowrap text-market">
      {seats > 0 ? `${seats} left` : noSeatWords(bootcamp)}
    </span>
  )
}
