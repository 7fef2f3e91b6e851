/** The parts of a person's record: seats, coaching, emails, consent, disputes, what was done. */

import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Badge, type BadgeTone } from '@/components/ui/badge'
import { Card } from '@/components/ui/card'
import { DeskTime } from '@/features/admin-kit/desk-time'
import { DisputeBadge } from '@/features/admin-kit/dispute-badge'
import { CohortLink, PersonLink, PurchaseLink } from '@/features/admin-kit/record-links'
import { formatMoment } from '@/lib/dates'
import { formatCents, toCents } from '@/lib/money'
import type { PersonRecord, PersonSeat } from './record'

const When = ({ at }: { at: string }) => (
  <DeskTime at={at} className="whitespace-nowrap tabular-nums" />
)

interface SectionProps {
  title: string
  /** Said in place of an empty list. */
  none: string
  aside?: ReactNode
  children: readonly ReactNode[]
}

function Section({ title, none, aside, children }: SectionProps) {
  const label = title.toLowerCase().replaceAll(' ', '-')
  return (
    <Card role="region" aria-labelledby={label} className="min-w-0 gap-3 rounded-xl p-4 sm:p-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h3 id={label} className="text-lg font-bold tracking-tight">
          {title}
        </h3>
        {aside}
      </div>
      {children.length === 0 ? (
        <p className="text-muted-foreground">{none}</p>
      ) : (
        <ul className="-my-2.5 divide-y">{children}</ul>
      )}
    </Card>
  )
}

function Item({ main, more, badge }: { main: ReactNode; more?: ReactNode; badge?: ReactNode }) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3 py-2.5">
      <div className="min-w-0 wrap-anywhere">{main}</div>
      <div className="flex flex-wrap justify-end gap-1.5">{badge}</div>
      {more && <div className="col-span-2 text-sm wrap-anywhere text-muted-foreground">{more}</div>}
    </li>
  )
}

const presences: Record<PersonSeat['presence'], { label: string; tone: BadgeTone }> = {
  expected: { label: 'Not joined yet', tone: 'neutral' },
  joined: { label: 'Joined', tone: 'positive' },
  attended: { label: 'Attended', tone: 'positive' },
  absent: { label: 'Absent', tone: 'market' },
}

function tieWords({ tie, other }: PersonSeat): string {
  if (tie === 'held') return `Seat held, paid for by ${other}`
  if (tie === 'given') return `Bought, attended by ${other}`
  return 'Bought and attends'
}

export function Seats({ seats }: Pick<PersonRecord, 'seats'>) {
  return (
    <Section title="Seats and attendance" none="No seats yet.">
      {seats.map((seat) => (
        <Item
          key={seat.enrolmentId}
          main={
            <CohortLink name={seat.bootcampName} cohort={seat.cohort} className="font-medium" />
          }
          badge={
            seat.ended ? (
              <Badge tone="neutral">{seat.ended}</Badge>
            ) : (
              <Badge tone={presences[seat.presence].tone}>{presences[seat.presence].label}</Badge>
            )
          }
          more={
            <>
              {tieWords(seat)}
              {' · '}
              <PurchaseLink id={seat.purchaseId} />
              {seat.marked && ' · Marked by an admin'}
              {seat.certificateCode && (
                <>
                  {' · '}
                  <Link
                    to={`/certificates/${seat.certificateCode}`}
                    className="underline underline-offset-4"
                  >
                    Certificate
                  </Link>
                </>
              )}
            </>
          }
        />
      ))}
    </Section>
  )
}

const coachingNames: Record<PersonRecord['coaching'][number]['status'], string> = {
  pending: 'Waiting',
  scheduled: 'Scheduled',
  completed: 'Completed',
  no_show: 'No-show',
  cancelled: 'Canceled',
}

export function Coaching({ coaching }: Pick<PersonRecord, 'coaching'>) {
  if (coaching.length === 0) return null
  return (
    <Section title="Coaching" none="">
      {coaching.map(({ id, status, scheduledDate, timezone, coachName, bootcampName, ...one }) => (
        <Item
          key={id}
          main={
            <Link to="/admin/coaching" className="font-medium underline-offset-4 hover:underline">
              {scheduledDate ? formatMoment(scheduledDate, timezone) : 'No time chosen yet'}
            </Link>
          }
          badge={<Badge tone="outline">{coachingNames[status]}</Badge>}
          more={
            <>
              {coachName && `With ${coachName} · `}
              <CohortLink name={bootcampName} cohort={one.cohort} />
              {one.notes && <p className="mt-1 whitespace-pre-line">{one.notes}</p>}
            </>
          }
        />
      ))}
    </Section>
  )
}

