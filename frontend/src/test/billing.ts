/** Typed examples of a student's money and progress. */
import type { components } from '@/api/schema'

type Schemas = components['schemas']
type Entry = Schemas['BillingEntryOut']

/** Paid, with the first session still to come. */
export function makeEntry(given: Partial<Entry> = {}): Entry {
  return {
    id: 7,
    receiptNumber: 'FR-000007',
    date: '2026-03-02T12:00:00Z',
    timezone: 'America/New_York',
    packageName: 'Beginner Bootcamp',
    isBundle: false,
    sessions: [
      {
        name: 'Beginner Bootcamp',
        startDate: '2026-12-03T20:00:00Z',
        endDate: '2026-12-03T23:00:00Z',
        timezone: 'America/New_York',
        isReturned: false,
      },
    ],
    status: 'completed',
    isRefunding: false,
    statusWords: '',
    finishPath: '',
    totalAmount: '995.00',
    refundedAmount: '0.00',
    currency: 'usd',
    paidWith: 'Visa ending in 4242',
    hasReceipt: true,
    refunds: [],
    parts: [],
    canGiveUp: false,
    refund: {
      covered: true,
      clause: 'first_session',
      words: 'Covered until Dec 3 at 6:00 PM EST by the first-session guarantee.',
      proviso: 'It ends with your first session.',
      coveredUntil: '2026-12-03T23:00:00Z',
      amount: '995.00',
    },
    ...given,
  }
}

export const ON_ITS_WAY = '$995.00 is on its way back to you. Banks take 5–10 business days.'

export function makeRefunding(): Entry {
  return makeEntry({
    isRefunding: true,
    statusWords: 'Your money is on its way back. Access has ended.',
    refunds: [
      {
        id: 1,
        amount: '995.00',
        status: 'requested',
        words: 'Asked for on Mar 3, 2026, on its way',
        requestedAt: '2026-03-03T12:00:00Z',
        settledAt: null,
      },
    ],
    refund: notCovered(ON_ITS_WAY),
  })
}

export function notCovered(words: string): Entry['refund'] {
  return {
    covered: false,
    clause: null,
    words,
    proviso: '',
    coveredUntil: null,
    amount: '995.00',
  }
}

export function makeReceipt(given: Partial<Schemas['ReceiptOut']> = {}): Schemas['ReceiptOut'] {
  return {
    number: 'FR-000007',
    date: '2026-03-02T12:00:00Z',
    timezone: 'America/New_York',
    seller: {
      name: 'Build Lab LLC',
      details: ['1 Main Street, Springfield', 'Tax ID: 12-3456789', 'help@example.test'],
    },
    buyer: { name: 'Ada Lovelace', details: ['ada@example.test'] },
    lines: [
      { words: 'Beginner Bootcamp', amount: '995.00' },
      { words: 'Advanced Bootcamp', amount: '1495.00' },
      { words: 'Bundle discount', amount: '-500.00' },
    ],
    totalAmount: '1990.00',
    refunds: [],
    refundedAmount: '0.00',
    paidAmount: '1990.00',
    currency: 'usd',
    paidWith: 'Visa ending in 4242',
    isComplimentary: false,
    isRefunding: false,
    ...given,
  }
}

export function makeCertificate(
  given: Partial<Schemas['CertificateOut']> = {},
): Schemas['CertificateOut'] {
  return {
    code: 'ABCDEFGHJKLM',
    status: 'valid',
    holderName: 'Ada Lovelace',
    bootcampName: 'Beginner Bootcamp',
    startDate: '2026-03-02T23:00:00Z',
    endDate: '2026-03-03T02:00:00Z',
    timezone: 'America/New_York',
    issuedAt: '2026-03-05T12:00:00Z',
    isYours: false,
    ...given,
  }
}

export function makeProgress(given: Partial<Schemas['ProgressOut']> = {}): Schemas['ProgressOut'] {
  return {
    bootcampId: 3,
    resourcesOpened: 2,
    resourcesTotal: 5,
    attended: false,
    hasEnded: false,
    certificate: null,
    canHaveCertificate: false,
    certificateRefusal: '',
    certificateName: 'Ada Lovelace',
    endsRefund: false,
    ...given,
  }
}
