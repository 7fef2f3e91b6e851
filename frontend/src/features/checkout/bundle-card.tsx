/** All bootcamps at one price, and what that saves. */
import { Check } from 'lucide-react'
import { Badge } from '@/components/ui/badge'
import { cn } from '@/lib/cn'
import { formatMoment, formatRange, formatWeekday, viewerZone } from '@/lib/dates'
import { formatCents } from '@/lib/money'
import { bundleSavings } from '@/lib/offer'
import { upgradeSum } from '@/lib/upgrade'
import type { Member } from './bundle-dates'
import { CardPrice, CardPriceNote } from './card-price'
import { Choice, type ChoiceState } from './choice'
import { type BootcampPackage, type BundlePackage, restOf } from './package'
import { PARTLY_OWNED, StandingBadge } from './standing-badge'
import { WaitingLink } from './waiting-link'

interface BundleCardProps {
  offered: BundlePackage
  /** Where the members' hours and zones stand. */
  bootcamps: readonly BootcampPackage[]
  isHeld: boolean
  choice: ChoiceState
}

export function BundleCard({ offered, bootcamps, isHeld, choice }: BundleCardProps) {
  const { bundle, upgrade, standing } = offered
  const isOwned = (id: number) => upgrade?.missing.every((one) => one.id !== id)
  const shown = (member: Member) =>
    offered.parts.find((part) => part.member.id === member.id)?.date ?? member
  const { checked, disabled } = choice
  return (
    <Choice
      {...choice}
      className={cn(
        'rounded-xl border bg-surface p-5 shadow-card',
        !disabled && 'hover:border-border-strong',
        checked && 'border-primary ring-1 ring-primary hover:border-primary',
      )}
      label={
        <span
          className={cn(
            'font-display text-xl font-bold tracking-tight',
            disabled && !checked && 'text-muted-foreground',
          )}
        >
          {bundle.name}
        </span>
      }
      aside={<BundlePrice offered={offered} />}
    >
      <CardPriceNote offered={offered} />
      {bundle.tagline && <p className="text-[0.9375rem]">{bundle.tagline}</p>}
      <ul className="mt-1 grid gap-1.5">
        {bundle.bootcamps.map((member) => (
          <li key={member.id} className="flex gap-2">
            <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-primary" strokeWidth={2.5} />
            <span>
              <span className="text-foreground">{member.name}</span>,{' '}
              {isOwned(member.id) ? 'which you own' : dateOf(shown(member), bootcamps)}
            </span>
          </li>
        ))}
      </ul>
      {upgrade && <p className="mt-1 tabular-nums">{upgradeSum(upgrade)}</p>}
      <span className="mt-1 flex flex-wrap gap-2">
        {upgrade && standing !== 'paidUp' && <Badge tone="positive">{PARTLY_OWNED}</Badge>}
        <StandingBadge offered={offered} isHeld={isHeld} />
      </span>
      {!isHeld && <WaitingLink offered={offered} className="mt-1" />}
    </Choice>
  )
}

function BundlePrice({ offered }: { offered: BundlePackage }) {
  const { upgrade, bundle } = offered
  const { separately, saved } = bundleSavings(upgrade ? restOf(upgrade) : bundle)
  return (
    <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
      {saved > 0 && (
        <>
          <Badge tone="accent">Save {formatCents(saved)}</Badge>
          <s className="text-muted-foreground tabular-nums">
            <span className="sr-only">Separately </span>
            {formatCents(separately)}
          </s>
        </>
      )}
      <span className="text-2xl leading-7 font-bold tracking-tight tabular-nums">
        <CardPrice offered={offered} />
      </span>
    </span>
  )
}

function dateOf(
  { id, startDate }: { id: number; startDate: string },
  bootcamps: readonly BootcampPackage[],
): string {
  const known = bootcamps.find(({ bootcamp }) => bootcamp.id === id)?.bootcamp
  if (!known)
    return `${formatWeekday(startDate, viewerZone())}, ${formatMoment(startDate, viewerZone())}`
  const { startDate: starts, endDate, timezone } = known
  return `${formatWeekday(starts, timezone)}, ${formatRange(starts, endDate, timezone)}`
}
