/** How a purchase stands: who, what, how much, and its seats. */
import { Armchair } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { CopyButton } from '@/components/copy-button'
import { StatusBadge } from '@/components/status-badge'
import { Badge } from '@/components/ui/badge'
import { DisputeBadge } from '@/features/admin-kit/dispute-badge'
import { CohortLink, PersonLink, receiptPath } from '@/features/admin-kit/record-links'
import { formatRange, unbroken } from '@/lib/dates'
import { formatCents, toCents } from '@/lib/money'
import type { PurchaseStory } from './purchase-types'

/** Whoever paid has a receipt, also when the money has gone back since. */
const PAID: readonly string[] = ['completed', 'refunding', 'refunded']

export function PurchaseFacts({ story }: { story: PurchaseStory }) {
  const { row, seats } = story
  const { purchase } = row
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center gap-2">
        {purchase.state === 'refunding' ? (
          <Badge tone="build">Refunding: access revoked</Badge>
        ) : (
          <StatusBadge status={purchase.status} />
        )}
        <DisputeBadge dispute={row.dispute} />
        <Badge tone="outline">{row.user ? 'Member' : 'Guest'}</Badge>
        {purchase.isComplimentary && <Badge tone="launch">Complimentary</Badge>}
      </div>
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
        <Fact name="Email">
          <span className="wrap-anywhere">{row.customerEmail}</span>
        </Fact>
        <Fact name={row.user ? 'Account' : 'Person'}>
          <PersonLink
            userId={row.user?.id ?? null}
            email={row.customerEmail}
            className="font-medium underline"
          >
            {row.customerName || row.customerEmail}
          </PersonLink>
        </Fact>
        <Fact name="Product">
          {row.bootcamp ? (
            <CohortLink name={purchase.packageName} cohort={row.bootcamp} />
          ) : (
            purchase.packageName
          )}
        </Fact>
        {purchase.totalAmount !== null && (
          <Fact name="Amount">
            <Amount story={story} />
          </Fact>
        )}
        {story.card && <Fact name="Paid with">{story.card}</Fact>}
        {purchase.totalAmount !== null && PAID.includes(purchase.state) && (
          <Fact name="Receipt">
            <Link to={receiptPath(purchase.id)} className="underline underline-offset-4">
              {story.receiptNumber}
            </Link>
          </Fact>
        )}
        {story.cancelReason && <Fact name="Canceled because">{story.cancelReason}</Fact>}
        {purchase.stripePaymentIntentId && (
          <Fact name="Payment">
            <span className="flex items-center gap-2">
              <code className="min-w-0 truncate text-sm">{purchase.stripePaymentIntentId}</code>
              <CopyButton text={purchase.stripePaymentIntentId} label="Copy payment id" />
            </span>
            {story.providerPage && (
              <a
                href={story.providerPage}
                target="_blank"
                rel="noopener noreferrer"
                className="text-sm underline underline-offset-4"
              >
                Open in Stripe
              </a>
            )}
          </Fact>
        )}
      </dl>
      <ul aria-label="Seats" className="grid gap-2">
        {seats.map((seat) => (
          <li
            key={seat.bootcampId}
            className="flex items-start gap-3 rounded-xl border bg-surface-2 px-4 py-3"
          >
            <Armchair aria-hidden className="mt-0.5 size-5 shrink-0 text-muted-foreground" />
            <div className="grid min-w-0 gap-0.5">
              <Link
                to={`/admin/bootcamps/${seat.bootcampId}`}
                className="w-fit font-medium underline-offset-4 hover:underline"
              >
                {seat.bootcampName}
              </Link>
              <p className="text-sm text-muted-foreground">
                {unbroken(formatRange(seat.startDate, seat.endDate, seat.timezone))}
              </p>
            </div>
            <span className="ml-auto shrink-0 text-sm font-medium tabular-nums">
              {seatWords(seat)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function seatWords({ seatNumber, isHeld }: PurchaseStory['seats'][number]): string {
  if (seatNumber === null) return 'No seat'
  return isHeld ? `Seat ${seatNumber}, held` : `Seat ${seatNumber}`
}

function Amount({ story }: { story: PurchaseStory }) {
  const { totalAmount, refundedAmount } = story.row.purchase
  if (totalAmount === null || refundedAmount === null) return null
  const refunded = toCents(refundedAmount)
  return (
    <span className="tabular-nums">
      {formatCents(toCents(totalAmount), { exact: true })}
      {refunded > 0 && (
        <span className="text-muted-foreground">
          {' '}
          ({formatCents(refunded, { exact: true })} refunded)
        </span>
      )}
    </span>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    // Beside a longer one it keeps to its own lines.
    <div className="grid min-w-0 content-start gap-0.5">
      <dt className="text-sm text-muted-foreground">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  )
}
