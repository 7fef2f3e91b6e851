/** Typed examples of coaching sessions and coaches, as a student and as an admin see them. */
import type { components } from '@/api/schema'

type Schemas = components['schemas']

export function makeCoachingSession(
  given: Partial<Schemas['CoachingSessionOut']> = {},
): Schemas['CoachingSessionOut'] {
  return {
    id: 5,
    status: 'pending',
    bootcamp: { id: 2, name: 'Advanced Bootcamp', timezone: 'America/New_York' },
    coachName: null,
    scheduledDate: null,
    endDate: null,
    bookBy: '2099-12-05T14:00:00Z',
    hasEnded: false,
    join: null,
    sessionUrl: null,
    reschedulesLeft: 2,
    canReschedule: false,
    rescheduleRefusal: null,
    ...given,
  }
}

/** Its door is open: a quarter of an hour before the start. */
export function makeBookedSession(
  given: Partial<Schemas['CoachingSessionOut']> = {},
): Schemas['CoachingSessionOut'] {
  return makeCoachingSession({
    status: 'scheduled',
    coachName: 'Cora Coachman',
    scheduledDate: '2099-06-05T13:00:00Z',
    endDate: '2099-06-05T14:00:00Z',
    join: {
      state: 'open',
      opensAt: '2099-06-05T12:30:00Z',
      closesAt: '2099-06-05T14:00:00Z',
      asOf: '2099-06-05T12:45:00Z',
    },
    sessionUrl: 'https://meet.example.test/coach',
    canReschedule: true,
    ...given,
  })
}

export function makeCoach(given: Partial<Schemas['AdminCoachOut']> = {}): Schemas['AdminCoachOut'] {
  return {
    id: 3,
    name: 'Cora Coachman',
    email: 'cora@example.test',
    timezone: 'America/New_York',
    meetingUrl: 'https://meet.example.test/coach',
    bufferMinutes: 15,
    noticeHours: 24,
    isActive: true,
    weeklyHours: [
      { weekday: 0, opens: '09:00', closes: '12:00' },
      { weekday: 0, opens: '13:00', closes: '17:00' },
      { weekday: 2, opens: '09:00', closes: '17:00' },
    ],
    exceptions: [],
    upcomingSessions: 0,
    ...given,
  }
}

export function makeDeskSession(
  given: Partial<Schemas['AdminCoachingSessionOut']> = {},
): Schemas['AdminCoachingSessionOut'] {
  return {
    id: 5,
    status: 'scheduled',
    bootcampName: 'Advanced Bootcamp',
    cohort: { id: 1, startDate: '2099-10-08T22:00:00Z', timezone: 'America/New_York' },
    purchaseId: 70,
    isGuest: false,
    studentName: 'Stu Dent',
    studentEmail: 'stu@example.test',
    coachId: 3,
    coachName: 'Cora Coachman',
    timezone: 'America/New_York',
    scheduledDate: '2099-06-05T13:00:00Z',
    endDate: '2099-06-05T14:00:00Z',
    sessionUrl: 'https://meet.example.test/coach',
    notes: '',
    reschedules: 0,
    hasStarted: false,
    bookBy: '2099-12-05T14:00:00Z',
    remindedAt: null,
    createdAt: '2099-06-01T13:00:00Z',
    ...given,
  }
}

export function makeOwnSession(
  given: Partial<Schemas['OwnSessionOut']> = {},
): Schemas['OwnSessionOut'] {
  return {
    id: 5,
    status: 'scheduled',
    bootcampName: 'Advanced Bootcamp',
    cohort: { id: 1, startDate: '2099-10-08T22:00:00Z', timezone: 'America/New_York' },
    studentName: 'Stu Dent',
    studentEmail: 'stu@example.test',
    timezone: 'America/New_York',
    scheduledDate: '2099-06-05T13:00:00Z',
    endDate: '2099-06-05T14:00:00Z',
    join: null,
    sessionUrl: null,
    notes: '',
    reschedules: 0,
    hasStarted: false,
    bookBy: '2099-12-05T14:00:00Z',
    ...given,
  }
}
