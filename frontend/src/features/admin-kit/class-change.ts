/**
 * What a bootcamp's home shows of canceling or moving its class. The features of the desk do not know
 * each other: the shell hands these parts over.
 */
import type { ComponentType } from 'react'
import type { components } from '@/api/schema'

export type ChangeKind = components['schemas']['ChangeKind']
export type ChangedClass = components['schemas']['AdminBootcampOut']

export interface ChangeDialogProps {
  bootcamp: ChangedClass
  kind: ChangeKind
  /** Words to begin with, where the reason is known. */
  words?: string
  onClose: () => void
}

export interface ClassChangeParts {
  Dialog: ComponentType<ChangeDialogProps>
  Board: ComponentType<{ bootcamp: ChangedClass }>
}

/** Fewer sold than the class needs: the operators were told, and decide. */
export const isBelowMinimum = ({ minSeats, enrolled }: ChangedClass) =>
  minSeats !== null && enrolled < minSeats
