/** Is the class ready? How it stands, its own checks, then the people with problems first. */
import { ChevronRight, Users } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { errorMessage } from '@/api/api-error'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { Skeleton } from '@/components/ui/skeleton'
import type { ReadinessBoardProps } from '@/features/admin-kit/readiness'
import { PersonLink } from '@/features/admin-kit/record-links'
import { cn } from '@/lib/cn'
import { formatTime, viewerZone } from '@/lib/dates'
import { useRights } from '@/session/rights'
import { CellRow, RepairButton } from './cell-row'
import { countWords, isGreen, isRed, LOOKS, StateIcon, worstFirst } from './cell-state'
import {
  type Attendee,
  type Cell,
  type CellState,
  type Readiness,
  useReadiness,
} from './readiness-queries'
import { canRepairAll, RIGHTS, useRepairAll } from './repairs'
import { type WarningGroup, warningsByKind } from './warnings'

export function ReadinessBoard({ bootcampId }: ReadinessBoardProps) {
  const { data, error, refetch, isFetching, repaired } = useReadiness(bootcampId)
  if (data) {
    return (
      <div className="grid min-w-0 gap-4">
        <Head readiness={data} hasFailed={error !== null} />
        <ClassCells bootcampId={bootcampId} cells={data.cells} onRepaired={repaired} />
        <People bootcampId={bootcampId} attendees={data.attendees} onRepaired={repaired} />
      </div>
    )
  }
  if (error) {
    return (
      <ErrorState
        title="Readiness couldn't be loaded"
        onRetry={() => void refetch()}
        retrying={isFetching}
      >
        {errorMessage(error, 'Check your connection and try again.')}
      </ErrorState>
    )
  }
  return (
    <div role="status" className="grid gap-4">
      <span className="sr-only">Loading readiness</span>
      <Skeleton className="h-20" />
      <Skeleton className="h-64" />
    </div>
  )
}

function Head({ readiness, hasFailed }: { readiness: Readiness; hasFailed: boolean }) {
  const { worst, counts, asOf } = readiness
  const { icon: Icon, title, ground } = LOOKS[worst]
  return (
    <div className={cn('flex items-center gap-3.5 rounded-xl p-4', ground)}>
      <Icon aria-hidden className="size-8 shrink-0" />
      <div role="status" className="min-w-0">
        <p className="text-lg leading-6 font-bold tracking-tight">{title}</p>
        <p className="tabular-nums">{countWords(counts)}</p>
        <p className="text-sm tabular-nums">
          {hasFailed ? 'You may be offline. As of ' : 'Checked at '}
          {formatTime(asOf, viewerZone())}
        </p>
      </div>
    </div>
  )
}

interface ClassCellsProps {
  bootcampId: number
  cells: readonly Cell[]
  onRepaired: () => void
}

function ClassCells({ bootcampId, cells, onRepaired }: ClassCellsProps) {
  const titleId = useId()
  const open = cells.filter((cell) => !isGreen(cell)).sort(worstFirst)
  const fine = cells.filter(isGreen)
  const place = { bootcampId, attendee: null }
  return (
    <Card role="region" aria-labelledby={titleId} className="min-w-0 gap-2 p-4 sm:p-5">
      <h3 id={titleId} className="text-lg font-bold tracking-tight">
        The class
      </h3>
      {open.length > 0 && (
        <ul className="divide-y">
          {open.map((cell) => (
            <CellRow key={cell.key} cell={cell} place={place} onRepaired={onRepaired} />
          ))}
        </ul>
      )}
      {fine.length > 0 && (
        <Folded
          state="green"
          words={fine.length === 1 ? '1 check is fine' : `${fine.length} checks are fine`}
        >
          <ul className="divide-y">
            {fine.map((cell) => (
              <CellRow key={cell.key} cell={cell} place={place} onRepaired={onRepaired} />
            ))}
          </ul>
        </Folded>
      )}
    </Card>
  )
}

interface PeopleProps {
  bootcampId: number
  attendees: readonly Attendee[]
  onRepaired: () => void
}

