/** The warnings of everybody in a class, one group for each kind: nineteen times the same is one row. */
import { cellName } from './cell-state'
import type { Attendee, Cell } from './readiness-queries'

export interface WarningGroup {
  /** "Link test: Link not tested" */
  name: string
  repair: Cell['repair']
  people: { attendee: Attendee; cell: Cell }[]
}

/** What most people have comes first. */
export function warningsByKind(attendees: readonly Attendee[]): WarningGroup[] {
  const groups = new Map<string, WarningGroup>()
  for (const attendee of attendees) {
    for (const cell of attendee.cells.filter(({ state }) => state === 'amber')) {
      // Each has answered another number of questions; none of them has answered all.
      const words = cell.key === 'questions' ? 'Not all answered' : cell.words
      const key = `${cell.key} ${words} ${cell.repair?.kind ?? ''}`
      const name = `${cellName(cell)}: ${words}`
      const group = groups.get(key) ?? { name, repair: cell.repair, people: [] }
      group.people.push({ attendee, cell })
      groups.set(key, group)
    }
  }
  return [...groups.values()].sort((one, other) => other.people.length - one.people.length)
}
