/**
 * Somebody who leaves for another page to pay, as at Klarna or their bank: where they paid from and what
 * they had typed there, kept by this tab. Whoever comes back without having paid finds it again. It
 * belongs to one payment, which the server gives to nobody else.
 */
import { forgetTab, readTab, writeTab } from './tab-memory'

export const LEFT_TO_PAY = 'left_to_pay'

interface LeftToPay {
  paymentIntentId: string
  /** A place on this site. */
  from: string
  phone: string
  smsConsent: boolean
}

export function keepLeaving(left: LeftToPay) {
  writeTab(LEFT_TO_PAY, JSON.stringify(left))
}

/** Null where this tab did not leave for that payment. */
export function readLeaving(paymentIntentId: string): LeftToPay | null {
  try {
    const kept: unknown = JSON.parse(readTab(LEFT_TO_PAY) ?? 'null')
    return isLeaving(kept) && kept.paymentIntentId === paymentIntentId ? kept : null
  } catch {
    return null
  }
}

export function forgetLeaving() {
  forgetTab(LEFT_TO_PAY)
}

function isLeaving(kept: unknown): kept is LeftToPay {
  if (typeof kept !== 'object' || kept === null) return false
  const { paymentIntentId, from, phone, smsConsent } = kept as Record<string, unknown>
  return (
    typeof paymentIntentId === 'string' &&
    typeof from === 'string' &&
    /^\/(?!\/)/.test(from) &&
    typeof phone === 'string' &&
    typeof smsConsent === 'boolean'
  )
}

/** What the page they come back to is told, in the entry of its history. */
export const notPaid = (message: string) => ({ notPaid: message })

export function notPaidIn(state: unknown): string | null {
  const said = typeof state === 'object' && state !== null && 'notPaid' in state && state.notPaid
  return typeof said === 'string' ? said : null
}
