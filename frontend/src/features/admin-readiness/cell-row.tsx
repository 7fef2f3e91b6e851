/** One cell: what it is about, how it stands, and the one thing that puts it right. */
import { useState } from 'react'
import { Link } from 'react-router'
import { Button } from '@/components/ui/button'
import { useRights } from '@/session/rights'
import { cellName, StateIcon } from './cell-state'
import { CorrectAddress } from './correct-address'
import type { Cell } from './readiness-queries'
import { type Place, RIGHTS, repairPage, useRepair } from './repairs'

interface CellRowProps {
  cell: Cell
  place: Place
  onRepaired: () => void
}

export function CellRow({ cell, place, onRepaired }: CellRowProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2.5">
      <p className="flex min-w-0 flex-1 basis-52 gap-2.5">
        <StateIcon state={cell.state} className="mt-0.5" />
        <span className="min-w-0">
          <span className="font-medium">{cellName(cell)}</span>
          <span className="block text-sm wrap-anywhere text-muted-foreground">{cell.words}</span>
        </span>
      </p>
      <RepairButton cell={cell} place={place} onRepaired={onRepaired} />
    </li>
  )
}

export function RepairButton(props: CellRowProps) {
  const { repair } = props.cell
  return repair && <Repair {...props} repair={repair} />
}

interface RepairProps extends CellRowProps {
  repair: NonNullable<Cell['repair']>
}

const LOOK = { variant: 'outline', size: 'sm', className: 'max-sm:h-11 max-sm:w-full' } as const

function Repair({ cell, repair: { kind, label }, place, onRepaired }: RepairProps) {
  const may = useRights()
  const [isCorrecting, setIsCorrecting] = useState(false)
  const repair = useRepair(kind, place, onRepaired)
  const { attendee } = place
  // Many buttons of one board say the same: whoever hears them needs to know whose each is.
  const name = `${label}: ${cellName(cell)}${attendee ? `, ${attendee.name}` : ''}`
  if (!may(RIGHTS[kind])) {
    return <p className="text-sm text-muted-foreground">Your role can't fix this</p>
  }
  const page = repairPage(kind, place)
  if (page) {
    return (
      <Button asChild {...LOOK}>
        <Link to={page} aria-label={name}>
          {label}
        </Link>
      </Button>
    )
  }
  if (kind === 'correct_address' && attendee) {
    return (
      <>
        <Button {...LOOK} aria-label={name} onClick={() => setIsCorrecting(true)}>
          {label}
        </Button>
        {isCorrecting && (
          <CorrectAddress
            attendee={attendee}
            onClose={() => setIsCorrecting(false)}
            onRepaired={onRepaired}
          />
        )}
      </>
    )
  }
  return (
    <Button
      {...LOOK}
      aria-label={name}
      busy={repair.isPending}
      busyLabel="Working…"
      onClick={() => repair.mutate()}
    >
      {label}
    </Button>
  )
}
