/** What is in the order and what it costs in the end. */
import { ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { SessionTime } from '@/components/session-time'
import { Card, CardTitle } from '@/components/ui/card'
import { cn } from '@/lib/cn'
import { formatCents, formatPrice, toCents } from '@/lib/money'
import { bundleSavings } from '@/lib/offer'
import type { BundlePart } from './bundle-dates'
import { baseOf, exact, isFreeOf, type OrderPrice, type PriceLine, reductions } from './order-price'
import type { Package, Upgrade } from './package'
import { PriceUntil } from './price-until'

export interface OrderSummaryProps {
  chosen: Package | undefined
  /** What the server will charge, once it has said so. */
  totalAmount: string | undefined
  /** How that comes about, and until when it holds. */
  price: OrderPrice | undefined
  /** The discount code, or the way to one. */
  code: ReactNode
  /** The way on, under the total. */
  action: ReactNode
}

export const totalOf = ({
  chosen,
  totalAmount,
}: Pick<OrderSummaryProps, 'chosen' | 'totalAmount'>): string =>
  chosen
    ? formatPrice(toCents(totalAmount ?? chosen.price), { exact: true })
    : formatCents(0, { exact: true })

export function OrderSummary(order: OrderSummaryProps) {
  const { chosen, price, code } = order
  return (
    <Card role="region" aria-label="Order summary" className="relative">
      <CardTitle>Order summary</CardTitle>
      {chosen ? (
        <Lines chosen={chosen} price={price} />
      ) : (
        <p className="text-muted-foreground">Nothing selected yet.</p>
      )}
      {chosen && code}
      <div className="grid gap-1 border-t pt-5">
        <p className="flex items-baseline justify-between gap-4">
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
        {chosen && price && <PriceUntil key={chosen.key} chosen={chosen} price={price} />}
      </div>
      {chosen && order.action}
      {!isFreeOf(price) && <Guarantee />}
    </Card>
  )
}

/** Where nothing is paid, nothing comes back. */
function Guarantee() {
  return (
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
  )
}

/** The package at its regular price, and what is taken off it. */
function Lines({ chosen, price }: Pick<OrderSummaryProps, 'price'> & { chosen: Package }) {
  const taken = price ? reductions(chosen, price) : []
  // The catalogue on the page is older than the price.
  if (price && taken === null) return <PlainLines lines={price.lines} />
  return (
    <div className="grid gap-3">
      <PackageLines chosen={chosen} />
      {taken && taken.length > 0 && (
        <ul className="grid gap-2 text-[0.9375rem]">
          {taken.map(({ kind, label, amount }) => (
            <Line key={kind} name={label} className="font-medium text-primary">
              {exact(amount)}
            </Line>
          ))}
        </ul>
      )}
    </div>
  )
}

function PlainLines({ lines }: { lines: readonly PriceLine[] }) {
  return (
    <ul className="grid gap-3">
      {lines.map(({ kind, label, amount }) => (
        <Line
          key={`${kind} ${label}`}
          name={label}
          className={kind === 'package' ? '' : 'font-medium text-primary'}
        >
          {exact(amount)}
        </Line>
      ))}
    </ul>
  )
}

function PackageLines({ chosen }: { chosen: Package }) {
  if (chosen.kind === 'bootcamp') {
    const { name, startDate, endDate, timezone } = chosen.bootcamp
    return (
      <ul className="grid gap-3">
        <Line name={name} note={<SessionTime {...{ startDate, endDate, timezone }} />}>
          {formatCents(baseOf(chosen), { exact: true })}
        </Line>
      </ul>
    )
  }
  const { bundle, upgrade, parts } = chosen
  if (upgrade) return <UpgradeLines upgrade={upgrade} parts={parts} />
  const { separately } = bundleSavings(bundle)
  const saved = Math.max(0, separately - baseOf(chosen))
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
            {exact(price)}
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
          {exact(bundlePrice)}
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
