/** What the confirmation and the account pages find in this tab after a purchase. */
import type { components } from '@/api/schema'

type Answer = components['schemas']['CompletePurchaseOut']

/** Whether it could be kept: storage can be forbidden. */
export function rememberPurchase(
  answer: Answer,
  { guestEmail, totalAmount }: { guestEmail: string; totalAmount: string },
): boolean {
  try {
    sessionStorage.setItem(
      'recent_purchase_data',
      JSON.stringify({ ...answer, guestEmail, totalAmount }),
    )
    sessionStorage.setItem('guest_email', guestEmail)
    if (answer.invitationToken) {
      sessionStorage.setItem('account_invitation_token', answer.invitationToken)
    }
    return true
  } catch {
    return false
  }
}
