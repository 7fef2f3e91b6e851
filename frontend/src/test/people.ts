/** Typed examples of people as an admin sees them, and a server that lists them. */
import { HttpResponse, http } from 'msw'
import type { components } from '@/api/schema'
import { answerGet, server } from './server'

type Person = components['schemas']['PersonRowOut']
type PersonDetail = components['schemas']['PersonDetailOut']
type PersonRecord = components['schemas']['PersonRecordOut']
type PersonPurchase = components['schemas']['PersonPurchaseOut']

export function makePerson(given: Partial<Person> = {}): Person {
  const role = given.role ?? 'STUDENT'
  const status = given.status ?? 'active'
  return {
    id: 7,
    email: 'grace@example.test',
    username: 'grace',
    firstName: 'Grace',
    lastName: 'Hopper',
    fullName: 'Grace Hopper',
    role,
    status,
    isAdmin: role === 'ADMIN',
    isActive: status === 'active',
    isDemo: false,
    purchaseCount: 0,
    createdAt: '2026-03-02T12:00:00Z',
    ...given,
  }
}

export function makePersonDetail(given: Partial<PersonDetail> = {}): PersonDetail {
  return {
    ...makePerson(given),
    updatedAt: '2026-03-02T12:00:00Z',
    phone: '',
    timezone: '',
    profileImageUrl: '',
    emailVerified: true,
    mailStopped: '',
    isCoach: false,
    stripeCustomerId: '',
    stripeSubscriptionId: '',
    stats: { totalPurchases: 0, completedPurchases: 0, totalSpent: '0.00' },
    purchases: [],
    ...given,
  }
}

const bootcamp = {
  id: 1,
  name: 'Beginner Bootcamp',
  startDate: '2026-10-08T22:00:00Z',
  endDate: '2026-10-09T01:00:00Z',
  timezone: 'America/New_York',
}

export function makePersonPurchase(given: Partial<PersonPurchase> = {}): PersonPurchase {
  return {
    id: 70,
    receiptNumber: 'FR-000070',
    product: 'Beginner Bootcamp',
    createdAt: '2026-03-05T12:00:00Z',
    totalAmount: '995.00',
    refundedAmount: '0.00',
    status: 'completed',
    dispute: null,
    isBundle: false,
    isComplimentary: false,
    bundle: null,
    bootcamp,
    bootcamps: [bootcamp],
    ...given,
  }
}

/** Answers with these people and keeps the questions. */
export function answerPeople(rows: Person[], total = rows.length, hasDemoTools = true) {
  const asked: string[] = []
  server.use(
    http.get(`${window.location.origin}/api/admin/users`, ({ request }) => {
      asked.push(new URL(request.url).search)
      return HttpResponse.json({ rows, total, hasDemoTools })
    }),
  )
  return asked
}

export function makeRecord(given: Partial<PersonRecord> = {}): PersonRecord {
  return {
    seats: [],
    coaching: [],
    messages: [],
    messagesTotal: 0,
    textConsents: [],
    suppressions: [],
    disputes: [],
    notes: [],
    audit: [],
    guestPurchases: 0,
    actions: { edit: null, signInEmail: null, message: null },
    ...given,
  }
}

export function answerPerson(detail: PersonDetail, record = makeRecord()) {
  answerGet('/api/admin/people/record', record)
  return answerGet(`/api/admin/users/${detail.id}/details`, detail)
}
