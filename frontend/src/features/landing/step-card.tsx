/** One step of the journey: what it teaches, when, for how much, and the way to a seat. */
import { Check } from 'lucide-react'
import { Link } from 'react-router'
import { StepBadge } from '@/components/step-badge'
import { Button } from '@/components/ui/button'
import { cn } from '@/lib/cn'
import { formatDay, formatWeekday } from '@/lib/dates'
import { datesToShow, fallbackOffer, hoursLive, nextOpen, type Step, upcoming } from '@/lib/offer'
import { plainPrice, priceAt, salesState, salesWords } from '@/lib/prices'
import { TELL_ME_OF_NEXT, TELL_ME_OF_SEAT, waitingPath } from '@/lib/waiting-list'
import type { Bootcamp } from './catalogue'
import { OfferPrice, OfferPriceNote } from './offer-price'
import { FallbackDates, LiveDates } from './step-dates'
import { useCheckoutPath } from './use-checkout-path'

const DATES_SHOWN = 2

const content = {
  1: {
    verb: 'Build',
    outcome: 'From an idea to something people can click, share and try.',
    points: [
      'Trim your idea to one working core',
      'Build it live with AI tools',
      'Leave with a link to send',
    ],
    ink: 'text-build',
  },
  2: {
    verb: 'Launch',
    outcome: 'From a prototype to a product that strangers can rely on.',
    points: [
      'Sign-in, data and payments',
      'Fix what almost works',
      '1-hour private coaching session',
    ],
    ink: 'text-launch',
  },
  3: {
    verb: 'Market',
    outcome: 'From a finished product to people who pay for it.',
    points: [
      'A page and a pitch that convert',
      'Content on a weekly rhythm',
      '1-hour private coaching session',
    ],
    ink: 'text-market',
  },
} as const

interface StepCardProps {
  step: Step
  /** The dates of one course; undefined while the catalogue is unknown. */
  bootcamps: Bootcamp[] | undefined
  now: number
  /** Another course of a step that has a card already: what that one teaches isn't said of it. */
  isFurther?: boolean
}

export function StepCard({ step, bootcamps, now, isFurther = false }: StepCardProps) {
  const { verb, outcome, points, ink } = content[step]
  const fallback = fallbackOffer[step]
  const dates = bootcamps && datesToShow(bootcamps, now, DATES_SHOWN)
  const open = dates && nextOpen(dates, now)
  const next = open ?? dates?.[0]
  const course = next ?? fallback
  const priced = next ?? plainPrice(fallback.price)
  const more = upcoming(bootcamps ?? [], now).length - (dates?.length ?? 0)

  return (
    <li className="flex flex-col rounded-2xl border bg-surface p-6 shadow-card transition-[box-shadow,translate] duration-300 ease-out hover:shadow-lift motion-safe:hover:-translate-y-1 sm:p-7">
      <div className="flex items-center justify-between gap-3">
        <StepBadge step={step} />
        <span className="text-sm whitespace-nowrap text-muted-foreground">{hoursLive(next)}</span>
      </div>
      <h3 className="mt-6 text-2xl font-bold tracking-tight">{course.name}</h3>
      {/* Two lines are kept, so that nothing moves when the catalogue's own words arrive. */}
      <p className="mt-2 min-h-12 text-muted-foreground">
        {('tagline' in course && course.tagline) || (isFurther ? '' : outcome)}
      </p>
      {isFurther ? (
        <p className="mt-5 line-clamp-5 text-[0.9375rem] wrap-anywhere">{next?.description}</p>
      ) : (
        <ul className="mt-5 grid gap-3 text-[0.9375rem]">
          {points.map((point) => (
            <li key={point} className="flex gap-2.5">
              <Check
                aria-hidden
                className={cn('mt-0.5 size-4.5 shrink-0', ink)}
                strokeWidth={2.5}
              />
              {point}
            </li>
          ))}
        </ul>
      )}
      <div className="mt-7 flex-1 border-t pt-5">
        {dates ? (
          <LiveDates step={step} dates={dates} more={more} price={priceAt(priced, now)} now={now} />
        ) : (
          <FallbackDates step={step} />
        )}
      </div>
      <div className="mt-5 flex min-h-14 flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div>
          <OfferPrice
            priced={priced}
            now={now}
            className="font-display text-3xl font-bold tracking-tight tabular-nums"
          />
          {/* Of several dates the button takes the first: it says which. */}
          {open && (dates.length > 1 || more > 0) && (
            <p className="text-[0.8125rem] leading-5 text-muted-foreground">
              Next: {formatWeekday(open.startDate, open.timezone)},{' '}
              {formatDay(open.startDate, open.timezone)}
            </p>
          )}
        </div>
        <Choice
          verb={verb}
          name={isFurther ? course.name : verb}
          dates={dates}
          open={open}
          now={now}
        />
        {next && (
          <OfferPriceNote
            key={next.id}
            priced={next}
            zone={next.timezone}
            now={now}
            className="-mt-2 basis-full text-[0.8125rem] leading-5 text-muted-foreground"
          />
        )}
      </div>
    </li>
  )
}

interface ChoiceProps {
  verb: string
  /** What is chosen: the step, or a further course of it. */
  name: string
  /** Undefined while the catalogue is unknown. */
  dates: Bootcamp[] | undefined
  open: Bootcamp | undefined
  now: number
}

function Choice({ verb, name, dates, open, now }: ChoiceProps) {
  const checkoutPath = useCheckoutPath()
  if (dates && !open) {
    const shut = firstShut(dates, now)
    if (shut) return <Shut bootcamp={shut} now={now} />
    const full = dates.find(({ waitingList }) => waitingList)
    return (
      <Button asChild variant="outline">
        <Link to={waitingPath(full ? { bootcamp: full.id } : { course: verb })}>
          {full ? TELL_ME_OF_SEAT : TELL_ME_OF_NEXT}
        </Link>
      </Button>
    )
  }
  return (
    <Button asChild variant="outline">
      <Link
        to={checkoutPath(open && `/checkout?bootcamp=${open.id}`)}
        {...(open?.salesCloseAt && { 'data-until': open.salesCloseAt })}
        suppressHydrationWarning
      >
        Choose {name === verb ? verb : <span className="sr-only">{name}</span>}
      </Link>
    </Button>
  )
}

/** A date with seats whose sales are not open: the one that opens soonest, else one that has closed. */
function firstShut(dates: readonly Bootcamp[], now: number): Bootcamp | undefined {
  const shut = dates.filter(({ availableSeats }) => availableSeats > 0)
  const opens = ({ salesOpenAt }: Bootcamp) => Date.parse(salesOpenAt ?? '')
  const [soonest] = shut
    .filter((one) => salesState(one, now) === 'notYet')
    .sort((a, b) => opens(a) - opens(b))
  return soonest ?? shut[0]
}

/** In the button's place. */
function Shut({ bootcamp, now }: { bootcamp: Bootcamp; now: number }) {
  return (
    <p
      data-until={bootcamp.salesOpenAt ?? undefined}
      className="flex min-h-11 max-w-44 items-center text-sm font-medium"
    >
      {salesWords(bootcamp, now)}
    </p>
  )
}
