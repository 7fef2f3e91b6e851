/** Typed examples of purchases as the desk sees them. */
import type { components } from '@/api/schema'

type Schemas = components['schemas']

export function makePurchaseRow({
  purchase,
  ...given
}: Partial<Omit<Schemas['DeskPurchaseRowOut'], 'purchase'>> & {
  purchase?: Partial<Schemas['DeskPurchaseOut']>
} = {}): Schemas['DeskPurchaseRowOut'] {
  return {
    purchase: {
      id: 70,
      userId: 7,
      bootcampId: 1,
      bundleId: null,
      isBundle: false,
      packageName: 'Beginner Bootcamp',
      seatReserved: true,
      totalAmount: '995.00',
      refundedAmount: '0.00',
      isComplimentary: false,
      stripePaymentIntentId: 'pi_70',
      stripeCustomerId: '',
      status: 'completed',
      state: 'completed',
      guestEmail: '',
      guestFullName: '',
      createdAt: '2026-03-02T12:00:00Z',
      updatedAt: '2026-03-02T12:00:00Z',
      ...purchase,
    },
    user: { id: 7, email: 'grace@example.test', firstName: 'Grace', lastName: 'Hopper' },
    customerName: 'Grace Hopper',
    customerEmail: 'grace@example.test',
    bundle: null,
    bootcamp: {
      id: 1,
      name: 'Beginner Bootcamp',
      startDate: '2099-10-08T22:00:00Z',
      endDate: '2099-10-09T01:00:00Z',
      timezone: 'America/New_York',
    },
    dispute: null,
    ...given,
  }
}

export function makeDispute(given: Partial<Schemas['DisputeOut']> = {}): Schemas['DisputeOut'] {
  return {
    id: 9,
    status: 'needs_response',
    amount: '995.00',
    reason: 'The buyer says they did not make this payment',
    dueBy: '2099-11-24T17:00:00Z',
    evidenceSentAt: null,
    isOpen: true,
    openedAt: '2026-03-09T12:00:00Z',
    closedAt: null,
    ending: '',
    answer: null,
    ...given,
  }
}

export function makePurchaseSum(
  given: Partial<Schemas['PurchaseSumOut']> = {},
): Schemas['PurchaseSumOut'] {
  return { kept: '995.00', paid: '995.00', refunded: '0.00', ...given }
}

export function makePurchasePage(
  rows: Schemas['DeskPurchaseRowOut'][],
  given: Partial<Schemas['DeskPurchasePageOut']> = {},
): Schemas['DeskPurchasePageOut'] {
  return {
    rows,
    total: rows.length,
    totalIsExact: true,
    timezone: 'America/New_York',
    stats: {
      purchases: 1234,
      completedRevenue: '98765.50',
      pending: 5,
      refunded: 12,
      definitions: {
        purchases: 'Every order in the list.',
        completedRevenue: 'Completed purchases minus refunds.',
        pending: 'Orders begun and not paid.',
        refunded: 'Purchases whose money has gone back.',
      },
    },
    ...given,
  }
}

export function makeStory(
  given: Partial<Schemas['PurchaseStoryOut']> = {},
): Schemas['PurchaseStoryOut'] {
  return {
    row: makePurchaseRow({
      user: null,
      purchase: { userId: null, guestEmail: 'grace@example.test', guestFullName: 'Grace Hopper' },
    }),
    receiptNumber: 'FR-000070',
    refundable: '995.00',
    card: 'Visa ending in 4242',
    termsVersion: '2026-11',
    termsAcceptedAt: '2026-03-02T12:00:00Z',
    cancelReason: '',
    seats: [
      {
        enrollmentId: 700,
        canGoBack: false,
        bootcampId: 1,
        bootcampName: 'Beginner Bootcamp',
        startDate: '2099-10-08T22:00:00Z',
        endDate: '2099-10-09T01:00:00Z',
        timezone: 'America/New_York',
        price: '995.00',
        seatNumber: 4,
        isHeld: false,
        attendedAt: null,
      },
    ],
    disputes: [],
    notes: [],
    refundRefused: '',
    providerPage: '',
    entries: [
      {
        at: '2026-03-02T12:03:00Z',
        kind: 'message',
        tone: 'bad',
        title: 'Confirmed: Beginner Bootcamp',
        detail: 'Not delivered to grace@example.test: Mailbox full',
      },
      {
        at: '2026-03-02T12:02:00Z',
        kind: 'provider',
        tone: 'neutral',
        title: 'Card authorized',
        detail: '',
      },
      {
        at: '2026-03-02T12:00:00Z',
        kind: 'purchase',
        tone: 'neutral',
        title: 'Checkout started',
        detail: 'Beginner Bootcamp, $995.00',
      },
    ],
    actions: {
      refund: null,
      refundCode: null,
      withdraw: 'Nothing to withdraw.',
      resendConfirmation: null,
      resendInvitation: null,
      correctCustomer: null,
    },
    ...given,
  }
}
