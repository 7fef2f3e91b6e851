/** Is the class ready? How it stands, its own checks, then the people with problems first. */
import { ChevronRight, Users } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { errorMessage } from '@/api/api-error'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { Skeleton } from '@/components/ui/skeleton'
import type { ReadinessBoardProps } from '@/features/admin-kit/readiness'
import { PersonLink } from '@/features/admin-kit/record-links'
import { cn } from '@/lib/cn'
import { formatTime, viewerZone } from '@/lib/dates'
import { CellRow } from './cell-row'
import { cellName, countWords, isGreen, LOOKS, StateIcon, worstFirst } from './cell-state'
import { type Attendee, type Cell, type Readiness, useReadiness } from './readiness-queries'

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
        <Folded words={fine.length === 1 ? '1 check is fine' : `${fine.length} checks are fine`}>
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
  const others = attendees.filter(({ worst }) => worst !== 'green')
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
      {others.length > 0 && (
        <ul className="divide-y">
          {others.map((attendee) => (
            <Person
              key={attendee.enrolmentId}
              bootcampId={bootcampId}
              attendee={attendee}
              onRepaired={onRepaired}
            />
          ))}
        </ul>
      )}
      {ready.length > 0 && (
        <Folded
          words={ready.length === 1 ? '1 person is ready' : `${ready.length} people are ready`}
        >
          <ul className="grid gap-x-6 sm:grid-cols-2">
            {ready.map((attendee) => (
              <li key={attendee.enrolmentId} className="flex items-center gap-2.5 py-1.5">
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
  const open = attendee.cells.filter((cell) => !isGreen(cell)).sort(worstFirst)
  const fine = attendee.cells.filter(isGreen)
  return (
    <li className="grid gap-1 py-3 first:pt-1">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <Name attendee={attendee} />
        <span className="text-sm wrap-anywhere text-muted-foreground">{attendee.email}</span>
      </div>
      <ul aria-label={`What ${attendee.name} needs`}>
        {open.map((cell) => (
          <CellRow
            key={cell.key}
            cell={cell}
            place={{ bootcampId, attendee }}
            onRepaired={onRepaired}
          />
        ))}
      </ul>
      {fine.length > 0 && (
        <p className="text-sm text-muted-foreground">Fine: {fine.map(cellName).join(', ')}</p>
      )}
    </li>
  )
}

function Name({ attendee: { userId, email, name } }: { attendee: Attendee }) {
  return (
    <PersonLink userId={userId} email={email} className="font-semibold wrap-anywhere">
      {name}
    </PersonLink>
  )
}

function Folded({ words, children }: { words: string; children: ReactNode }) {
  return (
    <details className="group min-w-0">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2.5 rounded-md font-medium [&::-webkit-details-marker]:hidden">
        <StateIcon state="green" />
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
