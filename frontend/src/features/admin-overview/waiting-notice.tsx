/** How many people wait for a seat, and the way to the longest list; nothing while nobody does. */
import { ArrowRight, Hourglass } from 'lucide-react'
import { Link } from 'react-router'
import type { components } from '@/api/schema'
import { useSummary } from './use-summary'

function words({ people, openOffers }: components['schemas']['WaitingNowOut']) {
  const waiting = people === 1 ? '1 person is waiting' : `${people} people are waiting`
  if (openOffers === 0) return `${waiting} for a seat.`
  const offers = openOffers === 1 ? '1 offer is open' : `${openOffers} offers are open`
  return people === 0 ? `${offers}.` : `${waiting} for a seat, and ${offers}.`
}

export function WaitingNotice() {
  const { data } = useSummary()
  const waiting = data?.waiting
  if (!waiting) return null
  return (
    <section
      aria-label="Waiting lists"
      className="flex min-h-10 min-w-0 flex-wrap items-center gap-x-3 rounded-lg border bg-surface px-3 py-1 text-sm max-md:w-full"
    >
      <Hourglass aria-hidden className="size-4 shrink-0 text-muted-foreground max-sm:hidden" />
      <p className="font-medium tabular-nums">{words(waiting)}</p>
      <Link
        to={`/admin/bootcamps/${waiting.bootcampId}/waiting`}
        className="touch-target flex items-center gap-1 rounded-md font-medium underline-offset-4 hover:underline"
      >
        Open the waiting list
        <ArrowRight aria-hidden className="size-4" />
      </Link>
    </section>
  )
}
