/** A class that is canceled or has moved: said at once, with the way to choose what becomes of the seat. */
import { CalendarX } from 'lucide-react'
import { Link } from 'react-router'
import { Button } from '@/components/ui/button'
import { cohortName } from '@/lib/cohorts'
import { StartTime } from '@/session/start-time'
import type { EnrolledBootcamp } from './purchases'

export type ClassChange = NonNullable<EnrolledBootcamp['classChange']>

/** There's nothing to join: another date, once chosen, is a class like any other. */
export const isCanceled = ({ classChange }: { classChange: ClassChange | null }) =>
  classChange?.kind === 'cancel' && classChange.choice !== 'date'

const isOver = ({ chooseBy }: ClassChange, asOf: string) => Date.parse(chooseBy) <= Date.parse(asOf)

/** Somebody still has to choose, and can. */
const asks = ({ classChange, join }: EnrolledBootcamp) =>
  classChange !== null && classChange.choice === null && !isOver(classChange, join.asOf)

const CHOSEN = {
  keep: 'The seat stays.',
  date: 'This date was chosen.',
  refund: 'A refund was chosen.',
  refund_all: 'A refund of everything was chosen.',
  credit: 'A credit was chosen.',
} as const

function changeWords({ kind, choice }: ClassChange): string {
  const happened = kind === 'cancel' ? 'This class is canceled.' : 'This class has a new date.'
  if (choice === null) return happened
  return choice === 'date' ? CHOSEN.date : `${happened} ${CHOSEN[choice]}`
}

function linkWords(change: ClassChange, asOf: string): string {
  if (isOver(change, asOf)) return 'See what happens to your seat'
  return change.choice === null ? 'See your choices' : 'See or change your choice'
}

/** On top of the page, for whoever still has to choose. */
export function ClassChangeBanners({ bootcamps }: { bootcamps: readonly EnrolledBootcamp[] }) {
  return bootcamps.filter(asks).map((bootcamp) => {
    const { name, classChange, timezone, enrollmentId } = bootcamp
    if (!classChange) return null
    const isOff = classChange.kind === 'cancel'
    return (
      <section
        key={enrollmentId}
        aria-label={`${name} ${isOff ? 'is canceled' : 'has moved'}`}
        className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4 rounded-2xl border border-market/40 bg-market-soft p-6"
      >
        <div className="flex min-w-0 gap-3.5">
          <CalendarX aria-hidden className="mt-0.5 size-6 shrink-0 text-market" />
          <div className="grid min-w-0 gap-1.5">
            <h2 className="text-xl font-bold tracking-tight wrap-anywhere">
              {isOff ? `${cohortName(name, bootcamp)} is canceled` : `${name} has a new date`}
            </h2>
            <div className="flex flex-wrap gap-x-1.5">
              <span>
                {isOff ? 'Choose what happens to your seat by' : 'Tell us if it suits you by'}
              </span>
              <StartTime startsAt={classChange.chooseBy} timezone={timezone} />
            </div>
          </div>
        </div>
        <ChooseLink change={classChange} asOf={bootcamp.join.asOf} />
      </section>
    )
  })
}

interface ChooseLinkProps {
  change: ClassChange
  asOf: string
  className?: string
}

/** An operator who looks at the site as somebody else has no link of theirs. */
function ChooseLink({ change, asOf, className }: ChooseLinkProps) {
  if (!change.path) return null
  return (
    <Button asChild className={className}>
      <Link to={change.path}>{linkWords(change, asOf)}</Link>
    </Button>
  )
}

interface ClassChangeNoteProps {
  change: ClassChange
  asOf: string
  bootcampName: string
}

/** At the seat itself. */
export function ClassChangeNote({ change, asOf, bootcampName }: ClassChangeNoteProps) {
  return (
    <div className="flex gap-3 rounded-xl bg-market-soft p-4 text-[0.9375rem]">
      <CalendarX aria-hidden className="mt-0.5 size-5 shrink-0 text-market" />
      <div className="grid justify-items-start gap-1">
        <p>{changeWords(change)}</p>
        {change.path && (
          <Link
            to={change.path}
            aria-label={`${linkWords(change, asOf)}: ${bootcampName}`}
            className="inline-flex min-h-11 items-center rounded-sm text-primary underline underline-offset-4 hover:decoration-2 sm:min-h-6"
          >
            {linkWords(change, asOf)}
          </Link>
        )}
      </div>
    </div>
  )
}

/** In place of the door to a class that won't take place. */
export function CanceledDoor({ change, asOf }: { change: ClassChange; asOf: string }) {
  return (
    <div className="grid justify-items-center gap-4 rounded-xl bg-market-soft p-5 text-center">
      <p role="status" className="text-lg font-bold">
        {changeWords(change)}
      </p>
      <ChooseLink change={change} asOf={asOf} className="max-sm:w-full" />
    </div>
  )
}
