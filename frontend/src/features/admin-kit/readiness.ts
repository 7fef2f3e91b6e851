/**
 * What a bootcamp's home shows of whether its class is ready. The features of the desk do not know
 * each other: the shell hands the board over.
 */
import type { ComponentType } from 'react'

export interface ReadinessBoardProps {
  bootcampId: number
}

export type ReadinessBoardPart = ComponentType<ReadinessBoardProps>
