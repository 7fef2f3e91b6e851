/** What the list can be narrowed by besides status, cohort and days, each on or off. */
import type { PurchaseFilter } from './use-purchase-filter'

type Change = Parameters<PurchaseFilter['choose']>[0]

interface Chip {
  label: string
  isOn: (filter: PurchaseFilter) => boolean
  on: Change
  off: Change
}

export const chips: readonly Chip[] = [
  {
    label: 'Guests',
    isOn: ({ buyer }) => buyer === 'guest',
    on: { buyer: 'guest' },
    off: { buyer: null },
  },
  {
    label: 'Members',
    isOn: ({ buyer }) => buyer === 'member',
    on: { buyer: 'member' },
    off: { buyer: null },
  },
  {
    label: 'Complimentary',
    isOn: ({ complimentary }) => Boolean(complimentary),
    on: { complimentary: true },
    off: { complimentary: null },
  },
  {
    label: 'Partly refunded',
    isOn: ({ partlyRefunded }) => Boolean(partlyRefunded),
    on: { partlyRefunded: true },
    off: { partlyRefunded: null },
  },
  {
    label: 'Disputed',
    isOn: ({ disputed }) => Boolean(disputed),
    on: { disputed: true },
    off: { disputed: null },
  },
]
