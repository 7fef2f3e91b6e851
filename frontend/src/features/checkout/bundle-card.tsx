/** All bootcamps at one price, what that saves, and on which dates they are taken. */
import { Check } from 'lucide-react'
import { Badge } from '@/components/ui/badge'
import { cn } from '@/lib/cn'
import { formatMoment, formatRange, formatWeekday, unbroken, viewerZone } from '@/lib/dates'
import { formatCents } from '@/lib/money'
import { bundleSavings } from '@/lib/offer'
import { upgradeSum } from '@/lib/upgrade'
import { OwnTime } from '@/session/own-time'
import { hasChoice, type Member } from './bundle-dates'
import { CardPrice, CardPriceNote } from './card-price'
import { Choice, type ChoiceState } from './choice'
import { DateFields } from './date-fields'
import { type BootcampPackage, type BundlePackage, restOf } from './package'
import { partlyOwnedWords, StandingBadge } from './standing-badge'
import { WaitingLink } from './waiting-link'

interface BundleCardProps {
  offered: BundlePackage
  /** Where the members' hours and zones stand. */
  bootcamps: readonly BootcampPackage[]
  isHeld: boolean
  /** While the card is being charged nothing can be changed. */
  isLocked: boolean
  choice: ChoiceState
  onChooseDates: (ids: readonly number[]) => void
}

export function BundleCard(props: BundleCardProps) {
  const { offered, bootcamps, isHeld, isLocked, choice, onChooseDates } = props
  const { bundle, upgrade, standing, parts } = offered
  const isOwned = (id: number) => upgrade?.missing.every((one) => one.id !== id)
  const { checked, disabled } = choice
  const asksForDates = checked && hasChoice(parts)
  const listed = bundle.bootcamps.filter(({ id }) => !asksForDates || isOwned(id))
  return (
    <div
      className={cn(
        'rounded-xl border bg-surface shadow-card transition-[border-color,box-shadow] duration-200 ease-out',
        !disabled && 'hover:border-border-strong',
        checked && 'border-primary ring-1 ring-primary hover:border-primary',
      )}
    >
      <Choice
        {...choice}
        className="p-5"
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
        {listed.length > 0 && (
          <ul className="mt-1 grid gap-1.5">
            {listed.map((member) => (
              <li key={member.id} className="flex gap-2">
                <Check
                  aria-hidden
                  className="mt-0.5 size-4 shrink-0 text-primary"
                  strokeWidth={2.5}
                />
                <span>
                  <span className="text-foreground">{member.name}</span>,{' '}
                  {isOwned(member.id) ? (
                    'which you own'
                  ) : (
                    <DateOf member={member} offered={offered} bootcamps={bootcamps} />
                  )}
                </span>
              </li>
            ))}
          </ul>
        )}
        {upgrade && <p className="mt-1 tabular-nums">{upgradeSum(upgrade)}</p>}
        <span className="mt-1 flex flex-wrap gap-2">
          {upgrade && standing !== 'paidUp' && (
            <Badge tone="positive">{partlyOwnedWords(offered)}</Badge>
          )}
          {/* Few seats are told beside the date that has them. */}
          {!(asksForDates && standing === 'open') && (
            <StandingBadge offered={offered} isHeld={isHeld} />
          )}
        </span>
        {!isHeld && <WaitingLink offered={offered} className="mt-1" />}
      </Choice>
      {asksForDates && (
        <DateFields parts={parts} isHeld={isHeld} isLocked={isLocked} onChoose={onChooseDates} />
      )}
    </div>
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

interface DateOfProps extends Pick<BundleCardProps, 'offered' | 'bootcamps'> {
  member: Member
}

function DateOf({ member, offered, bootcamps }: DateOfProps) {
  const { id, startDate } =
    offered.parts.find((part) => part.member.id === member.id)?.date ?? member
  const known = bootcamps.find(({ bootcamp }) => bootcamp.id === id)?.bootcamp
  if (!known)
    return `${formatWeekday(startDate, viewerZone())}, ${formatMoment(startDate, viewerZone())}`
  return (
    <>
      {formatWeekday(known.startDate, known.timezone)},{' '}
      {unbroken(formatRange(known.startDate, known.endDate, known.timezone))}
      <OwnTime {...known} className="block" />
    </>
  )
}
