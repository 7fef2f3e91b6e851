/** Where to go next: at most three bootcamps that the student does not have yet. */
import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import { getJson } from '@/api/get-json'
import type { components } from '@/api/schema'
import { StepBadge } from '@/components/step-badge'
import { Button } from '@/components/ui/button'
import { formatMoment } from '@/lib/dates'
import { formatCents, toCents } from '@/lib/money'
import { FEW_SEATS, type Step, upcoming } from '@/lib/offer'

type Bootcamp = components['schemas']['BootcampOut']

const SHOWN = 3
const FRESH_MS = 15_000

/** Those with seats first, each kind soonest first. */
export function offersFor(
  bootcamps: readonly Bootcamp[],
  owned: ReadonlySet<number>,
  now: number,
): Bootcamp[] {
  const others = upcoming(bootcamps, now).filter(({ id }) => !owned.has(id))
  const open = others.filter(({ availableSeats }) => availableSeats > 0)
  const full = others.filter(({ availableSeats }) => availableSeats === 0)
  return [...open, ...full].slice(0, SHOWN)
}

export function UpcomingOffers({ owned }: { owned: ReadonlySet<number> }) {
  const { data, dataUpdatedAt } = useQuery({
    queryKey: ['/api/bootcamps'],
    queryFn: ({ signal }) => getJson('/api/bootcamps', signal),
    staleTime: FRESH_MS,
  })
  const offers = data ? offersFor(data, owned, dataUpdatedAt) : []
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
  const { id, name, step, price, startDate, timezone, availableSeats } = bootcamp
  return (
    <li className="grid grid-rows-[auto_1fr_auto] gap-4 rounded-2xl border bg-surface p-5 shadow-card">
      <StepBadge step={step as Step} />
      <div className="grid content-start gap-1">
        <h3 className="text-lg font-bold tracking-tight wrap-anywhere">{name}</h3>
        <p className="text-sm text-muted-foreground">{formatMoment(startDate, timezone)}</p>
        <p className="text-sm">
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
        <p className="flex h-9 items-center text-sm font-semibold text-market">Sold out</p>
      )}
    </li>
  )
}
