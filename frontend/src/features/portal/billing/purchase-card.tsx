/** One purchase: what, when, how much, how it stands, and what can be done about it. */
import { Printer, ShieldCheck, ShieldOff, Undo2 } from 'lucide-react'
import { Link } from 'react-router'
import { SessionTime } from '@/components/session-time'
import { StatusBadge } from '@/components/status-badge'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { cn } from '@/lib/cn'
import { formatDate } from '@/lib/dates'
import { formatCents, toCents } from '@/lib/money'
import { type BillingEntry, canAskForRefund, contactAbout } from '@/session/refunds'
import { useSession } from '@/session/session'
import { UnfinishedPurchase } from '../unfinished-purchase'
import { GiveUp } from './give-up'

interface PurchaseCardProps {
  entry: BillingEntry
  onAskRefund: () => void
}

const money = (amount: string) => formatCents(toCents(amount), { exact: true })

export function PurchaseCard({ entry, onAskRefund }: PurchaseCardProps) {
  if (entry.finishPath) {
    return (
      <UnfinishedPurchase
        id={entry.id}
        name={entry.packageName}
        sessions={entry.sessions}
        finishPath={entry.finishPath}
      />
    )
  }
  const facts = [formatDate(entry.date, entry.timezone), entry.receiptNumber, entry.paidWith]
  // Nothing of it is with us: it came back, or was never taken.
  const isOurs = entry.status === 'completed' || entry.status === 'pending'
  return (
    <Card className="gap-0 overflow-hidden p-0 sm:p-0">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 p-6 sm:p-7">
        <div className="grid min-w-0 gap-2">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <h2 className="text-xl font-bold tracking-tight wrap-anywhere">{entry.packageName}</h2>
            <Standing entry={entry} />
          </div>
          <Sessions entry={entry} />
          <p className="text-sm text-muted-foreground">{facts.filter(Boolean).join(' · ')}</p>
          {entry.statusWords && <p aria-live="polite">{entry.statusWords}</p>}
          <Refunds refunds={entry.refunds} />
        </div>
        <p
          className={cn(
            'text-2xl font-bold tracking-tight tabular-nums',
            !isOurs && 'text-muted-foreground line-through',
          )}
        >
          {money(entry.totalAmount)}
        </p>
      </div>
      {entry.hasReceipt && <Foot entry={entry} onAskRefund={onAskRefund} />}
    </Card>
  )
}

/** When it takes place: two dates of one course are told apart by nothing else. */
function Sessions({ entry: { sessions, isBundle } }: { entry: BillingEntry }) {
  return (
    <ul aria-label="Sessions" className="grid gap-1">
      {sessions.map(({ name, startDate, endDate, timezone, isReturned }) => (
        <li key={`${name} ${startDate}`} className={cn(isReturned && 'text-muted-foreground')}>
          {isBundle && <span className="font-medium">{name}: </span>}
          {isReturned ? 'returned' : <SessionTime {...{ startDate, endDate, timezone }} />}
        </li>
      ))}
    </ul>
  )
}

function Standing({ entry }: { entry: BillingEntry }) {
  if (entry.isRefunding) return <Badge tone="build">Refund in progress</Badge>
  // "Completed" would be read of the class, which may be weeks away.
  if (entry.status === 'completed' && toCents(entry.totalAmount) > 0)
    return <Badge tone="positive">Paid</Badge>
  return <StatusBadge status={entry.status} />
}

function Refunds({ refunds }: Pick<BillingEntry, 'refunds'>) {
  if (refunds.length === 0) return null
  return (
    <ul aria-label="Refunds" className="grid gap-1 text-sm">
      {refunds.map((refund) => (
        <li key={refund.id} className="flex gap-2">
          <Undo2 aria-hidden className="mt-0.5 size-4 shrink-0 text-muted-foreground" />
          <span>
            <span className="font-medium tabular-nums">{money(refund.amount)}</span>
            <span className="text-muted-foreground"> · {refund.words}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}

function Foot({ entry, onAskRefund }: PurchaseCardProps) {
  const { user } = useSession()
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4 border-t bg-surface-2/60 px-6 py-4 sm:px-7">
      <Guarantee entry={entry} />
      <div className="flex flex-wrap gap-3">
        <Button asChild variant="outline" size="sm">
          <Link
            to={`/portal/billing/${entry.id}`}
            aria-label={`Receipt ${entry.receiptNumber}, ${entry.packageName}`}
          >
            <Printer aria-hidden />
            Receipt
          </Link>
        </Button>
        {canAskForRefund(entry) && !user?.isImpersonating && (
          <Button variant="ghost" size="sm" onClick={onAskRefund}>
            Request a refund
          </Button>
        )}
        {entry.canGiveUp && !user?.isImpersonating && <GiveUp entry={entry} />}
      </div>
    </div>
  )
}

/** What the policy says at this moment, in the server's words. */
function Guarantee({ entry }: { entry: BillingEntry }) {
  const { refund, status, isRefunding } = entry
  if (status !== 'completed' || isRefunding) return <span />
  const Icon = refund.covered ? ShieldCheck : ShieldOff
  return (
    <div className="flex min-w-60 flex-1 gap-2.5 text-sm">
      <Icon
        aria-hidden
        className={cn(
          'mt-0.5 size-4 shrink-0',
          refund.covered ? 'text-primary' : 'text-muted-foreground',
        )}
      />
      <p className="grid gap-0.5">
        <span className={refund.covered ? 'font-medium' : 'text-muted-foreground'}>
          {refund.words}
        </span>
        {refund.proviso && <span className="text-muted-foreground">{refund.proviso}</span>}
        {!refund.covered && toCents(refund.amount) > 0 && (
          <Link
            to={contactAbout(entry)}
            className="inline-flex min-h-11 w-fit items-center underline underline-offset-4 sm:min-h-0"
          >
            Contact us
          </Link>
        )}
      </p>
    </div>
  )
}
