/** The head of a bootcamp's page: what it is, how far away it is, and the way into it. */
import { DoorOpen, Radio } from 'lucide-react'
import { Suspense } from 'react'
import { Link, useSearchParams } from 'react-router'
import { Button } from '@/components/ui/button'
import {
  type ChangeKind,
  type ClassChangeParts,
  isBelowMinimum,
} from '@/features/admin-kit/class-change'
import { classClock, isOnTheDay, phaseOf } from '@/features/admin-kit/class-clock'
import { roomPath } from '@/features/admin-kit/record-links'
import { StartClass } from '@/features/admin-kit/start-class'
import { cn } from '@/lib/cn'
import { cohortDay } from '@/lib/cohorts'
import { formatTime } from '@/lib/dates'
import { useNarrow } from '@/lib/use-narrow'
import { useRights } from '@/session/rights'
import { isCanceled, isDraft } from '../bootcamp-form'
import { DeskWindows } from '../desk-windows'
import { useBootcampDesk } from '../use-bootcamp-desk'
import { Actions, DraftNotice } from './bootcamp-actions'
import { BootcampFacts } from './bootcamp-facts'
import type { AdminBootcamp } from './bootcamp-query'
import { ClassChangeNotice, canChangeClass, TOO_FEW } from './class-change-notice'
import { CohortBadges } from './cohort-badges'

interface CohortHeadProps {
  bootcamp: AdminBootcamp
  titleId: string
  now: number
  classChange: ClassChangeParts | undefined
}

export function CohortHead({ bootcamp, titleId, now, classChange }: CohortHeadProps) {
  const may = useRights()
  const canEdit = may('catalogue')
  const isNarrow = useNarrow()
  const mayChange = may('money') && classChange !== undefined
  const { asked, ask, close } = useAskedChange()
  const acts = {
    bootcamp,
    desk: useBootcampDesk(),
    now,
    canEdit,
    onChangeClass: mayChange && canChangeClass(bootcamp, now) ? ask : null,
  }
  const hasActs = canEdit || acts.onChangeClass !== null
  const { name, startDate, timezone, enrolled, maxSeats } = bootcamp
  const hasWayIn = clockOf(bootcamp, now) !== null
  return (
    <div className="grid min-w-0 gap-3">
      <div
        className={cn(
          'flex min-w-0 flex-wrap items-center justify-between gap-x-6 gap-y-3',
          // On a phone the menu alone needs no row of its own.
          !hasWayIn && 'max-md:flex-nowrap max-md:items-start',
        )}
      >
        <div className="grid min-w-0 gap-1.5">
          <h2 id={titleId} className="text-2xl font-extrabold tracking-tight wrap-anywhere">
            {name}
          </h2>
          {/* On a phone the facts come after the people: the day and the seats are said at once. */}
          {isNarrow && (
            <p className="text-sm text-muted-foreground tabular-nums">
              {cohortDay(bootcamp)}, {formatTime(startDate, timezone)} · {enrolled}/{maxSeats} seats
            </p>
          )}
          <CohortBadges bootcamp={bootcamp} now={now} />
        </div>
        <div
          className={cn(
            'flex flex-wrap items-center gap-2.5 md:gap-3',
            hasWayIn && 'max-md:w-full',
          )}
        >
          <WayIn bootcamp={bootcamp} now={now} />
          {hasActs && <Actions {...acts} isNarrow={isNarrow} />}
        </div>
      </div>
      {!isNarrow && <BootcampFacts bootcamp={bootcamp} now={now} />}
      {canEdit && isDraft(bootcamp) && <DraftNotice {...acts} />}
      {mayChange && <ClassChangeNotice bootcamp={bootcamp} now={now} onChange={ask} />}
      <DeskWindows desk={acts.desk} />
      {asked && acts.onChangeClass && classChange && (
        <Suspense fallback={null}>
          <classChange.Dialog
            bootcamp={bootcamp}
            kind={asked}
            words={isBelowMinimum(bootcamp) ? TOO_FEW : ''}
            onClose={close}
          />
        </Suspense>
      )}
    </div>
  )
}

const ASKED = 'change'

/** In the address, so that a notice to the operators can lead to the open window. */
function useAskedChange() {
  const [params, setParams] = useSearchParams()
  const asked = params.get(ASKED)
  const put = (kind: ChangeKind | null) =>
    setParams(
      (last) => {
        if (kind) last.set(ASKED, kind)
        else last.delete(ASKED)
        return last
      },
      { replace: true, preventScrollReset: true },
    )
  return {
    asked: asked === 'cancel' || asked === 'move' ? (asked as ChangeKind) : null,
    ask: (kind: ChangeKind) => put(kind),
    close: () => put(null),
  }
}

/** How far away it is; nothing for a class that nobody goes to. */
const clockOf = (bootcamp: AdminBootcamp, now: number) =>
  isCanceled(bootcamp) ? null : classClock(bootcamp, bootcamp.timezone, now)

function WayIn({ bootcamp, now }: { bootcamp: AdminBootcamp; now: number }) {
  const may = useRights()
  const words = clockOf(bootcamp, now)
  if (!words) return null
  const isNow = isOnTheDay(bootcamp, now)
  return (
    <>
      <p
        className={cn(
          'flex items-center gap-1.5 font-semibold whitespace-nowrap tabular-nums',
          phaseOf(bootcamp, now) === 'live' && 'text-market',
          // A phone has no room for it beside both ways in.
          isNow && 'max-md:basis-full',
        )}
      >
        {phaseOf(bootcamp, now) === 'live' && <Radio aria-hidden className="size-4" />}
        {words}
      </p>
      {isNow && may('room') && (
        <Button asChild variant="outline" className="max-md:flex-1">
          <Link to={roomPath(bootcamp.id)}>
            <DoorOpen aria-hidden className="max-md:hidden" />
            Room
          </Link>
        </Button>
      )}
      <StartClass
        bootcamp={bootcamp}
        variant={isNow ? 'primary' : 'outline'}
        className="max-md:flex-1"
      />
    </>
  )
}
