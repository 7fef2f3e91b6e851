/** Typed examples of what an admin works with, and a server that answers the dashboard's questions. */
import { HttpResponse, http } from 'msw'
import type { components } from '@/api/schema'
import { cohortName } from '@/lib/cohorts'
import { answerCall } from './calls'
import { makePurchasePage } from './desk-purchases'
import { answerGet, server } from './server'

type AdminBootcamp = components['schemas']['AdminBootcampOut']
type Attendee = components['schemas']['AttendeeOut']
type RecentAttendee = components['schemas']['RecentAttendeeOut']
type CohortMoney = components['schemas']['CohortMoneyOut']
type Stats = components['schemas']['StatsOut']
type Summary = components['schemas']['SummaryOut']

/** On sale, on an evening in New York far enough away, with three of twenty seats taken. */
export function makeAdminBootcamp(given: Partial<AdminBootcamp> = {}): AdminBootcamp {
  const status = given.status ?? 'active'
  return {
    id: 1,
    name: 'Beginner Bootcamp',
    tagline: 'From an idea to something that works',
    description: 'Three live hours in a small group.',
    bootcampType: 'Build',
    step: 1,
    price: '995.00',
    priceNow: given.price ?? '995.00',
    maxSeats: 20,
    availableSeats: 17,
    enrolled: 2,
    startDate: '2099-10-08T22:00:00Z',
    endDate: '2099-10-09T01:00:00Z',
    timezone: 'America/New_York',
    status,
    isActive: status === 'active',
    includesCoaching: false,
    publishedAt: '2026-01-01T12:00:00Z',
    publishAt: null,
    salesOpenAt: null,
    salesCloseAt: null,
    minSeats: null,
    decideBy: null,
    certificatePercent: null,
    canceledAt: null,
    classChange: null,
    classChangeKind: null,
    scheduleVersion: 1,
    sessionUrl: '',
    recordingUrl: '',
    resourcesUrl: '',
    zoomMeetingId: '',
    zoomJoinUrl: '',
    zoomRegistrationUrl: '',
    zoomStartUrl: '',
    meetingState: 'none',
    meetingEndedAt: null,
    createdAt: '2026-01-05T09:00:00Z',
    updatedAt: '2026-01-05T09:00:00Z',
    ...given,
  }
}

export function makeAttendee(given: Partial<Attendee> = {}): Attendee {
  return {
    user: { id: 7, email: 'grace@example.test', firstName: 'Grace', lastName: 'Hopper' },
    purchase: {
      id: 70,
      guestEmail: '',
      guestFullName: '',
      isBundle: false,
      packageName: 'Beginner Bootcamp',
      createdAt: '2026-03-02T12:00:00Z',
    },
    name: 'Grace Hopper',
    email: 'grace@example.test',
    isGuest: false,
    isBundle: false,
    isDisputed: false,
    registeredAt: '2026-03-02T12:00:00Z',
    attendance: { state: 'expected', cameAt: null, minutes: null, markedAt: null, markedBy: '' },
    ...given,
  }
}

/** The same among those who bought last: with the cohort. */
export function makeRecentAttendee(given: Partial<RecentAttendee> = {}): RecentAttendee {
  return {
    ...makeAttendee(),
    bootcamp: { id: 1, startDate: '2099-10-08T22:00:00Z', timezone: 'America/New_York' },
    ...given,
  }
}

export function makeStats(given: Partial<Stats> = {}): Stats {
  return {
    revenue: '151820.50',
    attendees: 1084,
    availableSeats: 36,
    completionRate: 78.4,
    definitions: {
      revenue: 'Completed purchases minus refunds.',
      attendees: 'People who hold a paid seat, each counted once.',
      availableSeats: "Free seats in active bootcamps that haven't started.",
      completionRate: 'Attended seats out of paid seats, in bootcamps that have ended.',
    },
    ...given,
  }
}

export function makeSummary(given: Partial<Summary> = {}): Summary {
  return {
    nextSession: null,
    alsoSoon: [],
    heldSeats: 0,
    failedSends: 0,
    unreadMessages: 0,
    openDisputes: null,
    issues: 0,
    waiting: null,
    lowFeedback: 0,
    ...given,
  }
}

export function makeCohortMoney(given: Partial<CohortMoney> = {}): CohortMoney {
  return {
    paidSeats: 2,
    complimentarySeats: 0,
    received: '1990.00',
    givenBack: '0.00',
    kept: '1990.00',
    definition: "This class's share of each payment, minus its share of refunds.",
    ...given,
  }
}

/** Those with all words in name, day and type; the soonest first, and then what is over. */
function findBootcamps(bootcamps: AdminBootcamp[], params: URLSearchParams): AdminBootcamp[] {
  const isOver = ({ endDate }: AdminBootcamp) => Date.parse(endDate) <= Date.now()
  const status = params.get('status')
  const words = (params.get('search') ?? '').toLowerCase().split(/\s+/)
  return bootcamps
    .filter((one) => !status || one.status === status)
    .filter((one) => !params.get('type') || one.bootcampType === params.get('type'))
    .filter((one) => params.get('state') !== 'draft' || one.publishedAt === null)
    .filter((one) => {
      const text = `${cohortName(one.name, one)} ${one.bootcampType}`.toLowerCase()
      return words.every((word) => text.includes(word))
    })
    .sort(
      (one, other) =>
        Number(isOver(one)) - Number(isOver(other)) ||
        (Date.parse(one.startDate) - Date.parse(other.startDate)) * (isOver(one) ? -1 : 1),
    )
}

/** The list in its pages, and the clearing up that comes before it. */
export function answerBootcamps(bootcamps: AdminBootcamp[]) {
  const asked = { times: 0, queries: [] as string[] }
  const count = (status: string) => bootcamps.filter((one) => one.status === status).length
  server.use(
    http.get(`${window.location.origin}/api/admin/bootcamps/page`, ({ request }) => {
      const params = new URL(request.url).searchParams
      asked.times += 1
      asked.queries.push(params.toString())
      const found = findBootcamps(bootcamps, params)
      const size = Number(params.get('size') ?? 20)
      const first = (Number(params.get('page') ?? 1) - 1) * size
      return HttpResponse.json({
        rows: found.slice(first, first + size),
        total: found.length,
        counts: {
          active: count('active'),
          archived: count('archived'),
          all: bootcamps.length,
        },
      })
    }),
  )
  return {
    cleared: answerCall('post', '/api/admin/bootcamps/archive-expired', { archived: 0 }),
    asked,
  }
}

/** Everything the frame and the overview ask for. */
export function answerDashboard(bootcamps: AdminBootcamp[] = []) {
  return {
    ...answerBootcamps(bootcamps),
    cohorts: answerGet('/api/admin/bootcamps', bootcamps),
    summary: answerGet('/api/admin/summary', makeSummary()),
    stats: answerGet('/api/admin/stats', makeStats()),
    attendees: answerGet('/api/admin/recent-attendees', []),
    readiness: answerGet('/api/admin/readiness', []),
    purchases: answerGet('/api/admin/purchases', makePurchasePage([])),
  }
}
