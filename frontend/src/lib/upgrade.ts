/** The rest of a bundle for somebody who owns a part of it: what is said of its price. */
import { formatCents, toCents } from './money'

export interface UpgradePrice {
  bundleName: string
  bundlePrice: string
  paid: string
  price: string
  isPayable: boolean
  missing: readonly { id: number; name: string }[]
}

const NUMBERS = ['none', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']

const exact = (amount: string) => formatCents(toCents(amount), { exact: true })

/** "Get the other two", or the name where only one is missing. */
function getThem(missing: UpgradePrice['missing']): string {
  const [only] = missing
  if (missing.length === 1 && only) return `Get ${only.name}`
  return `Get the other ${NUMBERS[missing.length] ?? missing.length}`
}

/** "$2,995.00 − $995.00 you paid"; empty where nothing counts. */
export const upgradeSum = ({ bundlePrice, paid }: UpgradePrice) =>
  toCents(paid) > 0 ? `${exact(bundlePrice)} − ${exact(paid)} you paid` : ''

export function upgradeWords(upgrade: UpgradePrice): string {
  const { bundleName, price, isPayable, missing } = upgrade
  if (!isPayable) {
    const others = missing.length === 1 ? missing[0]?.name : 'the other bootcamps'
    return `You've already paid the full price of ${bundleName}. Contact us, and we'll add ${others} for you.`
  }
  const sum = upgradeSum(upgrade)
  return `${getThem(missing)} for ${exact(price)}${sum && `: ${sum}`}`
}
