/**
 * What brought somebody to the confirmation, read from the address.
 *
 * Secrets do not stay there: an address ends up in histories, screenshots and shared tabs. They move
 * into the tab's own memory at once and the address is replaced by one that says the same without
 * them, so that a reload still finds its way: a payment keeps its id, which proves nothing by
 * itself, and an opened invitation is noted in the history entry, where only this tab sees it.
 */
import { useEffect } from 'react'
import { type Location, useLocation, useNavigate } from 'react-router'
import { readLeaving } from '@/lib/left-to-pay'
import { readTab, writeTab } from '@/lib/tab-memory'
import { keepInvitation } from '@/session/invitation'

const CLIENT_SECRET = 'payment_client_secret'
const INVITED = { arrival: 'invitation' }

export type Arrival =
  | { kind: 'nothing' }
  /** The address still holds secrets; a moment later it does not. */
  | { kind: 'unpacking' }
  /** `wayBack` is where this tab had left to pay, when the address says that it came to nothing. */
  | { kind: 'payment'; paymentIntentId: string; clientSecret: string; wayBack?: string }
  | { kind: 'payment failed' }
  | { kind: 'paid here' }
  | { kind: 'signed in' }
  | { kind: 'invitation' }
  | { kind: 'incomplete invitation' }

interface Secrets {
  /** Puts them where they belong. */
  keep: () => void
  /** The same place without them. */
  replacement: { search: string; state?: unknown }
}

export function useArrivalAt(): Arrival {
  const location = useLocation()
  const navigate = useNavigate()
  const hasSecrets = secretsIn(location) !== null

  useEffect(() => {
    const secrets = secretsIn(location)
    if (!secrets) return
    secrets.keep()
    const { search, state = null } = secrets.replacement
    void navigate({ pathname: location.pathname, search }, { replace: true, state })
  }, [location, navigate])

  return hasSecrets ? { kind: 'unpacking' } : arrivalAt(location)
}

function secretsIn({ search }: Location): Secrets | null {
  const given = new URLSearchParams(search)
  const token = given.get('invite')
  const email = given.get('email')
  if (token && email) {
    return {
      keep: () => keepInvitation({ token, email, proof: given.get('proof') ?? '' }),
      replacement: { search: '', state: INVITED },
    }
  }
  const secret = given.get('payment_intent_client_secret')
  if (!secret) return null
  given.delete('payment_intent_client_secret')
  // The provider builds the secret out of the id; either of them is enough to ask.
  if (!given.get('payment_intent')) given.set('payment_intent', secret.split('_secret_')[0] ?? '')
  return {
    keep: () => writeTab(CLIENT_SECRET, secret),
    replacement: { search: `?${given}` },
  }
}

function arrivalAt({ search, state }: Location): Arrival {
  const given = new URLSearchParams(search)
  const paymentIntentId = given.get('payment_intent')
  if (given.get('redirect_status') === 'failed') {
    const left = paymentIntentId ? readLeaving(paymentIntentId) : null
    if (!left) return { kind: 'payment failed' }
    const { paymentIntentId: id, from: wayBack } = left
    return { kind: 'payment', paymentIntentId: id, clientSecret: secretOf(id), wayBack }
  }
  if (given.get('auth_completed') === 'true') return { kind: 'signed in' }
  if (paymentIntentId) {
    return { kind: 'payment', paymentIntentId, clientSecret: secretOf(paymentIntentId) }
  }
  if (given.get('direct_success') === 'true' || given.has('redirect_status'))
    return { kind: 'paid here' }
  if (given.get('invite')) return { kind: 'incomplete invitation' }
  if (isInvited(state)) return { kind: 'invitation' }
  return { kind: 'nothing' }
}

/** Empty when the tab has lost it; the checkout cookie may still prove whose payment it is. */
function secretOf(paymentIntentId: string): string {
  const secret = readClientSecret()
  return secret.startsWith(`${paymentIntentId}_secret_`) ? secret : ''
}

/** Of the payment this tab came back from; empty where it has none. */
export function readClientSecret(): string {
  return readTab(CLIENT_SECRET) ?? ''
}

function isInvited(state: unknown): boolean {
  return (
    typeof state === 'object' &&
    state !== null &&
    'arrival' in state &&
    state.arrival === INVITED.arrival
  )
}
