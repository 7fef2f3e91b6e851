/** Where to go next: at most three bootcamps that the student neither has nor has just given back. */
import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import { getQuery } from '@/api/get-query'
import type { components } from '@/api/schema'
import { SessionTime } from '@/components/session-time'
import { StepBadge } from '@/components/step-badge'
import { Button } from '@/components/ui/button'
import { formatCents, toCents } from '@/lib/money'
import { FEW_SEATS, noSeatWords, type Step, upcoming } from '@/lib/offer'
import { OwnTime } from '@/session/own-time'

type Bootcamp = components['schemas']['BootcampOut']

const SHOWN = 3
const FRESH_MS = 15_000

interface Course {
  id: number
  course: string
}

/**
 * Those with seats before those without; then courses that are new to the student, each at its next
 * date; then further dates. Sooner before later.
 */
function offersFor(
  bootcamps: readonly Bootcamp[],
  owned: readonly Course[],
  givenBack: readonly string[],
  now: number,
): Bootcamp[] {
  const ids = new Set(owned.map(({ id }) => id))
  const known = new Set(owned.map(({ course }) => course))
  const ranked = upcoming(bootcamps, now)
    .filter(({ id, course }) => !ids.has(id) && !givenBack.includes(course))
    .sort((a, b) => Number(a.availableSeats === 0) - Number(b.availableSeats === 0))
    .map((bootcamp) => {
      const isNew = !known.has(bootcamp.course)
      known.add(bootcamp.course)
      return { bootcamp, rank: Number(bootcamp.availableSeats === 0) * 2 + Number(!isNew) }
    })
  return ranked
    .sort((a, b) => a.rank - b.rank)
    .slice(0, SHOWN)
    .map(({ bootcamp }) => bootcamp)
}

interface UpcomingOffersProps {
  owned: readonly Course[]
  /** Courses whose money was asked back. */
  givenBack: readonly string[]
}

export function UpcomingOffers({ owned, givenBack }: UpcomingOffersProps) {
  const { data, dataUpdatedAt } = useQuery({
    ...getQuery('/api/bootcamps'),
    staleTime: FRESH_MS,
  })
  const offers = data ? offersFor(data, owned, givenBack, dataUpdatedAt) : []
  if (offers.length === 0) return null
  return (
    <section aria-labelledby="upcoming" className="grid gap-5">
      <h2 id="upcoming" className="text-2xl font-bold tracking-tight">
        Upcoming bootcamps
      </h2>
      <ul className="grid gap-4 md:grid-cols-3">
        {offers.map((bootcamp) => (
          <Offer key={bootcamp.id} bootcamp={bootcamp} />
        ))}
      </ul>
    </section>
  )
}

function Offer({ bootcamp }: { bootcamp: Bootcamp }) {
  const { id, name, step, price, startDate, endDate, timezone, availableSeats } = bootcamp
  const hours = { startDate, endDate, timezone }
  return (
    <li className="grid grid-rows-[auto_1fr_auto] gap-4 rounded-2xl border bg-surface p-5 shadow-card">
      <StepBadge step={step as Step} />
      <div className="grid content-start gap-1">
        <h3 className="text-lg font-bold tracking-tight wrap-anywhere">{name}</h3>
        <p className="grid text-sm">
          <SessionTime {...hours} />
          <OwnTime {...hours} className="text-muted-foreground" />
        </p>
        <p className="mt-1 text-sm">
          <span className="font-semibold tabular-nums">{formatCents(toCents(price))}</span>
          {availableSeats > 0 && availableSeats <= FEW_SEATS && (
            <span className="ml-2 font-semibold text-market">{availableSeats} left</span>
          )}
        </p>
      </div>
      {availableSeats > 0 ? (
        <Button asChild variant="outline" size="sm">
          <Link to={`/checkout?bootcamp=${id}`} aria-label={`Enroll in ${name}`}>
            Enroll
            <ArrowRight aria-hidden />
          </Link>
        </Button>
      ) : (
        <p className="flex h-9 items-center text-sm font-semibold text-market">
          {noSeatWords(bootcamp)}
        </p>
      )}
    </li>
  )
}
