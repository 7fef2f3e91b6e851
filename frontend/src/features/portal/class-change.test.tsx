import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { answerCall } from '@/test/calls'
import {
  AS_OF,
  answerPortal,
  findNextSession,
  makeEnrolled,
  makeEnrollment,
  openPortal,
} from '@/test/portal'
import { openApp } from '@/test/render'
import type { ClassChange } from './class-change'

const DAY = 24 * 60
const PATH = '/class-choice/token'

const after = (minutes: number) => new Date(Date.parse(AS_OF) + minutes * 60_000).toISOString()

function makeClassChange(given: Partial<ClassChange> = {}): ClassChange {
  return {
    kind: 'cancel',
    chooseBy: after(2 * DAY),
    choice: null,
    newStartDate: null,
    path: PATH,
    ...given,
  }
}

describe('My Bootcamps', () => {
  test('says first that a class is canceled, with the way to choose, and leads to no door', async () => {
    const canceled = makeEnrolled(3 * DAY, { classChange: makeClassChange() })
    const next = makeEnrolled(9 * DAY, { id: 2, enrollmentId: 71, name: 'Launch Bootcamp' })
    answerPortal([
      makeEnrollment([canceled]),
      makeEnrollment([next], { id: 42, bootcamp: { id: 2, name: 'Launch Bootcamp' } }),
    ])
    await openPortal()
    const banner = await screen.findByRole('region', { name: 'Beginner Bootcamp is canceled' })
    expect(banner).toHaveTextContent('Sun, Oct 11 at 8:00 AM EDT')
    expect(within(banner).getByRole('link', { name: 'See your choices' })).toHaveAttribute(
      'href',
      PATH,
    )
    expect(within(await findNextSession()).getByText('Launch Bootcamp')).toBeVisible()
    expect(screen.getByText('This class is canceled.')).toBeVisible()
    // One of the two can still be added to a calendar.
    expect(screen.getAllByRole('button', { name: /^Add to calendar/ })).toHaveLength(1)
  })

  test('a moved class stays the next session, and is asked about', async () => {
    answerPortal([
      makeEnrollment([makeEnrolled(3 * DAY, { classChange: makeClassChange({ kind: 'move' }) })]),
    ])
    await openPortal()
    expect(await screen.findByRole('region', { name: 'Beginner Bootcamp has moved' })).toBeVisible()
    expect(within(await findNextSession()).getByText('Beginner Bootcamp')).toBeVisible()
  })

  test.each([
    [{ choice: 'refund' as const }, 'This class is canceled. A refund was chosen.'],
    [{ choice: 'credit' as const }, 'This class is canceled. A credit was chosen.'],
    [
      { kind: 'move' as const, choice: 'keep' as const },
      'This class has a new date. The seat stays.',
    ],
    [{ choice: 'date' as const }, 'This date was chosen.'],
  ])('what was chosen is said at the seat: %o', async (given, words) => {
    answerPortal([makeEnrollment([makeEnrolled(3 * DAY, { classChange: makeClassChange(given) })])])
    await openPortal()
    expect(await screen.findByText(words)).toBeVisible()
    expect(
      screen.getByRole('link', { name: 'See or change your choice: Beginner Bootcamp' }),
    ).toHaveAttribute('href', PATH)
    expect(screen.queryByRole('link', { name: 'See your choices' })).not.toBeInTheDocument()
  })

  test('past choose-by nobody is asked to choose', async () => {
    const classChange = makeClassChange({ chooseBy: after(-5) })
    answerPortal([makeEnrollment([makeEnrolled(3 * DAY, { classChange })])])
    await openPortal()
    expect(
      await screen.findByRole('link', { name: /^See what happens to your seat/ }),
    ).toBeVisible()
    expect(screen.queryByRole('region', { name: /is canceled/ })).not.toBeInTheDocument()
  })

  test('whoever only looks as a student finds no link of theirs', async () => {
    const classChange = makeClassChange({ path: '' })
    answerPortal([makeEnrollment([makeEnrolled(3 * DAY, { classChange })])])
    await openPortal()
    const banner = await screen.findByRole('region', { name: 'Beginner Bootcamp is canceled' })
    expect(within(banner).queryByRole('link')).not.toBeInTheDocument()
  })
})

describe('the join page', () => {
  const openJoin = (classChange: ClassChange, startsIn = 3 * DAY) => {
    const { name, startDate, endDate, timezone, seatNumber, join } = makeEnrolled(startsIn)
    answerCall('post', '/api/join/look', {
      name,
      startDate,
      endDate,
      timezone,
      seatNumber,
      hasAccount: false,
      join,
      classChange,
      linkTest: {
        testedAt: null,
        getsIn: 'You can join Thu, Nov 19 from 5:30 PM EST.',
        clockNote: '',
      },
      questions: { questions: [], canAnswer: true, until: startDate },
    })
    openApp('/join/token')
  }

  test('of a canceled class says so in place of the door', async () => {
    openJoin(makeClassChange())
    await waitFor(() =>
      expect(screen.getByRole('status')).toHaveTextContent('This class is canceled.'),
    )
    expect(screen.getByRole('link', { name: 'See your choices' })).toHaveAttribute('href', PATH)
    expect(screen.queryByRole('button', { name: 'Join' })).not.toBeInTheDocument()
    expect(screen.queryByText(/You can join 30 minutes/)).not.toBeInTheDocument()
  })

  test('of a moved class has its door, and the way to choose', async () => {
    openJoin(makeClassChange({ kind: 'move' }))
    expect(await screen.findByRole('button', { name: 'Join' })).toBeVisible()
    expect(screen.getByText('This class has a new date.')).toBeVisible()
    expect(screen.getByRole('link', { name: /^See your choices/ })).toHaveAttribute('href', PATH)
  })

  test('of the date that was chosen instead is a page like any other', async () => {
    openJoin(makeClassChange({ choice: 'date' }))
    expect(await screen.findByRole('button', { name: 'Join' })).toBeVisible()
  })
})
