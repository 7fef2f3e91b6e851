/** What can be done from the search: acts with a name of their own, and those on what was found. */
import { type OpensAct, purchasePath } from '@/features/admin-kit/record-links'

export interface Act {
  to: string
  label?: string
  /** What the page it leads to should open at once. */
  state?: OpensAct
}

interface NamedAct extends Act {
  label: string
}

interface FoundPurchase {
  id: number
  receiptNumber: string
  customer: string
  status: string
  canRefund: boolean
}

const named: readonly NamedAct[] = [
  { label: 'New bootcamp', to: '/admin/bootcamps', state: { act: 'create' } },
  { label: 'New code', to: '/admin/codes', state: { act: 'create' } },
  { label: 'New bundle', to: '/admin/bundles', state: { act: 'create' } },
  { label: 'Create user', to: '/admin/users', state: { act: 'create' } },
  { label: 'Enroll without payment', to: '/admin/purchases', state: { act: 'enroll' } },
]

const REFUND = /^refund\s+/i
const MOVE = /^move\s+/i

/** What is looked for: "refund lima" looks for Lima. */
export function withoutAct(typed: string): string {
  return typed.replace(REFUND, '').replace(MOVE, '')
}

interface Acts {
  /** Asked for by its name, and so in front of everything found. */
  first: NamedAct[]
  /** Offered beside what was found: Enter opens a purchase, and does not refund it. */
  beside: NamedAct[]
}

/** Only what is paid for has a seat to move. */
const movesOf = (purchases: readonly FoundPurchase[]) =>
  purchases
    .filter(({ status }) => status === 'completed')
    .map(({ id, receiptNumber, customer }) => ({
      label: `Move ${receiptNumber} · ${customer}`,
      to: purchasePath(id),
      state: { act: 'move' as const },
    }))

/** Under every name that is looked up, a refund would only be in the way. */
export function actsFor(typed: string, purchases: readonly FoundPurchase[]): Acts {
  const refunds = purchases
    .filter(({ canRefund }) => canRefund)
    .map(({ id, receiptNumber, customer }) => ({
      label: `Refund ${receiptNumber} · ${customer}`,
      to: purchasePath(id),
      state: { act: 'refund' as const },
    }))
  if (REFUND.test(typed)) return { first: refunds, beside: [] }
  if (MOVE.test(typed)) return { first: movesOf(purchases), beside: [] }
  const words = typed.toLowerCase()
  const byName = words ? named.filter(({ label }) => label.toLowerCase().includes(words)) : []
  return { first: [], beside: /^(fr-)?\d+$/i.test(typed) ? refunds : byName }
}