type Message = PersonRecord['messages'][number]

function outcome({ status, fate, deliveredAt }: Message): { label: string; tone: BadgeTone } {
  if (fate === 'BOUNCED') return { label: 'Bounced', tone: 'market' }
  if (fate === 'COMPLAINED') return { label: 'Marked as spam', tone: 'market' }
  if (status === 'FAILED') return { label: 'Failed', tone: 'market' }
  if (status === 'PENDING') return { label: 'Waiting', tone: 'neutral' }
  return { label: deliveredAt ? 'Delivered' : 'Sent', tone: 'positive' }
}

interface MessagesProps extends Pick<PersonRecord, 'messages' | 'messagesTotal'> {
  email: string
}

export function Messages({ messages, messagesTotal, email }: MessagesProps) {
  return (
    <Section
      title="Emails and texts"
      none="Nothing has been sent yet."
      aside={
        messagesTotal > 0 && (
          <Link
            to={`/admin/communications/log?${new URLSearchParams({ search: email })}`}
            className="text-sm underline underline-offset-4"
          >
            {messagesTotal > messages.length
              ? `Newest ${messages.length} of ${messagesTotal}: show in log`
              : 'Show in log'}
          </Link>
        )
      }
    >
      {messages.map((message) => {
        const { label, tone } = outcome(message)
        return (
          <Item
            key={message.id}
            main={<span className="font-medium">{message.subject || 'Text message'}</span>}
            badge={<Badge tone={tone}>{label}</Badge>}
            more={
              <>
                <When at={message.sentAt ?? message.createdAt} />
                {message.errorMessage && ` · ${message.errorMessage}`}
              </>
            }
          />
        )
      })}
    </Section>
  )
}

export function Consent({
  textConsents,
  suppressions,
}: Pick<PersonRecord, 'textConsents' | 'suppressions'>) {
  return (
    <Section title="Consent" none="Gets our emails. Hasn't agreed to text messages.">
      {[
        ...suppressions.map(({ address, inWords, since }) => (
          <Item
            key={`stopped ${address}`}
            main={
              <Link
                to="/admin/communications/suppressed"
                className="font-medium text-destructive underline-offset-4 hover:underline"
              >
                {inWords}
              </Link>
            }
            more={
              <>
                {address} · <When at={since} />
              </>
            }
          />
        )),
        ...textConsents.map(({ phone, grantedAt, withdrawnAt }) => (
          <Item
            key={`texts ${phone} ${grantedAt}`}
            main={
              <span className="font-medium">
                {withdrawnAt ? 'No longer agrees to texts' : 'Agreed to texts'}
              </span>
            }
            more={
              <>
                {phone} · <When at={withdrawnAt ?? grantedAt} />
              </>
            }
          />
        )),
      ]}
    </Section>
  )
}

export function Disputes({ disputes }: Pick<PersonRecord, 'disputes'>) {
  if (disputes.length === 0) return null
  return (
    <Section title="Disputes" none="">
      {disputes.map(({ purchaseId, dispute }) => (
        <Item
          key={dispute.id}
          main={
            <>
              {dispute.amount !== null && (
                <>{formatCents(toCents(dispute.amount), { exact: true })} of </>
              )}
              <PurchaseLink id={purchaseId} className="font-medium" />
            </>
          }
          badge={
            dispute.isOpen ? (
              <DisputeBadge dispute={dispute} />
            ) : (
              <Badge tone="neutral">{dispute.ending}</Badge>
            )
          }
          more={dispute.reason}
        />
      ))}
    </Section>
  )
}

export function History({ audit }: Pick<PersonRecord, 'audit'>) {
  return (
    <Section title="Account history" none="Nothing yet.">
      {audit.map(({ id, at, who, whoId, action, details, purchaseId }) => (
        <Item
          key={id}
          main={<span className="font-medium">{action}</span>}
          more={
            <>
              {whoId === null ? (
                who || 'A former user'
              ) : (
                <PersonLink userId={whoId} email="">
                  {who}
                </PersonLink>
              )}
              {' · '}
              <When at={at} />
              {purchaseId !== null && (
                <>
                  {' · '}
                  <PurchaseLink id={purchaseId} />
                </>
              )}
              {Object.entries(details).map(([name, value]) => ` · ${name}: ${value}`)}
            </>
          }
        />
      ))}
    </Section>
  )
}
