/** What is chosen cannot be bought: why, and what could be bought instead. */
import { CircleAlert, CircleCheck, Hourglass } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { SessionTime } from '@/components/session-time'
import { Button } from '@/components/ui/button'
import { cn } from '@/lib/cn'
import { formatDay } from '@/lib/dates'
import { salesWords } from '@/lib/prices'
import { upgradeWords } from '@/lib/upgrade'
import { TELL_ME_OF_NEXT, waitingPath } from '@/lib/waiting-list'
import { bringIntoView } from './bring-into-view'
import { dateInTheWay, fullDateWords } from './date-in-the-way'
import {
  type BootcampPackage,
  hasOtherDates,
  hasWaitingList,
  otherDates,
  type Package,
  type Standing,
  shutPart,
} from './package'
import { waitingPathOf, waitingWords } from './waiting-link'

const OFFERED = 3
const USUAL_HOLD_SECONDS = 600

const BAD_NEWS = { Icon: CircleAlert, box: 'bg-market-soft/60', ink: 'text-market' }
const GOOD_NEWS = { Icon: CircleCheck, box: 'bg-accent-soft', ink: 'text-primary' }
const NOT_YET = { Icon: Hourglass, box: 'bg-build-soft', ink: 'text-build' }

const reasons: Record<
  Exclude<Standing, 'open' | 'held' | 'paidUp' | 'salesAhead'>,
  (name: string) => string
> = {
  soldOut: (name) => `${name} is sold out.`,
  started: (name) => `${name} has already started.`,
  offSale: (name) => `${name} is no longer on sale.`,
  salesOver: (name) => `Sales have closed for ${name}.`,
  owned: (name) => `You already own ${name}.`,
  partlyOwned: (name) => `You already have part of ${name}.`,
}

interface UnavailableNoticeProps {
  chosen: Package
  bootcamps: readonly BootcampPackage[]
  /** It could be bought when the buyer looked last. */
  isJustLost: boolean
  /** Somebody pressed Pay for it. */
  wasTried: boolean
  /** For how long a seat is held for whoever is paying. */
  holdSeconds: number | undefined
  onChoose: (chosen: Package) => void
}

const dayOf = ({ bootcamp }: BootcampPackage) => formatDay(bootcamp.startDate, bootcamp.timezone)

/** "Sales open Mon, Nov 23 at 9:00 AM EST": of a bundle, those of the date that keeps it from being sold. */
export function salesOpenWords(chosen: Package): string {
  const now = Date.now()
  const shut = chosen.kind === 'bundle' ? shutPart(chosen.parts) : chosen.bootcamp
  return (shut && salesWords(shut, now)) || 'Sales are about to open'
}

/** One date of several is not the whole course. */
function reasonFor(props: UnavailableNoticeProps): string {
  const { chosen, bootcamps, isJustLost, holdSeconds = USUAL_HOLD_SECONDS } = props
  const { standing, name } = chosen
  if (standing === 'open') return ''
  if (standing === 'paidUp')
    return chosen.kind === 'bundle' && chosen.upgrade ? upgradeWords(chosen.upgrade) : ''
  const date = dateInTheWay(chosen)
  if (date) return fullDateWords(date, isJustLost)
  if (standing === 'held') {
    const minutes = Math.ceil(holdSeconds / 60)
    const what = chosen.kind === 'bundle' ? name : `${name} on ${dayOf(chosen)}`
    return `All seats in ${what} are on hold right now. One may free up within ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`
  }
  if (standing === 'salesAhead') return `${salesOpenWords(chosen)}.`
  if (standing !== 'soldOut' || chosen.kind === 'bundle' || !hasOtherDates(bootcamps, chosen))
    return reasons[standing](name)
  const day = dayOf(chosen)
  return isJustLost ? `${day} has just been taken.` : `${name} on ${day} is sold out.`
}

export function UnavailableNotice(props: UnavailableNoticeProps) {
  const { chosen, bootcamps, isJustLost, wasTried, onChoose } = props
  const { standing, name } = chosen
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // It takes the place of a form that somebody was filling in.
    if (isJustLost && box.current) bringIntoView(box.current)
  }, [isJustLost])
  if (standing === 'open') return null
  // Another date of the bundle is what helps, and is chosen where its dates are.
  const hasDate = dateInTheWay(chosen) !== undefined
  const others = hasDate ? [] : otherDates(bootcamps, chosen).slice(0, OFFERED)
  const isPaidUp = standing === 'paidUp'
  const isOwned = standing === 'owned' || standing === 'partlyOwned' || isPaidUp
  const isNotYet = standing === 'held' || standing === 'salesAhead'
  // Owning it is good news, and a seat on hold may come back: neither is an error.
  const { Icon, box: boxLook, ink } = isOwned ? GOOD_NEWS : isNotYet ? NOT_YET : BAD_NEWS
  return (
    <div ref={box} tabIndex={-1} className={cn('grid gap-4 rounded-xl p-5', boxLook)}>
      <p role="alert" className="flex gap-3 font-medium">
        <Icon aria-hidden className={cn('mt-0.5 size-5 shrink-0', ink)} />
        <span>
          {reasonFor(props)}
          {wasTried && " You haven't been charged."}
        </span>
      </p>
      {isOwned && (
        <Button asChild variant="outline" className="justify-self-start">
          {isPaidUp ? (
            <Link to={`/contact?subject=${encodeURIComponent(`The rest of ${name}`)}`}>
              Contact us
            </Link>
          ) : (
            <Link to="/portal">Go to My Bootcamps</Link>
          )}
        </Button>
      )}
      {others.length > 0 && !isPaidUp && (
        <div className="grid gap-2">
          <p className="text-sm text-muted-foreground">You can choose instead:</p>
          {others.map((other) => (
            <Instead key={other.key} other={other} onChoose={onChoose} />
          ))}
        </div>
      )}
      {!isOwned && !hasDate && (hasWaitingList(chosen) || others.length === 0) && (
        <NextChance chosen={chosen} />
      )}
    </div>
  )
}

function nextChance(chosen: Package): { to: string; words: string } {
  if (hasWaitingList(chosen)) return { to: waitingPathOf(chosen), words: waitingWords(chosen) }
  if (chosen.kind === 'bootcamp') {
    return {
      to: waitingPath({ course: chosen.bootcamp.bootcampType }),
      words: TELL_ME_OF_NEXT,
    }
  }
  const subject = encodeURIComponent(`Next date of ${chosen.name}`)
  return { to: `/contact?subject=${subject}`, words: 'Ask about the next date' }
}

/** A seat that may come free, or the date after this one. */
function NextChance({ chosen }: { chosen: Package }) {
  const { to, words } = nextChance(chosen)
  return (
    <Button asChild variant="outline" className="justify-self-start">
      <Link to={to}>{words}</Link>
    </Button>
  )
}

interface InsteadProps {
  other: BootcampPackage
  onChoose: (chosen: Package) => void
}

function Instead({ other, onChoose }: InsteadProps) {
  const { name, startDate, endDate, timezone } = other.bootcamp
  return (
    <Button
      variant="outline"
      className="h-auto flex-col items-start gap-0 rounded-lg px-4 py-2.5 text-left whitespace-normal"
      onClick={() => onChoose(other)}
    >
      <span className="font-semibold">{name}</span>
      <span className="text-sm text-muted-foreground">
        <SessionTime {...{ startDate, endDate, timezone }} />
      </span>
    </Button>
  )
}
