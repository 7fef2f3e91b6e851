/** The boxes that choose rows of a list: one for each, and one for the whole page. */
import { Checkbox } from '@/components/ui/checkbox'
import { CHOOSES_PAGE, CHOOSES_ROW } from '../list-keys'
import type { Selection } from './selection'

interface Choosing<Row> {
  selection: Selection
  idOf: (row: Row) => number
  nameOf: (row: Row) => string
  rows: readonly Row[]
}

export function ChooseRow<Row>({
  selection,
  idOf,
  nameOf,
  rows,
  row,
}: Choosing<Row> & { row: Row }) {
  const name = nameOf(row)
  return (
    <Checkbox
      {...CHOOSES_ROW}
      // Above the link that covers the row.
      className="relative z-10 w-fit"
      label={<span className="sr-only">Select {name}</span>}
      aria-label={`Select ${name}`}
      checked={selection.isChosen(idOf(row))}
      onCheckedChange={() => selection.toggle(idOf(row), rows.map(idOf))}
    />
  )
}

export function ChooseAll<Row>({ selection, idOf, rows }: Choosing<Row>) {
  const page = rows.map(idOf)
  const chosen = page.filter((id) => selection.isChosen(id)).length
  return (
    <Checkbox
      {...CHOOSES_PAGE}
      label={<span className="sr-only">Select all on this page</span>}
      checked={chosen === 0 ? false : chosen === page.length ? true : 'indeterminate'}
      onCheckedChange={() => selection.togglePage(page)}
    />
  )
}
