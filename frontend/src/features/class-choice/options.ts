/** The ways out that are open to this seat, in the order in which they are shown. */
import type { Choice, Chosen, ClassChoice } from './choice-types'

export const keyOf = ({ choice, toBootcampId }: Chosen) =>
  toBootcampId === null ? choice : `${choice} ${toBootcampId}`

const plain = (choice: Choice): Chosen => ({ choice, toBootcampId: null })

export function optionsOf({ keep, dates, refund, refundAll, credit }: ClassChoice): Chosen[] {
  return [
    ...(keep ? [plain('keep')] : []),
    ...dates.map(({ id }): Chosen => ({ choice: 'date', toBootcampId: id })),
    ...(refund ? [plain('refund')] : []),
    ...(refundAll ? [plain('refund_all')] : []),
    ...(credit ? [plain('credit')] : []),
  ]
}
