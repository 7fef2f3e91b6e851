/** Money in whole cents, so that sums are exact. The server sends decimal strings. */

/** "1495.00" → 149500. Anything that is not an amount is a bug worth hearing about. */
export function toCents(amount: string): number {
  const match = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(amount)
  if (!match) throw new Error(`Not an amount of money: ${amount}`)
  const [, sign, whole = '0', part = ''] = match
  const cents = Number(whole) * 100 + Number(part.padEnd(2, '0'))
  return sign ? -cents : cents
}

export function sumCents(items: readonly { price: string }[]): number {
  return items.reduce((sum, { price }) => sum + toCents(price), 0)
}

/** What something costs, on its tag. */
export const formatPrice = (cents: number, { exact = false } = {}): string =>
  cents === 0 ? 'Free' : formatCents(cents, { exact })

/** "$1,495", with cents only where there are some; `exact` writes them always, as on a bill. */
export function formatCents(cents: number, { exact = false } = {}): string {
  const amount = Math.abs(cents)
  const whole = String(Math.floor(amount / 100)).replace(/\B(?=(\d{3})+$)/g, ',')
  const part = amount % 100
  const shown = exact || part ? `.${String(part).padStart(2, '0')}` : ''
  return `${cents < 0 ? '-' : ''}$${whole}${shown}`
}

/** "$995.00, $515.00 more": a price beside the one that was agreed. */
export function priceBeside(price: string, agreed: string): string {
  const words = (cents: number) => formatCents(cents, { exact: true })
  const difference = toCents(price) - toCents(agreed)
  if (difference === 0) return `${words(toCents(price))}, same price`
  return `${words(toCents(price))}, ${words(Math.abs(difference))} ${difference > 0 ? 'more' : 'less'}`
}
