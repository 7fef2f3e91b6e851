/** What is chosen cannot be bought: why, and what could be bought instead. */
import { CircleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { SessionTime } from '@/components/session-time'
import { Button } from '@/components/ui/button'
import { formatDay } from '@/lib/dates'
import { bringIntoView } from './bring-into-view'
import {
  type BootcampPackage,
  hasOtherDates,
  otherDates,
  type Package,
  type Standing,
} from './package'

const OFFERED = 3

const reasons: Record<Exclude<Standing, 'open'>, (name: string) => string> = {
  soldOut: (name) => `${name} is sold out.`,
  started: (name) => `${name} has already started.`,
  offSale: (name) => `${name} is no longer on sale.`,
  owned: (name) => `You already own ${name}.`,
  partlyOwned: (name) => `You already own part of ${name}.`,
}

interface UnavailableNoticeProps {
  chosen: Package
  bootcamps: readonly BootcampPackage[]
  /** It could be bought when the buyer looked last. */
  isJustLost: boolean
  /** Somebody pressed Pay for it. */
  wasTried: boolean
  onChoose: (chosen: Package) => void
}

/** One date of several is not the whole course. */
function reasonFor({ chosen, bootcamps, isJustLost }: UnavailableNoticeProps): string {
  const { standing, name } = chosen
  if (standing === 'open') return ''
  if (standing !== 'soldOut' || chosen.kind === 'bundle' || !hasOtherDates(bootcamps, chosen))
    return reasons[standing](name)
  const { startDate, timezone } = chosen.bootcamp
  const day = formatDay(startDate, timezone)
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
  const others = otherDates(bootcamps, chosen).slice(0, OFFERED)
  const isOwned = standing === 'owned' || standing === 'partlyOwned'
  return (
    <div ref={box} tabIndex={-1} className="grid gap-4 rounded-xl bg-market-soft/60 p-5">
      <p role="alert" className="flex gap-3 font-medium">
        <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-market" />
        <span>
          {reasonFor(props)}
          {wasTried && " You haven't been charged."}
        </span>
      </p>
      {isOwned && (
        <Button asChild variant="outline" className="justify-self-start">
          <Link to="/portal">Go to My Bootcamps</Link>
        </Button>
      )}
      {others.length > 0 ? (
        <div className="grid gap-2">
          <p className="text-sm text-muted-foreground">You can choose instead:</p>
          {others.map((other) => (
            <Instead key={other.key} other={other} onChoose={onChoose} />
          ))}
        </div>
      ) : (
        !isOwned && (
          <Button asChild variant="outline" className="justify-self-start">
            <Link to={`/contact?subject=${encodeURIComponent(`Next date of ${name}`)}`}>
              Ask for the next date
            </Link>
          </Button>
        )
      )}
    </div>
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
