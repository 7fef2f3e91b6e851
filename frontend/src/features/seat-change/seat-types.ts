/** What is said of a seat that can change, and the ways to change it. */
import type { components } from '@/api/schema'

export type SeatChanges = components['schemas']['SeatChangesOut']
export type MoveDate = components['schemas']['MoveDateOut']
export type Moved = components['schemas']['SeatMovedOut']

export interface Recipient {
  name: string
  email: string
}

/** The same acts, signed in or by the emailed link. Each throws what the server refused. */
export interface SeatActs {
  move: (bootcampId: number) => Promise<Moved | undefined>
  /** Where the price difference of a dearer date is paid. */
  payPath: (bootcampId: number) => string
  offer: (to: Recipient) => Promise<SeatChanges | undefined>
  takeBack: () => Promise<SeatChanges | undefined>
  /** What the page shows is no longer true. */
  reload: () => void
}
