/** How a class change stands: who chose what, who is silent, what was carried out and what failed. */
import { BellRing, CalendarX } from 'lucide-react'
import { useState } from 'react'
import { ApiError } from '@/api/api-error'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { EmptyState } from '@/components/ui/empty-state'
import type { ChangedClass } from '@/features/admin-kit/class-change'
import { momentWords } from '@/features/admin-kit/moments'
import { ChangeFigures } from './change-figures'
import {
  type ChangeRow,
  type ClassChange,
  people,
  useClassChange,
  useNudge,
} from './change-queries'
import { ChangeRows } from './change-rows'
import { ChooseDialog } from './choose-dialog'

const states = {
  open: { words: 'Students are choosing', tone: 'build' },
  carrying_out: { words: 'Being carried out', tone: 'accent' },
  done: { words: 'Done', tone: 'positive' },
} as const

export function ChangeBoard({ bootcamp }: { bootcamp: ChangedClass }) {
  const query = useClassChange(bootcamp.id)
  const [chosenFor, setChosenFor] = useState<ChangeRow | null>(null)
  const change = query.data
  if (query.error instanceof ApiError && query.error.status === 404) {
    return (
      <EmptyState icon={CalendarX} title="This class hasn't been canceled or moved">
        When it is, you'll see here who chose what and what was carried out.
      </EmptyState>
    )
  }
  return (
    <div className="grid min-w-0 gap-5">
      {change && <Told change={change} bootcamp={bootcamp} />}
      {!query.error && <ChangeFigures change={change} />}
      <ChangeRows query={query} onChoose={setChosenFor} />
      {chosenFor && change && (
        <ChooseDialog
          bootcampId={bootcamp.id}
          change={change}
          row={chosenFor}
          onClose={() => setChosenFor(null)}
        />
      )}
    </div>
  )
}

interface ToldProps {
  change: ClassChange
  bootcamp: ChangedClass
}

function Told({ change, bootcamp }: ToldProps) {
  const { timezone } = bootcamp
  const { kind, state, startDate, oldStartDate, chooseBy, announcedAt, byName, words } = change
  return (
    <Card className="min-w-0 gap-4 p-5 sm:p-6">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div className="grid min-w-0 gap-1.5">
          <p className="flex flex-wrap items-center gap-2">
            <strong className="text-lg font-bold tracking-tight">
              {kind === 'cancel' || !startDate
                ? `Canceled: ${momentWords(oldStartDate, timezone)}`
                : `Moved to ${momentWords(startDate, timezone)}`}
            </strong>
            <Badge tone={states[state].tone}>{states[state].words}</Badge>
          </p>
          {kind === 'move' && (
            <p className="text-sm text-muted-foreground">
              It was {momentWords(oldStartDate, timezone)}.
            </p>
          )}
          <p className="text-sm text-muted-foreground">
            {state === 'open' ? 'Students can choose until' : 'Students could choose until'}{' '}
            {momentWords(chooseBy, timezone)}. Announced {momentWords(announcedAt, timezone)}
            {byName && ` by ${byName}`}.
          </p>
        </div>
        {state === 'open' && <Nudge change={change} bootcampId={bootcamp.id} />}
      </div>
      {words && (
        <blockquote className="border-l-4 border-accent pl-4 wrap-anywhere whitespace-pre-line">
          {words}
        </blockquote>
      )}
    </Card>
  )
}

function Nudge({
  change: { counts, canNudge },
  bootcampId,
}: {
  change: ClassChange
  bootcampId: number
}) {
  const [asks, setAsks] = useState(false)
  const nudge = useNudge(bootcampId, () => setAsks(false))
  if (counts.silent === 0) return null
  return (
    <div className="grid justify-items-start gap-1 max-sm:w-full sm:justify-items-end">
      <Button
        variant="outline"
        size="sm"
        className="max-sm:w-full"
        disabled={!canNudge}
        onClick={() => setAsks(true)}
      >
        <BellRing aria-hidden />
        Remind {people(counts.silent)}
      </Button>
      {!canNudge && (
        <p className="text-sm text-muted-foreground">You can send a reminder once an hour.</p>
      )}
      <ConfirmDialog
        open={asks}
        onOpenChange={setAsks}
        title={`Remind ${people(counts.silent)}?`}
        description="We'll email everyone who hasn't chosen yet, with their link to choose."
        confirmLabel="Send the reminder"
        pendingLabel="Sending…"
        pending={nudge.isPending}
        onConfirm={() => nudge.mutate()}
      />
    </div>
  )
}
