/** A guest's invitation to an account, kept by this tab until the purchases behind it are linked. */
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { api } from '@/api/client'
import type { components } from '@/api/schema'
import { forgetTab, readTab, writeTab } from '@/lib/tab-memory'
import { forgetTypedBuyer } from '@/lib/typed-buyer'

const TOKEN = 'account_invitation_token'
const EMAIL = 'guest_email'
/** From the emailed link only: its reader has an email that we sent to that address. */
const PROOF = 'account_address_proof'
/** Holds the token too, beside the purchase it came with. */
export const PURCHASE = 'recent_purchase_data'

/** Where an identity provider sends somebody back who came with an invitation. */
export const BACK_WITH_INVITATION = '/confirmation?auth_completed=true'

export interface Invitation {
  token: string
  /** The address of the purchase, when it is known. */
  email: string
  /** Empty unless the invitation was opened from its email. */
  proof: string
}

export function readInvitation(): Invitation | null {
  const token = readTab(TOKEN)
  return token ? { token, email: readTab(EMAIL) ?? '', proof: readTab(PROOF) ?? '' } : null
}

/** True when it will survive leaving for an identity provider. */
export function keepInvitation({ token, email, proof }: Invitation): boolean {
  writeTab(EMAIL, email)
  if (proof) writeTab(PROOF, proof)
  else forgetTab(PROOF)
  return writeTab(TOKEN, token)
}

type PurchaseAnswer = components['schemas']['CompletePurchaseOut']

/**
 * Leaves everything the next pages look for: the purchase, and the invitation that came with it. True
 * when the purchase will still be there after the page was left.
 */
export function keepPurchase(
  answer: PurchaseAnswer,
  { guestEmail, totalAmount }: { guestEmail: string; totalAmount: string } = answer.purchase,
): boolean {
  // What was typed for this purchase is not wanted for the next.
  forgetTypedBuyer()
  if (answer.invitationToken) {
    keepInvitation({ token: answer.invitationToken, email: guestEmail, proof: '' })
  } else writeTab(EMAIL, guestEmail)
  return writeTab(PURCHASE, JSON.stringify({ ...answer, guestEmail, totalAmount }))
}

export function forgetInvitation() {
  for (const key of [TOKEN, EMAIL, PROOF, PURCHASE]) forgetTab(key)
}

/** Links the purchases behind an invitation to whoever is signed in; a refusal leaves it kept. */
export function useLinkPurchases(): (invitation: Pick<Invitation, 'token'>) => Promise<void> {
  const queryClient = useQueryClient()
  return useCallback(
    async ({ token }) => {
      await api.POST('/api/complete-account-creation', { body: { invitationToken: token } })
      forgetInvitation()
      // Purchases, resources, coaching, even the person's name: all of it may read differently now.
      await queryClient.invalidateQueries({ refetchType: 'none' })
    },
    [queryClient],
  )
}
