/** The ways out that are open to this seat, in the order in which they are shown. */
import type { Choice, Chosen, ClassChoice } from './choice-types'

export const keyOf = ({ choice, toBootcampId }: Chosen) =>
  toBootcampId === null ? choice : `${choice} ${toBootcampId}`

const plain = (choice: Choice): Chosen => ({ choice, toBootcampId: null })

export function optionsOf(change: ClassChoice): Chosen[] {
  const { asker, keep, refund, refundAll, credit } = change
  // Of another person's seat, the date is only told.
  const dates = asker === 'payer' ? [] : change.dates
  return [
    ...(keep ? [plain('keep')] : []),
    ...dates.map(({ id }): Chosen => ({ choice: 'date', toBootcampId: id })),
    ...(refund ? [plain('refund')] : []),
    ...(refundAll ? [plain('refund_all')] : []),
    ...(credit ? [plain('credit')] : []),
  ]
}
