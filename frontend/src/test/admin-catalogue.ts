/** Typed examples of what an admin works with, and a server that answers the dashboard's questions. */
import type { components } from '@/api/schema'
import { answerCall } from './calls'
import { makePurchasePage } from './desk-purchases'
import { answerGet } from './server'

type AdminBootcamp = components['schemas']['AdminBootcampOut']
type Attendee = components['schemas']['AttendeeOut']
type RecentAttendee = components['schemas']['RecentAttendeeOut']
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
    registeredAt: '2026-03-02T12:00:00Z',
    attendance: { state: 'expected', cameAt: null, markedAt: null },
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
    heldSeats: 0,
    failedSends: 0,
    unreadMessages: 0,
    openDisputes: null,
    ...given,
  }
}

/** The list, and the clearing up that comes before it. */
export function answerBootcamps(bootcamps: AdminBootcamp[]) {
  return {
    cleared: answerCall('post', '/api/admin/bootcamps/archive-expired', { archived: 0 }),
    asked: answerGet('/api/admin/bootcamps', bootcamps),
  }
}

/** Everything the frame and the overview ask for. */
export function answerDashboard(bootcamps: AdminBootcamp[] = []) {
  return {
    ...answerBootcamps(bootcamps),
    summary: answerGet('/api/admin/summary', makeSummary()),
    stats: answerGet('/api/admin/stats', makeStats()),
    attendees: answerGet('/api/admin/recent-attendees', []),
    purchases: answerGet('/api/admin/purchases', makePurchasePage([])),
    reconciliation: answerGet('/api/admin/reconciliation', { rows: [], total: 0 }),
  }
}
