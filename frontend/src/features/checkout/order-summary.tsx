/** What is in the order and what it costs in the end. */
import { ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { SessionTime } from '@/components/session-time'
import { Card, CardTitle } from '@/components/ui/card'
import { cn } from '@/lib/cn'
import { formatCents, toCents } from '@/lib/money'
import { bundleSavings } from '@/lib/offer'
import type { BundlePart } from './bundle-dates'
import type { Package, Upgrade } from './package'

export interface OrderSummaryProps {
  chosen: Package | undefined
  /** What the server will charge, once it has said so. */
  totalAmount: string | undefined
  /** The way on, under the total. */
  action: ReactNode
}

export const totalOf = ({
  chosen,
  totalAmount,
}: Pick<OrderSummaryProps, 'chosen' | 'totalAmount'>): string =>
  formatCents(chosen ? toCents(totalAmount ?? chosen.price) : 0, { exact: true })

export function OrderSummary(order: OrderSummaryProps) {
  const { chosen } = order
  return (
    <Card role="region" aria-label="Order summary">
      <CardTitle>Order summary</CardTitle>
      {chosen ? (
        <Lines chosen={chosen} />
      ) : (
        <p className="text-muted-foreground">Nothing selected yet.</p>
      )}
      <p className="flex items-baseline justify-between gap-4 border-t pt-5">
        <span className="text-lg font-semibold">Total</span>
        <span
          className={cn(
            'font-display text-4xl font-extrabold tracking-tight tabular-nums',
            !chosen && 'text-muted-foreground',
          )}
        >
          {totalOf(order)}
        </span>
      </p>
      {chosen && order.action}
      <p className="flex gap-3 rounded-lg bg-surface-2 p-4 text-sm">
        <ShieldCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-primary" />
        <span>
          Not for you? Ask before your first session ends, or within 30 days with less than 25%
          completed, and you'll get a 100% refund.{' '}
          <Link
            to="/terms-of-service#refunds"
            target="_blank"
            className="rounded-sm underline underline-offset-4 hover:decoration-2"
          >
            How refunds work<span className="sr-only"> (opens in a new tab)</span>
          </Link>
        </span>
      </p>
    </Card>
  )
}

function Lines({ chosen }: { chosen: Package }) {
  if (chosen.kind === 'bootcamp') {
    const { name, startDate, endDate, timezone } = chosen.bootcamp
    return (
      <ul className="grid gap-3">
        <Line name={name} note={<SessionTime {...{ startDate, endDate, timezone }} />}>
          {formatCents(toCents(chosen.price), { exact: true })}
        </Line>
      </ul>
    )
  }
  const { bundle, upgrade, parts } = chosen
  if (upgrade) return <UpgradeLines upgrade={upgrade} parts={parts} />
  const { saved } = bundleSavings(bundle)
  return (
    <div className="grid gap-3">
      <p className="font-medium">{bundle.name}</p>
      <ul className="grid gap-2 text-[0.9375rem] text-muted-foreground">
        {parts.map(({ member: { id, name, price }, date }) => (
          <Line
            key={id}
            name={name}
            // On a wide window the dates stand just above.
            note={
              date && (
                <span className="lg:hidden">
                  <SessionTime {...date} />
                </span>
              )
            }
          >
            {formatCents(toCents(price), { exact: true })}
          </Line>
        ))}
        {saved > 0 && (
          <Line name="Bundle discount" className="font-medium text-primary">
            {formatCents(-saved, { exact: true })}
          </Line>
        )}
      </ul>
    </div>
  )
}

/** What is still to come, and how its price comes about. */
function UpgradeLines({ upgrade, parts }: { upgrade: Upgrade; parts: readonly BundlePart[] }) {
  const { bundleName, bundlePrice, paid, missing } = upgrade
  const dateOf = (memberId: number) => parts.find(({ member }) => member.id === memberId)?.date
  return (
    <div className="grid gap-3">
      <p className="font-medium">The rest of {bundleName}</p>
      <ul className="grid gap-2 text-[0.9375rem] text-muted-foreground">
        {missing.map(({ id, name, ...hours }) => (
          <Line key={id} name={name} note={<SessionTime {...(dateOf(id) ?? hours)} />} />
        ))}
        <Line name="Bundle price" className="mt-1">
          {formatCents(toCents(bundlePrice), { exact: true })}
        </Line>
        {toCents(paid) > 0 && (
          <Line name="You've already paid" className="font-medium text-primary">
            {formatCents(-toCents(paid), { exact: true })}
          </Line>
        )}
      </ul>
    </div>
  )
}

interface LineProps {
  name: string
  note?: ReactNode
  className?: string
  children?: ReactNode
}

function Line({ name, note, className, children }: LineProps) {
  return (
    <li className={cn('flex items-baseline justify-between gap-4', className)}>
      <span className="min-w-0">
        <span className="block">{name}</span>
        {note && <span className="block text-sm text-muted-foreground">{note}</span>}
      </span>
      <span className="tabular-nums">{children}</span>
    </li>
  )
}
