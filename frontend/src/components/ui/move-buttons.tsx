/** One place up and one down, for the rows of a list whose order people set. */
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button'

interface MoveButtonsProps {
  /** The row, as it is named to whoever hears the buttons. */
  name: string
  isFirst: boolean
  isLast: boolean
  onMove: (by: -1 | 1) => void
}

export function MoveButtons({ name, isFirst, isLast, onMove }: MoveButtonsProps) {
  return (
    <>
      <MoveButton label={`Move ${name} up`} isOff={isFirst} onClick={() => onMove(-1)}>
        <ArrowUp aria-hidden />
      </MoveButton>
      <MoveButton label={`Move ${name} down`} isOff={isLast} onClick={() => onMove(1)}>
        <ArrowDown aria-hidden />
      </MoveButton>
    </>
  )
}

interface MoveButtonProps {
  label: string
  isOff: boolean
  onClick: () => void
  children: ReactNode
}

function MoveButton({ label, isOff, onClick, children }: MoveButtonProps) {
  return (
    <Button variant="ghost" size="sm" icon aria-label={label} isOff={isOff} onClick={onClick}>
      {children}
    </Button>
  )
}
