/** What was bought: seats, dates and money, like the ticket it is. */
import { CalendarDays, Mail } from 'lucide-react'
import { useId } from 'react'
import { Link } from 'react-router'
import { SessionTime } from '@/components/session-time'
import { googleCalendarLink, outlookCalendarLink } from '@/lib/calendar-links'
import { formatCents, toCents } from '@/lib/money'
import { OwnTime } from '@/session/own-time'
import type { BoughtBootcamp, BoughtPurchase } from './remembered-purchase'

export function bootcampsOf({ bootcamp, bundle }: BoughtPurchase): readonly BoughtBootcamp[] {
  return bundle?.bootcamps ?? (bootcamp ? [bootcamp] : [])
}

interface ReceiptProps {
  purchase: BoughtPurchase
  /** Bought as a guest and in no account yet: name and email can be corrected for a day. */
  isCorrectable: boolean
}

export function Receipt({ purchase, isCorrectable }: ReceiptProps) {
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
          <Ticket
            key={bootcamp.id}
            bootcamp={bootcamp}
            isMember={purchase.bundle !== null}
            file={`/api/purchases/${purchase.id}/bootcamps/${bootcamp.id}/calendar.ics`}
          />
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
              {isCorrectable && (
                <Link
                  to={`/wrong-address?purchase=${purchase.id}`}
                  className="touch-target mt-2 block w-fit rounded-sm font-medium text-primary underline underline-offset-4 hover:decoration-2"
                >
                  Not you? Wrong address?
                </Link>
              )}
            </dd>
          </div>
        )}
      </dl>
    </section>
  )
}

interface TicketProps {
  bootcamp: BoughtBootcamp
  isMember: boolean
  /** Of its calendar file. */
  file: string
}

function Ticket({ bootcamp, isMember, file }: TicketProps) {
  const { name, startDate, endDate, timezone, seatNumber } = bootcamp
  const hours = { startDate, endDate, timezone }
  const Name = isMember ? 'h3' : 'h2'
  return (
    // On a phone the hours have the whole width below; beside the seat each would take three lines.
    <li className="grid grid-cols-[1fr_auto] items-center gap-x-5 gap-y-3 px-6 py-5 sm:grid-rows-[auto_auto] sm:gap-y-2 sm:px-7">
      <Name className="min-w-0 text-xl font-bold tracking-tight wrap-anywhere sm:self-end">
        {name}
      </Name>
      <div className="col-span-full row-start-2 flex gap-3 sm:col-span-1 sm:self-start">
        <CalendarDays aria-hidden className="mt-0.5 size-5 shrink-0 text-muted-foreground" />
        <p className="grid gap-0.5">
          <SessionTime {...hours} />
          <OwnTime {...hours} className="text-sm text-muted-foreground" />
        </p>
      </div>
      {seatNumber !== null && (
        <p className="col-start-2 row-start-1 grid size-18 shrink-0 content-center justify-items-center rounded-xl bg-accent-soft text-primary sm:row-span-2">
          <span className="text-xs font-medium">Seat</span>{' '}
          <span className="font-display text-3xl leading-none font-extrabold tabular-nums">
            {seatNumber}
          </span>
        </p>
      )}
      <CalendarLinks bootcamp={bootcamp} file={file} />
    </li>
  )
}

const IN_THE_EMAIL = 'Your live session online. Your personal join link is in our email.'

/** The email has the same file; these need no email. */
function CalendarLinks({ bootcamp, file }: Pick<TicketProps, 'bootcamp' | 'file'>) {
  const { name, startDate, endDate } = bootcamp
  const entry = { title: name, startDate, endDate, details: IN_THE_EMAIL, location: 'Online' }
  return (
    <p className="col-span-full row-start-3 flex flex-wrap items-center gap-x-4 gap-y-1 pl-8 text-sm">
      <span className="text-muted-foreground">Add to calendar</span>
      <CalendarLink href={googleCalendarLink(entry)} to="Google" name={name} />
      <CalendarLink href={outlookCalendarLink(entry)} to="Outlook" name={name} />
      <CalendarLink href={file} to="Apple and others" name={name} download="bootcamp.ics" />
    </p>
  )
}

interface CalendarLinkProps {
  href: string
  to: string
  name: string
  download?: string
}

function CalendarLink({ href, to, name, download }: CalendarLinkProps) {
  return (
    <a
      href={href}
      download={download}
      target={download ? undefined : '_blank'}
      rel="noreferrer"
      aria-label={`${to} calendar: ${name}`}
      className="touch-target rounded-sm font-medium text-primary underline underline-offset-4 hover:decoration-2"
    >
      {to}
    </a>
  )
}

const steps = [
  'Your confirmation email brings your receipt and your personal join link.',
  'You can join from 30 minutes before the start, from that email or your portal.',
  'Questions? Just reply to that email.',
]

export function WhatNext() {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className="grid gap-3 px-6 sm:px-7">
      <h2 id={titleId} className="text-lg font-bold tracking-tight">
        What happens next
      </h2>
      <ol className="grid list-decimal gap-2 pl-5 text-muted-foreground marker:font-semibold marker:text-primary">
        {steps.map((step) => (
          <li key={step} className="pl-1 text-pretty">
            {step}
          </li>
        ))}
      </ol>
    </section>
  )
}
