/** What was bought: seats, dates and money, like the ticket it is. */
import { CalendarDays, Mail } from 'lucide-react'
import { SessionTime } from '@/components/session-time'
import { formatCents, toCents } from '@/lib/money'
import { OwnTime } from '@/session/own-time'
import type { BoughtBootcamp, BoughtPurchase } from './remembered-purchase'

export function bootcampsOf({ bootcamp, bundle }: BoughtPurchase): readonly BoughtBootcamp[] {
  return bundle?.bootcamps ?? (bootcamp ? [bootcamp] : [])
}

export function Receipt({ purchase }: { purchase: BoughtPurchase }) {
  const bootcamps = bootcampsOf(purchase)
  return (
    <section
      aria-label="What you bought"
      className="overflow-hidden rounded-2xl border bg-surface shadow-card"
    >
      {purchase.bundle && (
        <h2 className="border-b px-6 py-5 text-xl font-bold tracking-tight wrap-anywhere sm:px-7">
          {purchase.bundle.name}
        </h2>
      )}
      <ul className="divide-y">
        {bootcamps.map((bootcamp) => (
          <Ticket key={bootcamp.id} bootcamp={bootcamp} isMember={purchase.bundle !== null} />
        ))}
      </ul>
      <dl className="grid gap-4 border-t border-dashed border-border-strong/60 bg-surface-2/60 px-6 py-5 sm:px-7">
        <div className="flex items-baseline justify-between gap-4">
          <dt className="font-medium">Total paid</dt>
          <dd className="text-2xl font-bold tracking-tight tabular-nums">
            {formatCents(toCents(purchase.totalAmount), { exact: true })}
          </dd>
        </div>
        {purchase.guestEmail && (
          <div className="flex gap-3 text-muted-foreground">
            <dt>
              <Mail aria-hidden className="mt-0.5 size-5" />
              <span className="sr-only">Receipt</span>
            </dt>
            <dd className="text-pretty">
              We're emailing your receipt and{' '}
              {bootcamps.length > 1 ? 'calendar invites' : 'a calendar invite'} to{' '}
              <strong className="font-semibold wrap-anywhere text-foreground">
                {purchase.guestEmail}
              </strong>
              .
            </dd>
          </div>
        )}
      </dl>
    </section>
  )
}

function Ticket({ bootcamp, isMember }: { bootcamp: BoughtBootcamp; isMember: boolean }) {
  const { name, startDate, endDate, timezone, seatNumber } = bootcamp
  const hours = { startDate, endDate, timezone }
  const Name = isMember ? 'h3' : 'h2'
  return (
    <li className="flex items-center justify-between gap-5 px-6 py-5 sm:px-7">
      <div className="grid min-w-0 gap-2">
        <Name className="text-xl font-bold tracking-tight wrap-anywhere">{name}</Name>
        <div className="flex gap-3">
          <CalendarDays aria-hidden className="mt-0.5 size-5 shrink-0 text-muted-foreground" />
          <p className="grid gap-0.5">
            <SessionTime {...hours} />
            <OwnTime {...hours} className="text-sm text-muted-foreground" />
          </p>
        </div>
      </div>
      {seatNumber !== null && (
        <p className="grid size-18 shrink-0 content-center justify-items-center rounded-xl bg-accent-soft text-primary">
          <span className="text-xs font-medium">Seat</span>{' '}
          <span className="font-display text-3xl leading-none font-extrabold tabular-nums">
            {seatNumber}
          </span>
        </p>
      )}
    </li>
  )
}
