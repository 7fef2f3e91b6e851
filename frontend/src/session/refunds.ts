/** A purchase as its payer sees it, and whether any of it can be refunded now. */
import type { components } from '@/api/schema'

export type BillingEntry = components['schemas']['BillingEntryOut']

/** All of it is covered, or a bootcamp of it can go back alone. */
export function canAskForRefund({ refund, parts }: BillingEntry): boolean {
  return refund.covered || parts.some(({ refusal }) => refusal === '')
}

/** Where somebody goes who thinks that the policy is wrong about them. */
export function contactAbout(entry: BillingEntry): string {
  return `/contact?subject=${encodeURIComponent(`Refund of ${entry.receiptNumber}`)}`
}