function People({ bootcampId, attendees, onRepaired }: PeopleProps) {
  const titleId = useId()
  const ready = attendees.filter(({ worst }) => worst === 'green')
  const withProblem = attendees.filter(({ cells }) => cells.some(isRed))
  if (attendees.length === 0) {
    return (
      <EmptyState icon={Users} title="Nobody has a seat yet">
        Everyone who buys a seat will be checked here.
      </EmptyState>
    )
  }
  return (
    <Card role="region" aria-labelledby={titleId} className="min-w-0 gap-2 p-4 sm:p-5">
      <h3 id={titleId} className="text-lg font-bold tracking-tight">
        People
      </h3>
      {withProblem.length > 0 && (
        <ul className="divide-y">
          {withProblem.map((attendee) => (
            <Person
              key={attendee.enrollmentId}
              bootcampId={bootcampId}
              attendee={attendee}
              onRepaired={onRepaired}
            />
          ))}
        </ul>
      )}
      <Warnings bootcampId={bootcampId} attendees={attendees} onRepaired={onRepaired} />
      {ready.length > 0 && (
        <Folded
          state="green"
          words={ready.length === 1 ? '1 person is ready' : `${ready.length} people are ready`}
        >
          <ul className="grid gap-x-6 sm:grid-cols-2">
            {ready.map((attendee) => (
              <li key={attendee.enrollmentId} className="flex items-center gap-2.5 py-1.5">
                <StateIcon state="green" />
                <Name attendee={attendee} />
              </li>
            ))}
          </ul>
        </Folded>
      )}
    </Card>
  )
}

interface PersonProps {
  bootcampId: number
  attendee: Attendee
  onRepaired: () => void
}

function Person({ bootcampId, attendee, onRepaired }: PersonProps) {
  return (
    <li className="grid gap-1 py-3 first:pt-1">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <Name attendee={attendee} />
        <span className="text-sm wrap-anywhere text-muted-foreground">{attendee.email}</span>
      </div>
      <ul aria-label={`What ${attendee.name} needs`}>
        {attendee.cells.filter(isRed).map((cell) => (
          <CellRow
            key={cell.key}
            cell={cell}
            place={{ bootcampId, attendee }}
            onRepaired={onRepaired}
          />
        ))}
      </ul>
    </li>
  )
}

/** One row for each kind of warning, however many people it is about. */
function Warnings({ bootcampId, attendees, onRepaired }: PeopleProps) {
  const groups = warningsByKind(attendees)
  if (groups.length === 0) return null
  return (
    <ul aria-label="Warnings" className="divide-y">
      {groups.map((group) => (
        <li
          key={group.name}
          className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-1"
        >
          <Folded
            state="amber"
            words={`${group.name} · ${group.people.length === 1 ? '1 person' : `${group.people.length} people`}`}
          >
            <ul className="divide-y">
              {group.people.map(({ attendee, cell }) => (
                <li
                  key={attendee.enrollmentId}
                  className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-1.5 pl-7"
                >
                  <Name attendee={attendee} />
                  <RepairButton
                    cell={cell}
                    place={{ bootcampId, attendee }}
                    onRepaired={onRepaired}
                  />
                </li>
              ))}
            </ul>
          </Folded>
          {group.people.length > 1 && (
            <RepairAll bootcampId={bootcampId} group={group} onRepaired={onRepaired} />
          )}
        </li>
      ))}
    </ul>
  )
}

interface RepairAllProps {
  bootcampId: number
  group: WarningGroup
  onRepaired: () => void
}

function RepairAll({ bootcampId, group, onRepaired }: RepairAllProps) {
  const may = useRights()
  const { repair, people, name } = group
  const all = useRepairAll(
    repair?.kind ?? null,
    bootcampId,
    people.map(({ attendee }) => attendee),
    onRepaired,
  )
  if (!repair || !canRepairAll(repair.kind) || !may(RIGHTS[repair.kind])) return null
  const label = `${repair.label} (${people.length})`
  return (
    <Button
      variant="outline"
      size="sm"
      className="max-sm:h-11 max-sm:w-full"
      aria-label={`${label}: ${name}`}
      busy={all.isPending}
      busyLabel="Working…"
      onClick={() => all.mutate()}
    >
      {label}
    </Button>
  )
}

function Name({ attendee: { userId, email, name } }: { attendee: Attendee }) {
  return (
    <PersonLink userId={userId} email={email} className="font-semibold wrap-anywhere">
      {name}
    </PersonLink>
  )
}

interface FoldedProps {
  state: CellState
  words: string
  children: ReactNode
}

function Folded({ state, words, children }: FoldedProps) {
  return (
    <details className="group min-w-0 flex-1 basis-60">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2.5 rounded-md font-medium [&::-webkit-details-marker]:hidden">
        <StateIcon state={state} />
        {words}
        <ChevronRight
          aria-hidden
          className="size-4 text-muted-foreground transition-transform duration-200 group-open:rotate-90"
        />
      </summary>
      {children}
    </details>
  )
}
