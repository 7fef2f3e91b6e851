/** Feedback as the server tells it: to whoever gives it, at the desk, and to everybody. */
import type { components } from '@/api/schema'

type Schemas = components['schemas']

export function makeFeedback(given: Partial<Schemas['FeedbackOut']> = {}): Schemas['FeedbackOut'] {
  return {
    bootcampName: 'Beginner Bootcamp',
    startDate: '2026-11-24T23:00:00Z',
    timezone: 'America/New_York',
    firstName: 'Ada',
    answerBy: '2026-12-25T02:00:00Z',
    isOpen: true,
    given: null,
    isAnotherReader: false,
    ...given,
  }
}

export function makeGiven(
  given: Partial<Schemas['GivenFeedbackOut']> = {},
): Schemas['GivenFeedbackOut'] {
  return {
    score: 9,
    words: 'Worth every hour.',
    mayShow: true,
    firstName: 'Ada',
    givenAt: '2026-11-25T12:00:00Z',
    ...given,
  }
}

export function makeFeedbackRow(
  given: Partial<Schemas['FeedbackRowOut']> = {},
): Schemas['FeedbackRowOut'] {
  return {
    enrollmentId: 7,
    userId: 3,
    name: 'Ada Lovelace',
    email: 'ada@example.test',
    bootcampName: 'Beginner Bootcamp',
    cohort: { id: 5, startDate: '2026-11-24T23:00:00Z', timezone: 'America/New_York' },
    score: 9,
    words: 'Worth every hour.',
    mayShow: true,
    firstName: 'Ada',
    givenAt: '2026-11-25T12:00:00Z',
    isShown: true,
    notShownBecause: null,
    isCounted: true,
    hiddenAt: null,
    hiddenBecause: null,
    hiddenBy: '',
    needsReply: false,
    handledAt: null,
    handledBy: '',
    ...given,
  }
}

export function makeFeedbackPage(
  rows: readonly Schemas['FeedbackRowOut'][],
): Schemas['FeedbackPageOut'] {
  return {
    figures: {
      answers: 12,
      average: '8.3',
      scores: [0, 0, 0, 1, 0, 0, 1, 1, 2, 3, 4],
      needsReply: 1,
      toRead: 2,
      shown: 8,
      hidden: [{ because: 'off_topic', count: 1 }],
    },
    rows: [...rows],
    total: rows.length,
  }
}

export function makeReviews(given: Partial<Schemas['ReviewsOut']> = {}): Schemas['ReviewsOut'] {
  return {
    answers: 200,
    average: '9.1',
    reviews: 12,
    hidden: [{ because: 'off_topic', count: 1 }],
    newest: [
      {
        firstName: 'Ada',
        words: 'Worth every hour.',
        score: 10,
        bootcampName: 'Beginner Bootcamp',
        attendedAt: '2026-11-24T23:05:00Z',
        timezone: 'America/New_York',
      },
    ],
    courses: [{ name: 'Beginner Bootcamp', answers: 200, average: '9.1', reviews: 12 }],
    ...given,
  }
}
