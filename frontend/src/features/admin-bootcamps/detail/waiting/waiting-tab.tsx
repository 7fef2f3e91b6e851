/** The board of a class's waiting list: who waits and why, open offers with their clocks, more seats. */
import { Plus } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { phaseOf } from '@/features/admin-kit/class-clock'
import { ExportButton } from '@/features/admin-kit/export-button'
import { useRights } from '@/session/rights'
import type { AdminBootcamp } from '../bootcamp-query'
import { AddSeats } from './add-seats'
import { OfferRows } from './offer-rows'
import { WaitingFigures, wouldBring } from './waiting-figures'
import { type Act, useActOnWaiter, useWaitingBoard, type Waiter } from './waiting-query'
import { WaitingRows } from './waiting-rows'

interface WaitingTabProps {
  bootcamp: AdminBootcamp
  now: number
}

export function WaitingTab({ bootcamp, now }: WaitingTabProps) {
  const may = useRights()
  const query = useWaitingBoard(bootcamp.id)
  const [asked, setAsked] = useState<{ act: Act; waiter: Waiter } | null>(null)
  const [isAdding, setIsAdding] = useState(false)
  const act = useActOnWaiter(bootcamp.id, () => setAsked(null))
  const board = query.data
  const canAdd = may('catalogue') && phaseOf(bootcamp, now) === 'ahead'
  return (
    <div className="grid min-w-0 gap-6">
      {!query.error && <WaitingFigures figures={board?.figures} />}
      <Part
        title={`Waiting list${board?.waiting.length ? ` (${board.waiting.length})` : ''}`}
        note={board && wouldBring(board.figures)}
        action={
          board && (
            <div className="flex flex-wrap gap-2">
              {board.waiting.length > 0 && (
                <ExportButton
                  address={`/api/admin/bootcamps/${bootcamp.id}/waiting-list.csv`}
                  fileName={`waiting-list-${bootcamp.id}.csv`}
                  failed="The waiting list couldn't be exported. Please try again."
                />
              )}
              {canAdd && (
                <Button variant="outline" size="sm" onClick={() => setIsAdding(true)}>
                  <Plus aria-hidden />
                  Add seats
                </Button>
              )}
            </div>
          )
        }
      >
        <WaitingRows query={query} onAct={(next, waiter) => setAsked({ act: next, waiter })} />
      </Part>
      {board && board.offers.length > 0 && (
        <Part title="Offers">
          <OfferRows query={query} board={board} />
        </Part>
      )}
      {asked && (
        <ConfirmDialog
          open
          onOpenChange={() => setAsked(null)}
          {...questionFor(asked.act, asked.waiter)}
          pending={act.isPending}
          onConfirm={() => act.mutate(asked)}
        />
      )}
      {isAdding && board && (
        <AddSeats bootcamp={bootcamp} figures={board.figures} onClose={() => setIsAdding(false)} />
      )}
    </div>
  )
}

function questionFor(act: Act, { name, place }: Waiter) {
  if (act === 'offer') {
    return {
      title: `Offer ${name} a seat now?`,
      description:
        place > 1
          ? `We hold a seat and email them. They're number ${place} in line: the people before them keep waiting.`
          : 'We hold a seat and email them.',
      confirmLabel: 'Offer the seat',
      pendingLabel: 'Offering…',
    }
  }
  return {
    title: `Remove ${name} from the list?`,
    description: "They lose their place, and we won't offer them a seat in this class.",
    confirmLabel: 'Remove from the list',
    pendingLabel: 'Removing…',
    destructive: true,
  }
}

interface PartProps {
  title: string
  note?: string | null | undefined
  action?: ReactNode
  children: ReactNode
}

function Part({ title, note, action, children }: PartProps) {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className="grid min-w-0 gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h3 id={titleId} className="text-xl font-bold tracking-tight">
            {title}
          </h3>
          {note && <p className="text-sm text-muted-foreground tabular-nums">{note}</p>}
        </div>
        {action}
      </div>
      {children}
    </section>
  )
}
