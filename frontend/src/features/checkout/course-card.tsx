/** One course of the journey with all its dates, each of them a bootcamp that can be ticked. */
import { useId } from 'react'
import { SessionTime } from '@/components/session-time'
import { StepBadge } from '@/components/step-badge'
import { cn } from '@/lib/cn'
import { hoursLive, type Step } from '@/lib/offer'
import { ClockNote } from '@/session/clock-note'
import { OwnTime } from '@/session/own-time'
import { CardPrice, CardPriceNote } from './card-price'
import { Choice, type ChoiceState } from './choice'
import type { BootcampPackage } from './package'
import { StandingBadge } from './standing-badge'
import { salesOpenWords } from './unavailable-notice'
import { WaitingLink } from './waiting-link'

interface CourseCardProps {
  /** Bootcamps of one name, step and price, soonest first. */
  dates: readonly BootcampPackage[]
  isHeld: (offered: BootcampPackage) => boolean
  choiceOf: (offered: BootcampPackage) => ChoiceState
}

export function CourseCard({ dates, isHeld, choiceOf }: CourseCardProps) {
  const id = useId()
  const [first] = dates
  if (!first) return null
  const { name, step, includesCoaching } = first.bootcamp
  return (
    <div className="rounded-xl border bg-surface p-5 shadow-card">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4">
        <h3 id={id} className="text-xl leading-7 font-bold tracking-tight">
          {name}
        </h3>
        <p className="text-xl font-semibold tabular-nums">
          <CardPrice offered={first} />
        </p>
        <CardPriceNote offered={first} className="col-span-full" />
      </div>
      <div className="mt-1.5 mb-3 flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <StepBadge step={step as Step} />
        <p className="text-sm text-muted-foreground">
          {hoursLive(first.bootcamp)}
          {includesCoaching && ', and a 1-hour private coaching session'}
        </p>
      </div>
      <ul className="-mx-3 -mb-3 grid gap-1">
        {dates.map((offered) => (
          <li key={offered.key}>
            <DateChoice
              offered={offered}
              courseId={id}
              isHeld={isHeld(offered)}
              choice={choiceOf(offered)}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

interface DateChoiceProps {
  offered: BootcampPackage
  courseId: string
  isHeld: boolean
  choice: ChoiceState
}

function DateChoice({ offered, courseId, isHeld, choice }: DateChoiceProps) {
  const { startDate, endDate, timezone } = offered.bootcamp
  const { checked, disabled } = choice
  const hours = { startDate, endDate, timezone }
  return (
    <Choice
      {...choice}
      labeledBy={courseId}
      className={cn(
        'rounded-lg border border-transparent p-3',
        !disabled && 'hover:bg-surface-2',
        checked && 'border-primary bg-accent-soft/60 ring-1 ring-primary hover:bg-accent-soft/60',
      )}
      label={
        <span
          className={cn(
            'font-medium max-sm:text-sm',
            disabled && !checked && 'text-muted-foreground',
          )}
        >
          <SessionTime {...hours} />
        </span>
      }
      aside={<StandingBadge offered={offered} isHeld={isHeld} className="max-sm:order-1" />}
    >
      <OwnTime {...hours} />
      <ClockNote {...hours} />
      {offered.standing === 'salesAhead' && <span>{salesOpenWords(offered)}</span>}
      {!isHeld && <WaitingLink offered={offered} />}
    </Choice>
  )
}
