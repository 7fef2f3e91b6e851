/** Typed examples of a paid purchase, and of what the server says about it. */
import type { components } from '@/api/schema'
import { answerCall } from './calls'
import { answerGet } from './server'

type PurchaseAnswer = components['schemas']['CompletePurchaseOut']
type Purchase = PurchaseAnswer['purchase']
type Bootcamp = NonNullable<Purchase['bootcamp']>

export function makeBoughtBootcamp(given: Partial<Bootcamp> = {}): Bootcamp {
  return {
    id: 1,
    name: 'Beginner Bootcamp',
    startDate: '2099-10-08T22:00:00Z',
    endDate: '2099-10-09T01:00:00Z',
    timezone: 'America/New_York',
    seatNumber: 7,
    ...given,
  }
}

export function makePurchase(given: Partial<Purchase> = {}): Purchase {
  return {
    id: 41,
    status: 'completed',
    isBundle: false,
    isMove: false,
    totalAmount: '995.00',
    guestEmail: 'guest@example.test',
    bootcamp: makeBoughtBootcamp(),
    bundle: null,
    ...given,
  }
}

/** A guest's paid purchase, with the invitation that belongs to it. */
export function makePurchaseAnswer(given: Partial<PurchaseAnswer> = {}): PurchaseAnswer {
  const status = given.status ?? 'completed'
  return { status, purchase: makePurchase({ status }), invitationToken: 'token', ...given }
}

/** What `GET /api/checkout` says to a browser that bought this last, or nothing. */
/** What the page after a purchase asks for a guest. */
export function answerConfirmation() {
  answerGet('/api/auth/methods', { openid: false, openidName: '', google: false })
  answerGet('/api/check-user-exists/:email', { exists: false })
}

export function answerLastPurchase(lastPurchase: PurchaseAnswer | null) {
  return answerGet('/api/checkout', {
    publishableKey: 'pk_test_1',
    holdSeconds: 600,
    ownedBootcampIds: [],
    lastPurchase,
  })
}

export function keepInvitation(token = 'token', email = 'guest@example.test') {
  sessionStorage.setItem('account_invitation_token', token)
  sessionStorage.setItem('guest_email', email)
}

export function answerLinking() {
  return answerCall('post', '/api/complete-account-creation', {
    message: 'Your purchases are linked.',
    linkedPurchases: 1,
  })
}
